import type { Call } from '../../kernel/call.ts';
import { isClientError, type PlatformError } from '../../kernel/errors.ts';
import { asBuyer, cartToPay, lockPurchaseOrder, setState } from './find.ts';
import { recordEvent } from './history.ts';
import { mailBuyer } from './mails.ts';
import type { PurchaseOrderRow } from './tables.ts';

/**
 * Approves a purchase order and orders it, unless the buyer pays online; within the transaction of the approval, so that both happen
 * or neither. An order that cannot be placed leaves the state `order_failed`.
 */
export async function orderApproved(
  call: Call,
  row: PurchaseOrderRow,
  kind: 'approved' | 'auto_approved',
): Promise<void> {
  if (row.is_online === 1) {
    const waiting = await setState(call, row, 'approved_pending_payment');
    return mailBuyer(call, 'approved_pending_payment', waiting);
  }
  const approved = await setState(call, row, 'approved');
  await mailBuyer(call, kind, approved);
  try {
    await call.savepoint((inside) => orderNow(inside, approved));
  } catch (error) {
    if (!isFinal(error)) throw error;
    await recordFailure(call, await setState(call, approved, 'order_failed'), error);
  }
}

/** Orders the cart of a purchase order with its stored payment, as its buyer; returns the id of the order. */
export async function orderNow(call: Call, row: PurchaseOrderRow): Promise<number> {
  const buyer = asBuyer(call, row);
  return call.services.quote.order(buyer, (inside) => cartToPay(inside, row.quote_id), undefined);
}

/** Whether a failure is one of the order itself, which a retry does not cure. */
function isFinal(error: unknown): error is PlatformError {
  return isClientError(error) && !error.isTemporary;
}

async function recordFailure(call: Call, row: PurchaseOrderRow, error: PlatformError): Promise<void> {
  await recordEvent(call, row.entity_id, 'place_order_fail', { customerId: null, detail: error.text });
  await mailBuyer(call, 'order_failed', row, error.text);
}

/**
 * Runs the work of the buyer that orders a purchase order, in transactions of its own. A failure is recorded with its reason, and
 * thrown.
 */
export async function recordingFailures<T>(call: Call, quoteId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOfOrder = isFinal(error) && error.kind !== 'unauthorized' && error.kind !== 'noSuchEntity';
    if (isOfOrder) await call.transaction((inside) => noteFailure(inside, quoteId, error));
    throw error;
  }
}

async function noteFailure(call: Call, quoteId: number, error: PlatformError): Promise<void> {
  const found = await call.db
    .selectFrom('purchase_order')
    .select('entity_id')
    .where('quote_id', '=', quoteId)
    .where('creator_id', '=', call.caller.id)
    .executeTakeFirst();
  const row = found && (await lockPurchaseOrder(call, found.entity_id));
  if (!row) return;
  // A payment that was declined can be repeated. Other states did not allow the order.
  if (row.status === 'approved') await recordFailure(call, await setState(call, row, 'order_failed'), error);
  if (row.status === 'order_failed' || row.status === 'approved_pending_payment') {
    await recordEvent(call, row.entity_id, 'place_order_fail', { customerId: null, detail: error.text });
  }
}
