import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import { nextId } from '../../storage/sequences.ts';
import type { StoredCart } from '../quote/service.ts';
import type { QuoteAddressInput, QuotePaymentInput } from '../quote/types.ts';
import { unitsOf } from './amounts.ts';
import { purchaseOrdersAreOn } from './configuration.ts';
import { purchaseOrderErrors } from './errors.ts';
import { cartToPay, requireBuyer } from './find.ts';

/** The payment of a purchase order, and its billing address. */
interface PaymentInput {
  readonly paymentMethod: QuotePaymentInput;
  readonly billingAddress?: QuoteAddressInput | null | undefined;
}

/** A new purchase order. `isPending`: its order waits for an online payment. */
interface PlacedPurchaseOrder {
  readonly id: number;
  readonly quoteId: number;
  readonly isPending: boolean;
}

/**
 * Places a purchase order for a cart, which is no longer the buyer's own one then; returns its id. Orders it at once
 * unless the payment is online. An order that fails leaves the purchase order in the state `order_failed`.
 */
export async function placePurchaseOrder(
  call: Call,
  read: (inside: Call) => Promise<StoredCart>,
  input: PaymentInput,
): Promise<number> {
  const placed = await call.transaction(async (inside) => createFor(inside, await read(inside), input));
  if (!placed.isPending) await orderApproved(call, placed, input);
  return placed.id;
}

async function createFor(call: Call, before: StoredCart, input: PaymentInput): Promise<PlacedPurchaseOrder> {
  const companyId = await requireEnabled(call, before);
  await requireBuyer(call);
  if (before.items.length === 0) throw purchaseOrderErrors.empty([before.id]);
  for (const guard of call.contributions.checkoutGuards) await guard(call, before.store_id, input.paymentMethod);
  const { quote } = call.services;
  const cart = await quote.savePaymentInformation(call, before, input);
  const evaluated = await quote.evaluate(call, cart);
  const method = await quote.requirePlaceable(call, evaluated);
  const isPending = !method.isOffline && !method.paysNothing;
  const time = formatTime(call.clock.now());
  const number = await nextId(call.db, 'purchase_order');
  const { entity_id } = await call.db
    .insertInto('purchase_order')
    .values({
      increment_id: String(number).padStart(9, '0'),
      company_id: companyId,
      creator_id: call.caller.id,
      quote_id: cart.id,
      status: isPending ? 'approved_pending_payment' : 'approved',
      payment_method: method.code,
      base_subtotal: unitsOf(evaluated.totals.subtotal.base),
      order_id: null,
      created_at: time,
      updated_at: time,
    })
    .returning('entity_id')
    .executeTakeFirstOrThrow();
  await quote.saveCart(call, cart, { has_purchase_order: true, is_apart: true });
  return { id: entity_id, quoteId: cart.id, isPending };
}

/** The company of the buyer of a cart. Throws 400 where it has no purchase orders. */
async function requireEnabled(call: Call, { customer_id, website_id: websiteId }: StoredCart): Promise<number> {
  const isOn = customer_id !== null && call.config.of(purchaseOrdersAreOn, { websiteId });
  const companyId = isOn ? await call.services.company.buysByPurchaseOrder(call, customer_id) : undefined;
  if (companyId === undefined) throw purchaseOrderErrors.notEnabled();
  return companyId;
}

async function orderApproved(call: Call, { id, quoteId }: PlacedPurchaseOrder, input: PaymentInput): Promise<void> {
  try {
    await call.services.quote.payAndOrder(call, (inside) => cartToPay(inside, quoteId), input);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    await call.transaction((inside) => recordFailure(inside, id));
  }
}

async function recordFailure(call: Call, id: number): Promise<void> {
  await call.db
    .updateTable('purchase_order')
    .set({ status: 'order_failed', updated_at: formatTime(call.clock.now()) })
    .where('entity_id', '=', id)
    .where('status', '=', 'approved')
    .execute();
}
