import { anyText } from '../../../kernel/any-text.ts';
import type { ContributionPoints } from '../../../kernel/merged-types.ts';
import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { decodeInput, routeCallerWithin } from '../../../platform/execution/call-route.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import type { MigrationRun } from '../migration-run.ts';
import { orNone, SourceRefusal } from '../source/errors.ts';
import { readAll } from '../source/lists.ts';
import type { SourceRecord } from '../source/record.ts';
import { extensionsOf, fieldsOf, textIn } from '../wire.ts';
import { regionHere } from './customer-addresses.ts';
import { groupIdOf } from './stores.ts';

type CompanyWriter = ContributionPoints['movedCompanies'];
type SentCompany = Parameters<CompanyWriter['storeCompany']>[2];
type SentRole = Parameters<CompanyWriter['storeRole']>[1];

const repository = 'companyCompanyRepositoryV1';

const companiesKey = {};
const rolesKey = {};

/** The companies of the source, read once in a run; none without the modules of companies. */
export function companiesOf({ call, client }: MigrationRun): Promise<readonly SourceRecord[]> {
  return call.memo(companiesKey, () => orNone(readAll(client, '/V1/company/', { sort: 'entity_id' })));
}

/** The roles of the source's companies, read once in a run. */
export function companyRolesOf({ call, client }: MigrationRun): Promise<readonly SourceRecord[]> {
  return call.memo(rolesKey, () => orNone(readAll(client, '/V1/company/role/', { sort: 'role_id' })));
}

/** Stores companies. Throws `NotMoved` in an edition without them. */
export function companyWriterOf({ call }: Saving): CompanyWriter {
  const [writer] = call.contributions.movedCompanies;
  if (!writer) throw new NotMoved('this edition has no companies');
  return writer;
}

/** The first role of a company, which a new one here begins with; undefined: the source shows none. */
async function firstRoleOf({ run, wantedId }: Saving, companyId: string) {
  const roles = (await companyRolesOf(run)).filter((role) => textIn(role, 'company_id') === companyId);
  const [first] = roles.toSorted((one, other) => Number(one['id']) - Number(other['id']));
  return first && { name: textIn(first, 'role_name'), wantedId: wantedId(first['id']) };
}

/** Companies with their settings. Sales representatives are admin users, which are not moved. */
const companies: MigrationKind = {
  name: 'companies',
  part: 'companies',
  keepsIds: true,
  listing: { all: companiesOf },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'company_name'),
  async save(saving, record, known) {
    const { call, run, wantedId } = saving;
    const writer = companyWriterOf(saving);
    const { company } = await decodeInput<{ company: SentCompany }>(run.platform, repository, 'save', {
      company: await companyHere(saving, record),
    });
    const id = known === undefined ? await idByEmail(saving, record) : Number(known);
    const firstRole = await firstRoleOf(saving, textIn(record, 'id'));
    return writer.storeCompany(call, id, company, { wantedId: wantedId(record['id']), firstRole });
  },
  compared: {
    fields: ['company_name', 'legal_name', 'company_email', 'vat_tax_id', 'status', 'city', 'country_id', 'telephone'],
    read: ({ platform, call }, targetKey) =>
      routeCallerWithin(platform, call)<SourceRecord>(repository, 'get', { companyId: Number(targetKey) }),
  },
};

const settings = [
  'applicable_payment_method',
  'available_payment_methods',
  'use_config_settings',
  'is_purchase_order_enabled',
  'applicable_shipping_method',
  'available_shipping_methods',
  'use_config_settings_shipping',
] as const;

