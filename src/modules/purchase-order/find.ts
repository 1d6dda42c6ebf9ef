import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import type { StoredCart } from '../quote/service.ts';
import { purchaseOrderErrors } from './errors.ts';
import { payableStates } from './states.ts';
import type { PurchaseOrderRow } from './tables.ts';

/** The purchase order of a cart. Throws 404. */
export async function requirePurchaseOrder(call: Call, quoteId: number): Promise<PurchaseOrderRow> {
  const row = await call.db.selectFrom('purchase_order').selectAll().where('quote_id', '=', quoteId).executeTakeFirst();
  if (!row) throw noSuchCart(quoteId);
  return row;
}

/** A purchase order, which nobody else changes before this transaction ends; undefined when not found. */
export async function lockPurchaseOrder(call: Call, id: number): Promise<PurchaseOrderRow | undefined> {
  // A write that changes nothing locks the row on both databases.
  return call.db
    .updateTable('purchase_order')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('entity_id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Writes the state of a purchase order that is locked; returns the changed one. */
export async function setState(
  call: Call,
  row: PurchaseOrderRow,
  status: PurchaseOrderRow['status'],
): Promise<PurchaseOrderRow> {
  return call.db
    .updateTable('purchase_order')
    .set({ status, updated_at: formatTime(call.clock.now()) })
    .where('entity_id', '=', row.entity_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The call as its buyer makes it, for the company that the purchase order is of. */
export function asBuyer(call: Call, { creator_id: id, company_id: companyId }: PurchaseOrderRow): Call {
  const { caller } = call;
  if (caller.type === 'customer' && caller.id === id && caller.companyId === companyId) return call;
  return call.with({ caller: { type: 'customer', id, companyId, resources: new Set() } });
}

/**
 * The cart of the calling buyer's purchase order. Throws 404 for one of somebody else or of another company, and after
 * it was ordered.
 */
export async function ownCartOf(call: Call, id: number | string): Promise<StoredCart> {
  const { quote, company } = call.services;
  const cart = await quote.activeCart(call, id);
  const isOwn = call.caller.type === 'customer' && cart.customer_id === call.caller.id;
  if (!isOwn || !cart.has_purchase_order) throw noSuchCart(id);
  const { company_id } = await requirePurchaseOrder(call, cart.id);
  if ((await company.buysFor(call, call.caller.id)) !== company_id) throw noSuchCart(id);
  return cart;
}

/** As `ownCartOf`, to pay or order it. Throws also without the permission to order, and in other states. */
export async function cartToPay(call: Call, id: number): Promise<StoredCart> {
  const cart = await ownCartOf(call, id);
  await requireBuyer(call);
  const { status } = await requirePurchaseOrder(call, id);
  if (!payableStates.includes(status)) throw purchaseOrderErrors.wrongState([status]);
  return cart;
}

/** Throws unless the caller is a customer who may order for the company. */
export async function requireBuyer(call: Call): Promise<void> {
  const { type, id } = call.caller;
  const isAllowed = type === 'customer' && (await call.services.company.mayUse(call, id, 'Magento_Sales::place_order'));
  if (!isAllowed) throw purchaseOrderErrors.mayNotOrder();
}

function noSuchCart(id: number | string) {
  return platformErrors.noSuchEntity({ fieldName: 'cartId', fieldValue: id });
}
