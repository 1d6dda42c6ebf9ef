import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { Out } from '../../kernel/types.ts';
import { inIds } from '../../storage/sql.ts';
import { lockCompany, requireCompany } from './companies.ts';
import { companyErrors } from './errors.ts';
import type { CompanyStructureRow } from './tables.ts';
import type { HierarchyNode } from './types.ts';

/** A user or a team, which each has one place in the hierarchy of a company. */
interface StructureEntity {
  readonly company_id: number;
  readonly entity_type: CompanyStructureRow['entity_type'];
  readonly entity_id: number;
}

/** The `parent_id` of the top. */
const NOTHING = 0;

/** The place of a customer in the hierarchy of a company. */
export const customerIn = (company_id: number, entity_id: number): StructureEntity => ({
  company_id,
  entity_type: 'customer',
  entity_id,
});

/** All places of a company, in the order of their creation. */
export async function nodesOf(call: Call, companyId: number): Promise<CompanyStructureRow[]> {
  return call.db
    .selectFrom('company_structure')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('structure_id')
    .execute();
}

/** All places of companies, in one query. */
export function nodesOfCompanies(call: Call, companyIds: readonly number[]): Promise<CompanyStructureRow[]> {
  return call.db.selectFrom('company_structure').selectAll().where(inIds('company_id', companyIds)).execute();
}

/** Ids of all customers below a user of a company, in one query. */
export async function customersBelow(call: Call, companyId: number, customerId: number): Promise<number[]> {
  const nodes = await nodesOf(call, companyId);
  const children = Map.groupBy(nodes, ({ parent_id }) => parent_id);
  const top = nodes.find(({ entity_type, entity_id }) => entity_type === 'customer' && entity_id === customerId);
  const below: number[] = [];
  const waiting = top ? [...(children.get(top.structure_id) ?? [])] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.entity_type === 'customer') below.push(node.entity_id);
    waiting.push(...(children.get(node.structure_id) ?? []));
  }
  return below;
}

/** The place of a user or a team. */
export function findNode(call: Call, { company_id, entity_type, entity_id }: StructureEntity) {
  return call.db
    .selectFrom('company_structure')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('entity_type', '=', entity_type)
    .where('entity_id', '=', entity_id)
    .executeTakeFirst();
}

/** The places of teams, in one query. */
export function nodesOfTeams(call: Call, teamIds: readonly number[]): Promise<CompanyStructureRow[]> {
  return call.db
    .selectFrom('company_structure')
    .selectAll()
    .where('entity_type', '=', 'team')
    .where(inIds('entity_id', teamIds))
    .execute();
}

/** The hierarchy of a company, as the wire has it. Throws 404. */
export async function showHierarchy(call: Call, companyId: number): Promise<Out<typeof HierarchyNode>[]> {
  const { entity_id } = await requireCompany(call, companyId);
  return (await nodesOf(call, entity_id)).map((node) => ({
    structure_id: node.structure_id,
    entity_id: node.entity_id,
    entity_type: node.entity_type,
    structure_parent_id: node.parent_id,
  }));
}

/** Puts a user or a team right below the administrator, or at the top of a new company. In a transaction that has the company locked. */
export async function addToStructure(call: Call, entity: StructureEntity): Promise<void> {
  const top = await call.db
    .selectFrom('company_structure')
    .select('structure_id')
    .where('company_id', '=', entity.company_id)
    .where('parent_id', '=', NOTHING)
    .executeTakeFirst();
  await call.db
    .insertInto('company_structure')
    .values({ ...entity, parent_id: top?.structure_id ?? NOTHING })
    .onConflict((on) => on.columns(['company_id', 'entity_type', 'entity_id']).doNothing())
    .execute();
}

/** Removes a user or a team from the hierarchy; its children move up. In a transaction that has the company locked. */
export async function removeFromStructure(call: Call, entity: StructureEntity): Promise<void> {
  const node = await findNode(call, entity);
  if (!node) return;
  await liftChildren(call, node);
  await call.db.deleteFrom('company_structure').where('structure_id', '=', node.structure_id).execute();
}

/**
 * Moves the children of a user up to the user's own level, as when the user is inactive. The administrator keeps all
 * children.
 */
export async function liftBelow(call: Call, entity: StructureEntity): Promise<void> {
  const node = await findNode(call, entity);
  if (node && node.parent_id !== NOTHING) await liftChildren(call, node);
}

async function liftChildren(call: Call, { structure_id, parent_id }: CompanyStructureRow): Promise<void> {
  await call.db.updateTable('company_structure').set({ parent_id }).where('parent_id', '=', structure_id).execute();
}

/** Whether something is below a user or a team. */
export async function hasBelow(call: Call, entity: StructureEntity): Promise<boolean> {
  const node = await findNode(call, entity);
  if (!node) return false;
  const child = await call.db
    .selectFrom('company_structure')
    .select('structure_id')
    .where('parent_id', '=', node.structure_id)
    .executeTakeFirst();
  return child !== undefined;
}

/**
 * Puts a new administrator at the top. The new one's children move to the new one's former parent. The former
 * administrator and its direct children become direct children of the new one. In a transaction that has the company
 * locked.
 */
export async function putAtTop(call: Call, companyId: number, customerId: number): Promise<void> {
  await addToStructure(call, customerIn(companyId, customerId));
  const found = await findNode(call, customerIn(companyId, customerId));
  const node = invariant(found, 'a user is in the structure of the company');
  if (node.parent_id === NOTHING) return;
  await liftChildren(call, node);
  const top = (await nodesOf(call, companyId)).find(({ parent_id }) => parent_id === NOTHING);
  const former = invariant(top, 'the structure of a company has a top');
  await call.db
    .updateTable('company_structure')
    .set({ parent_id: node.structure_id })
    .where('company_id', '=', companyId)
    .where('parent_id', 'in', [former.structure_id, NOTHING])
    .execute();
  await call.db
    .updateTable('company_structure')
    .set({ parent_id: NOTHING })
    .where('structure_id', '=', node.structure_id)
    .execute();
}

/** Moves a place, with all below it, below another one of the same company. In a transaction. Throws 400 and 404. */
export async function moveNode(call: Call, id: number, newParentId: number): Promise<void> {
  const { company_id } = await requireNode(call, id, 'id');
  await lockCompany(call, company_id);
  const node = await requireNode(call, id, 'id');
  const parent = await requireNode(call, newParentId, 'newParentId');
  if (parent.company_id !== node.company_id) {
    throw companyErrors.invalidValue({ fieldName: 'newParentId', value: newParentId });
  }
  if (node.parent_id === NOTHING) throw companyErrors.top();
  const parents = new Map((await nodesOf(call, node.company_id)).map((one) => [one.structure_id, one.parent_id]));
  for (let above: number | undefined = newParentId; above; above = parents.get(above)) {
    if (above === id) throw companyErrors.belowItself();
  }
  await call.db
    .updateTable('company_structure')
    .set({ parent_id: newParentId })
    .where('structure_id', '=', id)
    .execute();
}

async function requireNode(call: Call, id: number, fieldName: string): Promise<CompanyStructureRow> {
  const node = Number.isSafeInteger(id)
    ? await call.db.selectFrom('company_structure').selectAll().where('structure_id', '=', id).executeTakeFirst()
    : undefined;
  if (!node) throw platformErrors.noSuchEntity({ fieldName, fieldValue: id });
  return node;
}
