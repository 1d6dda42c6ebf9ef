import type { Call } from '../../kernel/call.ts';
import { invariant } from '../../kernel/invariant.ts';
import { formatTime } from '../../kernel/time.ts';
import { nextId } from '../../storage/sequences.ts';
import type { EvaluatedCart, StoredCart } from '../quote/service.ts';
import type { QuoteAddressInput, QuotePaymentInput } from '../quote/types.ts';
import { amountsOfCart } from './amounts.ts';
import { requireApprovals, verdictOn } from './approvals.ts';
import { purchaseOrdersAreOn } from './configuration.ts';
import { purchaseOrderErrors } from './errors.ts';
import { asBuyer, requireBuyer, setState } from './find.ts';
import { recordEvent } from './history.ts';
import { mailApprovers } from './mails.ts';
import { orderApproved } from './order.ts';
import type { PurchaseOrderRow } from './tables.ts';

/** The payment of a purchase order, and its billing address. */
interface PaymentInput {
  readonly paymentMethod: QuotePaymentInput;
  readonly billingAddress?: QuoteAddressInput | null | undefined;
}

/**
 * Places a purchase order for a cart, which is no longer the buyer's own one then; returns its id. `input`: default: the stored
 * payment. Without a rule that applies, it is approved and ordered at once. All of it in one transaction.
 */
export function placePurchaseOrder(
  call: Call,
  read: (inside: Call) => Promise<StoredCart>,
  input?: PaymentInput,
): Promise<number> {
  return call.transaction(async (inside) => {
    const { row, evaluated } = await createFor(inside, await read(inside), input);
    await recordEvent(inside, row.entity_id, 'submit');
    await applyRules(inside, row, evaluated);
    return row.entity_id;
  });
}

async function createFor(
  call: Call,
  before: StoredCart,
  input: PaymentInput | undefined,
): Promise<{ row: PurchaseOrderRow; evaluated: EvaluatedCart }> {
  const companyId = await requireEnabled(call, before);
  await requireBuyer(call);
  if (before.items.length === 0) throw purchaseOrderErrors.empty([before.id]);
  const { quote } = call.services;
  const cart = input ? await payAsOrdered(call, before, input) : before;
  const evaluated = await quote.evaluate(call, cart);
  const method = await quote.requirePlaceable(call, evaluated);
  const time = formatTime(call.clock.now());
  const number = await nextId(call.db, 'purchase_order');
  const row = await call.db
    .insertInto('purchase_order')
    .values({
      increment_id: String(number).padStart(9, '0'),
      company_id: companyId,
      creator_id: call.caller.id,
      quote_id: cart.id,
      status: 'pending',
      payment_method: method.code,
      is_online: method.isOffline || method.paysNothing ? 0 : 1,
      ...amountsOfCart(evaluated),
      order_id: null,
      created_at: time,
      updated_at: time,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (cart.is_negotiated) await call.services.negotiableQuote.holdForPurchaseOrder(call, cart);
  await quote.saveCart(call, cart, { has_purchase_order: true, is_apart: true });
  return { row, evaluated };
}

/** Sets the payment of a cart after the checks before an order. */
async function payAsOrdered(call: Call, cart: StoredCart, input: PaymentInput): Promise<StoredCart> {
  for (const guard of call.contributions.checkoutGuards) await guard(call, cart.store_id, input.paymentMethod);
  return call.services.quote.savePaymentInformation(call, cart, input);
}

/** The company of the buyer of a cart. Throws 400 where it has no purchase orders. */
async function requireEnabled(call: Call, cart: StoredCart): Promise<number> {
  const isOn = call.config.of(purchaseOrdersAreOn, { websiteId: cart.website_id });
  const companyId = isOn ? await call.services.company.buysByPurchaseOrder(call, cart) : undefined;
  if (companyId === undefined) throw purchaseOrderErrors.notEnabled();
  return companyId;
}

/** Applies the rules of the company to a pending purchase order: it waits for approvals, or is approved. Within a transaction. */
export async function applyRules(call: Call, row: PurchaseOrderRow, evaluated: EvaluatedCart): Promise<void> {
  const found = await call.services.company.memberOf(asBuyer(call, row), row.creator_id);
  const buyer = invariant(found, 'the buyer of a purchase order that is validated is a user of the company');
  const verdict = await verdictOn(call, buyer, evaluated);
  const id = row.entity_id;
  if (verdict.kind === 'approved') return approveAutomatically(call, row);
  const detail = verdict.rules.map(({ name }) => name).join(', ');
  if (verdict.kind === 'unknown') return recordEvent(call, id, 'wait', { customerId: null, detail });
  await recordEvent(call, id, 'apply_rules', { customerId: null, detail });
  const isPending = await requireApprovals(call, id, buyer, verdict.rules);
  if (!isPending) return approveAutomatically(call, row);
  await mailApprovers(call, await setState(call, row, 'approval_required'));
}

async function approveAutomatically(call: Call, row: PurchaseOrderRow): Promise<void> {
  await recordEvent(call, row.entity_id, 'auto_approve', { customerId: null });
  await orderApproved(call, row, 'auto_approved');
}
