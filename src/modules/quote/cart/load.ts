import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { companyInCall, type Call, type Database, type Tables } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { decodeDocument } from '../../../storage/documents.ts';
import { prepared, preparedFirst, type Params } from '../../../storage/prepared.ts';
import { inIds } from '../../../storage/sql.ts';
import { quoteErrors } from '../errors.ts';
import type { QuoteRow } from '../tables.ts';
import type { StoredCart, CartDocument } from './cart.ts';

/**
 * Within a transaction a cart is read in order to be changed. Its row is locked, so that simultaneous calls take turns and each
 * sees the changes of the one before. On SQLite the transaction itself is the lock.
 */
const forUpdate = perDialect({ sqlite: sql``, postgres: sql`for update` });

/** A query for one cart in two forms: to read it, and to lock and read it. */
function cartQuery<P extends object>(
  query: (db: Database, p: Params<P>) => SelectQueryBuilder<Tables, 'quote', QuoteRow>,
) {
  const read = preparedFirst(query);
  const lock = preparedFirst((db, p: Params<P>) => query(db, p).modifyEnd(forUpdate));
  return (call: Call, parameters: P): Promise<QuoteRow | undefined> =>
    (call.inTransaction ? lock : read)(call.db, parameters);
}

const byId = cartQuery((db, p: Params<{ id: number }>) => db.selectFrom('quote').selectAll().where('id', '=', p.id));
const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('quote').selectAll().where(inIds('id', p.ids)),
);
const byMask = cartQuery((db, p: Params<{ mask: string }>) =>
  db.selectFrom('quote').selectAll().where('masked_id', '=', p.mask),
);
const byCustomer = cartQuery((db, p: Params<{ customerId: number; websiteId: number; companyId: number }>) =>
  db
    .selectFrom('quote')
    .selectAll()
    .where('customer_id', '=', p.customerId)
    .where('website_id', '=', p.websiteId)
    .where('company_id', '=', p.companyId)
    .where('is_active', '=', 1)
    .where('is_apart', '=', 0),
);

const byCustomers = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('quote')
    .selectAll()
    .where(inIds('customer_id', p.ids))
    .where('company_id', '=', 0)
    .where('is_active', '=', 1)
    .where('is_apart', '=', 0),
);

/** The error for a cart that does not exist, or that the caller cannot use. */
export function noCart(id: number | string | null) {
  return platformErrors.noSuchEntity({ fieldName: 'cartId', fieldValue: id });
}

/** The cart with an id, active or not; undefined when it does not exist. */
export async function findCart(call: Call, id: number): Promise<StoredCart | undefined> {
  const row = Number.isSafeInteger(id) ? await byId(call, { id }) : undefined;
  return row && readRow(row);
}

/** Carts by id, active or not; ids without a cart are omitted. */
export async function findCarts(call: Call, ids: readonly number[]): Promise<Map<number, StoredCart>> {
  const rows = await byIds(call.db, { ids });
  return new Map(rows.map((row) => [row.id, readRow(row)]));
}

/** A query for the ids of the customers' carts of a website, as part of another one. `masks`: of these carts alone, if there are any. */
export function cartIdsOf(
  call: Call,
  {
    customerIds,
    websiteId,
    masks,
  }: { readonly customerIds: readonly number[]; readonly websiteId: number; readonly masks: readonly string[] },
) {
  const query = call.db
    .selectFrom('quote')
    .select('id')
    .where(inIds('customer_id', customerIds))
    .where('website_id', '=', websiteId);
  return masks.length > 0 ? query.where('masked_id', 'in', masks) : query;
}

/** The id of the customer of the cart with the id in a column, as part of another query. */
export function customerOfCart(column: string): RawBuilder<number | null> {
  return sql`(select quote.customer_id from quote where quote.id = ${sql.ref(column)})`;
}

/** The active carts of customers for their default companies, by their websites. */
export async function findCustomersCarts(call: Call, ids: readonly number[]): Promise<StoredCart[]> {
  return (await byCustomers(call.db, { ids })).map(readRow);
}

/** The cart with an id, active or not. Throws 404 with the id of the request. */
export async function getCart(call: Call, id: number | string): Promise<StoredCart> {
  const cart = await findCart(call, Number(id));
  if (!cart) throw noCart(id);
  return cart;
}

/** The active cart with an id. Throws 404. */
export async function getActiveCart(call: Call, id: number | string): Promise<StoredCart> {
  const cart = await getCart(call, id);
  if (!cart.is_active) throw noCart(id);
  return cart;
}

/** The cart with a masked id, active or not, also one of a customer; undefined when not found. */
export async function findByMask(call: Call, mask: string): Promise<StoredCart | undefined> {
  const row = mask.includes('\0') ? undefined : await byMask(call, { mask });
  return row && readRow(row);
}

/**
 * The cart of a guest with a mask, active or not. Throws 404, also for a number, so that guests cannot enumerate ids of
 * carts; and for a cart of a customer, whose mask is only for that customer. The error has no id, or 0 if `idInError` says
 * so.
 */
export async function getMaskedCart(call: Call, mask: string, idInError: 0 | null = null): Promise<StoredCart> {
  const cart = await findByMask(call, mask);
  if (!cart || cart.customer_id !== null) throw noCart(idInError);
  return cart;
}

/** As `getMaskedCart`, for an active cart. */
export async function getActiveMaskedCart(call: Call, mask: string, idInError: 0 | null = null): Promise<StoredCart> {
  const cart = await getMaskedCart(call, mask, idInError);
  if (!cart.is_active) throw noCart(cart.id);
  return cart;
}

/** The active cart of a customer in a website, for the company that the customer acts for; undefined when not found. */
export async function findCustomerCart(
  call: Call,
  customerId: number,
  websiteId: number,
): Promise<StoredCart | undefined> {
  const companyId = companyInCall(call, customerId);
  const row = await byCustomer(call, { customerId, websiteId, companyId });
  return row && readRow(row);
}

/** Id of the calling customer's active cart; null for callers who are no customers. Throws 404. */
export async function ownCartId(call: Call): Promise<number | null> {
  if (call.caller.type !== 'customer') return null;
  const cart = await findCustomerCart(call, call.caller.id, call.scope.websiteId);
  if (!cart) throw quoteErrors.noActiveCart();
  return cart.id;
}

/** Field by field: to copy a row and leave columns out takes longer than to read its document. */
function readRow(row: QuoteRow): StoredCart {
  return {
    ...decodeDocument<CartDocument>(row.document),
    id: row.id,
    store_id: row.store_id,
    website_id: row.website_id,
    customer_id: row.customer_id,
    is_active: row.is_active === 1,
    is_apart: row.is_apart === 1,
    company_id: row.company_id,
    masked_id: row.masked_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    converted_at: row.converted_at,
    coupon_code: row.coupon_code,
    customer_email: row.customer_email,
    customer_group_id: row.customer_group_id,
    reserved_order_id: row.reserved_order_id,
    version: row.version,
    subtotal: row.subtotal,
    base_subtotal: row.base_subtotal,
    subtotal_with_discount: row.subtotal_with_discount,
    base_subtotal_with_discount: row.base_subtotal_with_discount,
    grand_total: row.grand_total,
    base_grand_total: row.base_grand_total,
    applied_rule_ids: row.applied_rule_ids,
  };
}
