import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import {
  extendType,
  inputTypes,
  mutations,
  objectType,
  ofPackage,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { idOf } from '../../kernel/uids.ts';
import { requireUser } from './access.ts';
import { findCompanies } from './companies.ts';
import { companiesAreOn } from './configuration.ts';
import { companyErrors } from './errors.ts';
import { addRelations, familiesOf, removeParent, type CompanyFamily } from './relations.ts';
import { isAllowedTo } from './roles.ts';
import type { CompanyRow, CompanyUser } from './tables.ts';
import { lockedStates, userStates } from './types.ts';
import { findPlaces } from './users.ts';

/** A parent company with the companies below it that the caller may see. */
interface CompanyHierarchySource {
  readonly parent: CompanyRow | null;
  readonly children: readonly CompanyRow[];
}

const hierarchy = { company_hierarchy: 'CompanyHierarchy!' } as const;
const values = valueTypes({ AssignChildCompanyOutput: hierarchy, UnassignChildCompanyOutput: hierarchy });
const inputs = inputTypes({
  AssignChildCompanyInput: { child_company_id: 'ID!', parent_company_id: 'ID!' },
  UnassignChildCompanyInput: { child_company_id: 'ID!' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    CompanyHierarchy: CompanyHierarchySource;
  }
}

const hierarchyType = objectType('CompanyHierarchy', () => ({
  children: '[CompanyBasicInfo]!',
  parent: 'CompanyBasicInfo',
}));

/** A company that the caller is an active user of. */
interface OwnCompany {
  readonly company: CompanyRow;
  readonly place: CompanyUser;
}

/** The companies that a customer may act for, by id, in two queries. */
async function ownCompanies(call: Call, customerId: number): Promise<Map<number, OwnCompany>> {
  const places = ((await findPlaces(call, [customerId])).get(customerId) ?? []).filter(
    ({ status }) => status === userStates.active,
  );
  const companies = await findCompanies(
    call,
    places.map(({ company_id }) => company_id),
  );
  return new Map(
    places.flatMap((place) => {
      const company = companies.get(place.company_id);
      return company && !lockedStates.includes(company.status) ? [[place.company_id, { company, place }] as const] : [];
    }),
  );
}

const isLedBy = (customerId: number, own: OwnCompany | undefined): boolean => own?.company.super_user_id === customerId;

/**
 * The hierarchies of companies, each once, in three queries. The administrator of the parent sees all companies below it; others see the
 * parent and the companies that they are users of.
 */
async function hierarchiesOf(
  call: Call,
  customerId: number,
  own: ReadonlyMap<number, OwnCompany>,
  ids: readonly number[],
): Promise<CompanyHierarchySource[]> {
  const families = [...(await familiesOf(call, ids)).values()];
  const byParent = new Map(families.map((family) => [family.parentId, family]));
  const seen = (family: CompanyFamily): readonly number[] => {
    const isLeader = family.parentId !== undefined && isLedBy(customerId, own.get(family.parentId));
    return isLeader ? family.childIds : family.childIds.filter((id) => own.has(id));
  };
  const shown = [...byParent.values()].map(({ parentId, ...family }) => ({
    parentId,
    childIds: seen({ parentId, ...family }),
  }));
  const companies = await findCompanies(
    call,
    shown.flatMap(({ parentId, childIds }) => [...(parentId === undefined ? [] : [parentId]), ...childIds]),
  );
  return shown.map(({ parentId, childIds }) => ({
    parent: (parentId !== undefined && companies.get(parentId)) || null,
    children: childIds.flatMap((id) => companies.get(id) ?? []),
  }));
}

/** The hierarchy of one company as the caller sees it. */
async function hierarchyOf(call: Call, companyId: number): Promise<CompanyHierarchySource> {
  const own = await ownCompanies(call, call.caller.id);
  const [found] = await hierarchiesOf(call, call.caller.id, own, [companyId]);
  return found ?? { parent: null, children: [] };
}

/** The caller may decide for a company: as its administrator, or by the role. */
async function mayDecide(call: Call, { company, place }: OwnCompany): Promise<boolean> {
  return company.super_user_id === call.caller.id || (await isAllowedTo(call, place, 'Magento_Company::edit_account'));
}

/** Puts one of the caller's companies below another one. Throws for companies of others as for missing ones. */
async function assignChild(call: Call, parentUid: string, childUid: string): Promise<CompanyHierarchySource> {
  await requireUser(call);
  const own = await ownCompanies(call, call.caller.id);
  const parent = own.get(idOf(parentUid) ?? 0);
  if (!parent) throw platformErrors.noSuchEntity({ fieldName: 'parent_company_id', fieldValue: parentUid });
  const child = own.get(idOf(childUid) ?? 0);
  if (!child) throw platformErrors.noSuchEntity({ fieldName: 'child_company_id', fieldValue: childUid });
  if (!isLedBy(call.caller.id, parent) || !(await mayDecide(call, child))) throw companyErrors.hierarchyLeader();
  const [company_id, parent_id] = [child.company.entity_id, parent.company.entity_id];
  await addRelations(call, parent_id, [{ company_id, parent_id }]);
  return hierarchyOf(call, parent_id);
}

/** Sets a company free from its parent: for the administrator of the parent, and for those who decide for the company. */
async function unassignChild(call: Call, childUid: string): Promise<CompanyHierarchySource> {
  const { company: current } = await requireUser(call);
  const own = await ownCompanies(call, call.caller.id);
  const childId = idOf(childUid) ?? 0;
  const child = own.get(childId);
  const parentId = (await familiesOf(call, [childId])).get(childId)?.parentId;
  const isParents = parentId !== undefined && parentId !== childId && isLedBy(call.caller.id, own.get(parentId));
  if (!child && !isParents) throw platformErrors.noSuchEntity({ fieldName: 'child_company_id', fieldValue: childUid });
  if (!isParents && !(child && (await mayDecide(call, child)))) throw companyErrors.hierarchyLeader();
  if (!(await removeParent(call, childId, isParents ? parentId : undefined))) throw companyErrors.noParent([childUid]);
  return hierarchyOf(call, current.entity_id);
}

const ofCustomers = extendType('Customer', (t) => ({
  company_hierarchy: t.field('[CompanyHierarchy!]!', async ({ customer }, _, call) => {
    if (!call.config.of(companiesAreOn, { websiteId: call.scope.websiteId })) return [];
    const own = await ownCompanies(call, customer.id);
    const found = await hierarchiesOf(call, customer.id, own, [...own.keys()]);
    return found.filter(({ parent }) => parent !== null);
  }),
}));

const hierarchyMutations = mutations((t) => ({
  assignChildCompany: t.field(
    'AssignChildCompanyOutput',
    { input: 'AssignChildCompanyInput!' },
    async (_, { input: { parent_company_id, child_company_id } }, call) => ({
      company_hierarchy: await assignChild(call, parent_company_id, child_company_id),
    }),
  ),
  unassignChildCompany: t.field(
    'UnassignChildCompanyOutput',
    { input: 'UnassignChildCompanyInput!' },
    async (_, { input: { child_company_id } }, call) => ({
      company_hierarchy: await unassignChild(call, child_company_id),
    }),
  ),
}));

/** Parent and child companies on storefronts. */
export const hierarchyDeclarations = ofPackage('2.4.9', [
  values,
  inputs,
  hierarchyType,
  ofCustomers,
  hierarchyMutations,
]);
