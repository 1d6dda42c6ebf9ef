import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { storedCount } from '../../../storage/criteria/counter.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { perDialect } from '../../../storage/dialects.ts';
import type { Attribute } from '../../eav/service.ts';
import type { StoredCustomer } from './customer.ts';
import { findCustomers, type CustomerReads } from './load.ts';

/** Lists customers of all websites, with their addresses or without: their keys, the customers, their number. */
export function listCustomers(
  call: Call,
  criteria: SearchCriteria,
  reads?: CustomerReads,
): Promise<FoundList<StoredCustomer>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('customer_entity as c'),
    key: 'c.id',
    fields: (name) => fieldOf(call, name),
    load: (on, ids: readonly number[]) => findCustomers(on, ids, reads),
    total: (on) => storedCount(on, 'customer_entity'),
  });
}

const text = (column: string): SearchField => ({ kind: 'text', column: `c.${column}` });
const requiredField = (kind: SearchField['kind'], column: string): SearchField => ({
  kind,
  column: `c.${column}`,
  notNull: true,
});

/** Fields that every customer has; `c` is the customer in the queries of lists. */
const columns: Readonly<Record<string, SearchField>> = {
  id: requiredField('integer', 'id'),
  entity_id: requiredField('integer', 'id'),
  website_id: requiredField('integer', 'website_id'),
  store_id: requiredField('integer', 'store_id'),
  group_id: requiredField('integer', 'group_id'),
  email: requiredField('text', 'email'),
  firstname: requiredField('text', 'firstname'),
  lastname: requiredField('text', 'lastname'),
  middlename: text('middlename'),
  prefix: text('prefix'),
  suffix: text('suffix'),
  taxvat: text('taxvat'),
  confirmation: text('confirmation'),
  created_in: requiredField('text', 'created_in'),
  dob: { kind: 'date', column: 'c.dob' },
  gender: { kind: 'integer', column: 'c.gender' },
  created_at: requiredField('time', 'created_at'),
  updated_at: requiredField('time', 'updated_at'),
  default_billing: { kind: 'integer', column: 'c.default_billing' },
  default_shipping: { kind: 'integer', column: 'c.default_shipping' },
  disable_auto_group_change: requiredField('flag', 'disable_auto_group_change'),
  is_subscribed: requiredField('flag', 'is_subscribed'),
  lock_expires: {
    kind: 'time',
    column: sql`(select s.lock_expires from customer_secret s where s.customer_id = c.id)`,
  },
  ...addressFields('billing'),
  ...addressFields('shipping'),
};

/** Fields of the default billing or shipping address: `billing_telephone` and the like. */
function addressFields(kind: 'billing' | 'shipping'): Record<string, SearchField> {
  const names = ['postcode', 'city', 'telephone', 'region', 'country_id', 'company'];
  return Object.fromEntries(names.map((name) => [`${kind}_${name}`, addressField(`c.default_${kind}`, name)]));
}

function addressField(addressId: string, name: string): SearchField {
  const column = sql.ref(`a.${name}`);
  return {
    kind: 'text',
    column: sql`(select ${column} from customer_address a where a.id = ${sql.ref(addressId)})`,
    filter: ({ type, on }) =>
      type === 'null'
        ? sql`not exists (select 1 from customer_address a where a.id = ${sql.ref(addressId)} and ${column} is not null)`
        : sql`${sql.ref(addressId)} in (select a.id from customer_address a where ${on(column)})`,
  };
}

/** The field called `name`; undefined when customers have none. */
function fieldOf(call: Call, name: string): SearchField | undefined {
  if (Object.hasOwn(columns, name)) return columns[name];
  for (const { searchFields } of call.contributions.customerExtensions) {
    if (searchFields && Object.hasOwn(searchFields, name)) return searchFields[name];
  }
  const attribute = call.services.eav.current('customer').byCode.get(name);
  return attribute?.isUserDefined ? customField(attribute) : undefined;
}

/** A field of an added attribute, read from the customer's document. */
function customField({ code, backendType }: Attribute): SearchField {
  const isNumeric = backendType === 'int' || backendType === 'decimal';
  const value = perDialect<string>({
    sqlite: sql`json_extract(c.document, ${`$.custom."${code}"`})`,
    postgres: sql`(c.document #>> ${['custom', code]}::text[])`,
  });
  if (isNumeric) return { kind: 'number', column: sql`cast(${value} as double precision)` };
  return { kind: backendType === 'datetime' ? 'time' : 'text', column: value };
}
