import { foldText } from '../../../kernel/fold.ts';
import { sql, type Selectable } from 'kysely';
import type { Call, Database } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { rememberState } from '../../../platform/change-log/state.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import { fold, inIds } from '../../../storage/sql.ts';
import { readAddresses } from '../addresses/address.ts';
import { accountSettings } from '../configuration.ts';
import type { CustomerTable } from '../tables.ts';
import type { CustomerDocument, StoredCustomer } from './customer.ts';

type CustomerRow = Selectable<CustomerTable> & { addresses?: string | null };

/** Further data to read with customers. */
export interface CustomerReads {
  /** Whether their addresses are; customers read without have none. */
  readonly addresses: boolean;
}

/** The addresses of a customer as one value, so that a customer is one query. */
const addresses = perDialect<string | null>({
  sqlite: sql`(select json_group_array(json_array(a.id, json(a.document))) from customer_address a where a.customer_id = c.id)`,
  postgres: sql`(select json_agg(json_build_array(a.id, a.document))::text from customer_address a where a.customer_id = c.id)`,
});

function selectCustomers(db: Database) {
  return db.selectFrom('customer_entity as c').selectAll('c').select(addresses.as('addresses'));
}

const byId = preparedFirst((db, p: Params<{ id: number }>) => selectCustomers(db).where('c.id', '=', p.id));
const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) => selectCustomers(db).where(inIds('c.id', p.ids)));
const rowsByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('customer_entity').selectAll().where(inIds('id', p.ids)),
);
const byEmail = prepared((db, p: Params<{ email: string }>) =>
  selectCustomers(db).where(fold('c.email'), '=', p.email).orderBy('c.id'),
);

/** The customer with an id; undefined for an unknown one. One query. */
export async function findCustomer(call: Call, id: number): Promise<StoredCustomer | undefined> {
  const row = Number.isSafeInteger(id) ? await byId(call.db, { id }) : undefined;
  return row && readRow(call, row);
}

/** As `findCustomer`; throws 404 for an unknown one. */
export async function getCustomer(call: Call, id: number, reads?: CustomerReads): Promise<StoredCustomer> {
  const customer = Number.isSafeInteger(id) ? (await findCustomers(call, [id], reads)).get(id) : undefined;
  if (!customer) throw platformErrors.noSuchEntity({ fieldName: 'customerId', fieldValue: id });
  return customer;
}

/** Customers by id, in one query; unknown ids are skipped. */
export async function findCustomers(
  call: Call,
  ids: readonly number[],
  reads: CustomerReads = { addresses: true },
): Promise<Map<number, StoredCustomer>> {
  const rows: readonly CustomerRow[] = await (reads.addresses ? byIds : rowsByIds)(call.db, { ids });
  return new Map(rows.map((row) => [row.id, readRow(call, row)]));
}

const idsBehind = prepared((db, p: Params<{ after: number; most: number }>) =>
  db.selectFrom('customer_entity').select('id').where('id', '>', p.after).orderBy('id').limit(p.most),
);

/** Ids of the customers behind one, in order, so many at most: to go through all of them. */
export async function customerIdsAfter(call: Call, after: number, most: number): Promise<number[]> {
  return (await idsBehind(call.db, { after, most })).map(({ id }) => id);
}

/** The account with an e-mail address, ignoring case: of a website, or of any where accounts are shared. */
export async function findCustomerByEmail(
  call: Call,
  email: string,
  websiteId: number,
): Promise<StoredCustomer | undefined> {
  // The database cannot store this character, and PostgreSQL rejects it in comparisons.
  if (email.includes('\0')) return undefined;
  const rows = await byEmail(call.db, { email: foldText(email) });
  const own = rows.find((one) => one.website_id === websiteId);
  const row = own ?? (isShared(call) ? rows[0] : undefined);
  return row && readRow(call, row);
}

/** As `findCustomerByEmail`, on the website of the call where none is named. Throws 404. */
export async function getCustomerByEmail(call: Call, email: string, websiteId?: number): Promise<StoredCustomer> {
  const id = websiteId ?? websiteOf(call);
  const customer = await findCustomerByEmail(call, email, id);
  if (customer) return customer;
  throw platformErrors.noSuchEntity2({
    fieldName: 'email',
    fieldValue: email,
    field2Name: 'websiteId',
    // As in the interface: the website of the call is text, that of the input a number.
    field2Value: websiteId ?? String(id),
  });
}

/** Website of the call: that of its store view, the default one in the global scope. */
export function websiteOf(call: Call): number {
  return call.scope.websiteId || call.services.store.defaultStoreView().website_id;
}

/** Whether one account serves all websites. */
export function isShared(call: Call): boolean {
  return call.config.of(accountSettings.scope) === 'allWebsites';
}

function readRow(call: Call, row: CustomerRow): StoredCustomer {
  const { document, addresses: list = null, is_subscribed, account_scope: _, ...columns } = row;
  const customer: StoredCustomer = {
    ...columns,
    is_subscribed: is_subscribed === 1,
    custom: decodeDocument<CustomerDocument>(document).custom ?? {},
    addresses: readAddresses(row.id, list),
  };
  rememberState(call, { entity: 'customer', id: row.id }, () => ownFields(customer));
  return customer;
}

/** The fields of a customer that its own row has, in the interface's names. */
export function ownFields({ custom, ...customer }: Partial<StoredCustomer>): object {
  const fields = Object.entries(customer).filter(([name]) => !['id', 'version', 'addresses'].includes(name));
  return { ...Object.fromEntries(fields), ...custom };
}
