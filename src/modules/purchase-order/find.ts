import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
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

/** Throws unless the calling customer may order for the company. */
export async function requireBuyer(call: Call): Promise<void> {
  const isAllowed = await call.services.company.mayUse(call, call.caller.id, 'Magento_Sales::place_order');
  if (!isAllowed) throw purchaseOrderErrors.mayNotOrder();
}

function noSuchCart(id: number | string) {
  return platformErrors.noSuchEntity({ fieldName: 'cartId', fieldValue: id });
}