async function companyHere(saving: Saving, record: SourceRecord): Promise<SourceRecord> {
  const extensions = extensionsOf(record);
  const { is_quote_enabled } = objectOf(extensions['quote_config']);
  const chosen = settings.flatMap((name) => (extensions[name] === undefined ? [] : [[name, extensions[name]]]));
  const { region, region_id } = objectOf(regionHere(saving, record)['region']);
  return {
    ...fieldsOf(record, ['id', 'region', 'region_id', 'sales_representative_id', 'extension_attributes']),
    ...(region ? { region } : {}),
    ...(region_id ? { region_id: anyText(region_id) } : {}),
    customer_group_id: await groupIdOf(saving, record['customer_group_id']),
    super_user_id: await saving.idOf('customers', record['super_user_id']),
    extension_attributes: {
      ...Object.fromEntries(chosen),
      ...(typeof is_quote_enabled === 'boolean' ? { quote_config: { is_quote_enabled } } : {}),
    },
  };
}

/** The id here of the company with the email address of a record. */
async function idByEmail({ route }: Saving, record: SourceRecord): Promise<number | undefined> {
  const { items } = await route<{ items: { id: number }[] }>(repository, 'getList', {
    searchCriteria: {
      filter_groups: [{ filters: [{ field: 'company_email', value: textIn(record, 'company_email') }] }],
    },
  });
  return items[0]?.id;
}

const roleRepository = 'companyRoleRepositoryV1';

interface TargetRole {
  readonly id: number;
  readonly role_name: string;
  readonly permissions: readonly { readonly resource_id: string }[];
}

/** Roles of companies. A company has unique names of roles. */
const roles: MigrationKind = {
  name: 'company roles',
  part: 'companies',
  keepsIds: true,
  listing: { all: companyRolesOf },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'role_name'),
  async save(saving, record, known) {
    const { route, idOf, lose, run, call, wantedId } = saving;
    const company_id = await idOf('companies', record['company_id']);
    const { items } = await route<{ items: TargetRole[] }>(roleRepository, 'getList', {
      searchCriteria: { filter_groups: [{ filters: [{ field: 'company_id', value: String(company_id) }] }] },
    });
    const role_name = textIn(record, 'role_name');
    const sameName = items.find((one) => one.role_name.toLowerCase() === role_name.toLowerCase())?.id;
    const id = known === undefined ? sameName : Number(known);
    // Each role here has all permissions that there are.
    const resources = new Set(items.flatMap(({ permissions }) => permissions.map(({ resource_id }) => resource_id)));
    const permissions = [];
    for (const { resource_id, permission } of objectsOf(record['permissions'])) {
      if (resources.has(anyText(resource_id))) permissions.push({ resource_id, permission });
      else if (permission === 'allow') lose(`its permission ${anyText(resource_id)} is unknown here`);
    }
    const { role } = await decodeInput<{ role: SentRole }>(run.platform, roleRepository, 'save', {
      role: { ...(id === undefined ? {} : { id }), company_id, role_name, permissions },
    });
    return companyWriterOf(saving).storeRole(call, role, wantedId(record['id']));
  },
  compared: {
    fields: ['role_name'],
    read: ({ platform, call }, targetKey) =>
      routeCallerWithin(platform, call)<SourceRecord>(roleRepository, 'get', { roleId: Number(targetKey) }),
  },
};

/** Companies below another one. Sources before 2.4.9 take the path for that of a company. */
const relations: MigrationKind = {
  name: 'company relations',
  part: 'companies',
  listing: { all: ({ client }) => readAll(client, '/V1/company/relations').catch(noneIfUnknown) },
  keyOf: (record) => textIn(record, 'company_id'),
  async save({ route, idOf }, record) {
    const company_id = await idOf('companies', record['company_id']);
    const parentId = await idOf('companies', record['parent_id']);
    await route('companyRelationRelationManagerV1', 'assign', {
      parentId,
      relations: [{ company_id, parent_id: parentId }],
    });
    return company_id;
  },
};

function noneIfUnknown(error: unknown): SourceRecord[] {
  if (error instanceof SourceRefusal && (error.status === 400 || error.status === 404)) return [];
  throw error;
}

/** Companies and their roles. */
export const companyKinds: readonly MigrationKind[] = [companies, roles];

/** Relations of companies, once these have their users. */
export const companyRelationKinds: readonly MigrationKind[] = [relations];
