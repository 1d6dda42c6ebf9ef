import type { Amount, Quantity } from '../../../kernel/units.ts';
import { amountOf } from '../../../kernel/units.ts';
import { amountIn } from '../amounts.ts';
import { salesErrors } from '../errors.ts';
import type { StoredOrder } from '../order.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import { addedNotInvoiced, sentAdded, withAddedDone, type AddedTotals } from './added-totals.ts';
import { inState, withFields, withPaymentFields, withPieces } from './changes.ts';
import { withTaxesCanceled, withTotalsCanceled } from './canceling.ts';
import { orderColumns } from './columns.ts';
import { invoiceAmounts } from './invoice-amounts.ts';
import { withInvoiced, withoutInvoiced } from './invoicing.ts';
import type { DocumentAmounts } from './lines.ts';
import { paidOf, withAuthorized, withPaid, withPaidOnline, type PaidInvoice } from './paying.ts';
import { toInvoice, toRefund, toShip, treeOf, type DocumentLine } from './quantities.ts';
import { withRefunded } from './refunding.ts';
import { hasStatus, isState, type OrderState } from './states.ts';

/*
 * All changes of an order: each function takes an order and returns the next one, without mutating its input. Files
 * beside this one compute amounts and quantities; only this file decides on states.
 */

/** Actions on an order; `pay`: a provider captures the money of an invoice, or voids it before it is settled. */
export type OrderAction = 'invoice' | 'pay' | 'ship' | 'refund' | 'cancel' | 'hold' | 'unhold';

const open = ['new', 'pending_payment', 'processing'] as const;

/**
 * The states that allow each action. Quantities decide further (see `OrderRest`). An order under review, or at its end, allows
 * nothing.
 */
const allowedIn: Readonly<Record<OrderAction, readonly OrderState[]>> = {
  invoice: open,
  pay: [...open, 'complete'],
  ship: [...open, 'complete', 'closed'],
  refund: [...open, 'complete'],
  cancel: open,
  hold: open,
  unhold: ['holded'],
};

/** Whether the state of an order allows an action. */
export function mayFollow(state: string | null | undefined, action: OrderAction): boolean {
  return isState(state ?? '') && allowedIn[action].some((one) => one === state);
}

/** The steps that an order still needs. */
interface OrderRest {
  readonly toInvoice: boolean;
  readonly toShip: boolean;
  /** Whether some money is paid and not refunded. */
  readonly toRefund: boolean;
}

/** The steps that an order still needs. For a free order, the items decide whether it can be refunded. */
export function restOf({ items, fields }: StoredOrder): OrderRest {
  const nodes = treeOf(items);
  const paid = amountIn(fields, orderColumns.totalPaid, 'base');
  const balance = paid.minus(amountIn(fields, orderColumns.totalRefunded, 'base'));
  const hasItems = nodes.some((node) => toRefund(node) > 0);
  // Money that remains after a full refund of the rest is a fee.
  const isFee = !hasItems && balance.eq(amountIn(fields, orderColumns.adjustmentNegative, 'base'));
  return {
    toInvoice: nodes.some((node) => toInvoice(node) > 0),
    toShip: nodes.some((node) => toShip(node) > 0),
    toRefund: paid.isZero() ? hasItems : balance.gt(amountOf(0)) && !isFee,
  };
}

/** The state of an order after a document. */
export function stateAfterDocument(state: OrderState, rest: OrderRest): OrderState {
  const moved = state === 'new' || state === 'pending_payment' ? 'processing' : state;
  if (rest.toInvoice || (moved !== 'processing' && moved !== 'complete')) return moved;
  if (!rest.toShip) return rest.toRefund ? 'complete' : 'closed';
  return moved;
}

/** The state of an order after a cancellation; `isInvoiced`: some of it was invoiced before. */
export function stateAfterCancel(state: OrderState, rest: OrderRest, isInvoiced: boolean): OrderState {
  if (isInvoiced) return rest.toShip ? 'processing' : 'complete';
  return rest.toInvoice ? state : 'canceled';
}

/** An order in the state that follows from its documents. */
export function movedOn(order: StoredOrder): StoredOrder {
  const state = order.fields.state;
  return isState(state) ? inState(order, stateAfterDocument(state, restOf(order))) : order;
}

/** An order after an invoice of these amounts, paid or open. Its state stays until `movedOn`. */
export function invoiced(
  order: StoredOrder,
  amounts: DocumentAmounts,
  { withShipping, isPaid }: { readonly withShipping: boolean; readonly isPaid: boolean },
): StoredOrder {
  const booked = withAddedDone(withInvoiced(order, amounts, withShipping), amounts.added, 'invoiced');
  return isPaid ? paid(booked, paidWith(amounts)) : booked;
}

function paidWith({ totals: { order, base } }: DocumentAmounts): PaidInvoice {
  return {
    order: { grandTotal: order.grandTotal, shipping: order.shipping ?? amountOf(0) },
    base: { grandTotal: base.grandTotal, shipping: base.shipping ?? amountOf(0) },
  };
}

/** An order after an invoice was canceled: its items can be invoiced again. */
export function invoiceCanceled(order: StoredOrder, invoice: InvoiceFields, added: AddedTotals): StoredOrder {
  const invoiceAdded = sentAdded(added, invoice.extension_attributes);
  return withAddedDone(withoutInvoiced(order, invoice), invoiceAdded, 'invoiced', -1);
}

/** An order after an invoice was paid. */
export function paid(order: StoredOrder, invoice: PaidInvoice): StoredOrder {
  return withPaid(order, invoice, 1);
}

/** An order after the capture of an invoice was voided: it is in process again. */
export function unpaid(order: StoredOrder, invoice: InvoiceFields): StoredOrder {
  const payment = paidOf(invoice);
  return inState(withPaidOnline(withPaid(order, payment, -1), payment.base.grandTotal.negated()), 'processing');
}

/** An order after the money of an open invoice was captured. */
export function captured(order: StoredOrder, invoice: InvoiceFields): StoredOrder {
  const after = paid(order, paidOf(invoice));
  const isUntouched = after.fields.state === 'new' || after.fields.state === 'pending_payment';
  return isUntouched ? inState(after, 'processing') : after;
}

/** A provider's data on its last transaction. */
interface ProviderWord {
  readonly transactionId: string;
  readonly card?: { readonly last4?: string | null; readonly type?: string | null } | null | undefined;
}

/** An order whose payment names the last transaction of its provider. */
export function settled(order: StoredOrder, { transactionId, card }: ProviderWord): StoredOrder {
  return withPaymentFields(order, {
    last_trans_id: transactionId,
    ...(card?.last4 ? { cc_last4: card.last4 } : {}),
    ...(card?.type ? { cc_type: card.type } : {}),
  });
}

/** An order of which the provider took more money. */
export function paidOnline(order: StoredOrder, amount: Amount<'base'>): StoredOrder {
  return withPaidOnline(order, amount);
}

/** A new order whose whole total is authorized. */
export function authorized(order: StoredOrder): StoredOrder {
  return withAuthorized(order);
}

/** A new order whose provider has not decided yet. */
export function underReview(order: StoredOrder): StoredOrder {
  return inState(order, 'payment_review');
}

/** An order whose provider has authorized or captured its money. */
export function inProcess(order: StoredOrder): StoredOrder {
  return inState(order, 'processing');
}

/** An order after units came back, by id of the item. Its money and its state stay unchanged. */
export function returned(order: StoredOrder, pieces: ReadonlyMap<number, Quantity>): StoredOrder {
  return withPieces(order, 'qty_returned', pieces);
}

/** An order after a shipment of units, by id of the item: moved on. */
export function shipped(order: StoredOrder, pieces: ReadonlyMap<number, Quantity>): StoredOrder {
  return movedOn(withPieces(order, 'qty_shipped', pieces));
}

/** An order after these amounts were refunded, by its provider or by hand: moved on. */
export function refunded(order: StoredOrder, amounts: DocumentAmounts, isOnline: boolean): StoredOrder {
  return movedOn(withAddedDone(withRefunded(order, amounts, isOnline), amounts.added, 'refunded'));
}

/**
 * An order after a cancellation of these lines: moved on. If nothing remains to invoice, everything that was not
 * invoiced is canceled, even units shipped without an invoice, as in the interface.
 */
export function canceled(order: StoredOrder, lines: readonly DocumentLine[], added: AddedTotals = []): StoredOrder {
  const before = treeOf(order.items);
  const isInvoiced = before.some((node) => toRefund(node) > 0);
  const amounts = invoiceAmounts(order, before, lines, { withShipping: false, added, step: 'cancellation' });
  const counted = withPieces(order, 'qty_canceled', new Map(lines.map(({ node, qty }) => [node.item.id, qty])));
  const state = counted.fields.state;
  const moved = isState(state) ? inState(counted, stateAfterCancel(state, restOf(counted), isInvoiced)) : counted;
  const isOver = !mayFollow(moved.fields.state, 'invoice') || !restOf(moved).toInvoice;
  const booked = withTotalsCanceled(moved, isOver ? undefined : amounts.totals);
  const canceledAdded = isOver ? addedNotInvoiced(added, booked) : amounts.added;
  return withTaxesCanceled(withAddedDone(booked, canceledAdded, 'canceled'), lines);
}

/** An order on hold; it remembers its state and status. Throws 400 where the state does not allow it. */
export function onHold(order: StoredOrder): StoredOrder {
  const { state, status } = order.fields;
  if (!mayFollow(state, 'hold')) throw salesErrors.noHold();
  const remembered = { hold_before_state: state ?? null, hold_before_status: status ?? null };
  return withFields(inState(order, 'holded'), remembered);
}

/** An order with the state and status that it had before it was held. Throws 400 for an order that is not on hold. */
export function released(order: StoredOrder): StoredOrder {
  const { state, hold_before_state: stateBefore, hold_before_status: statusBefore } = order.fields;
  if (!mayFollow(state, 'unhold')) throw salesErrors.noUnhold();
  return withFields(order, {
    state: stateBefore ?? 'new',
    status: statusBefore ?? 'pending',
    hold_before_state: null,
    hold_before_status: null,
  });
}

/** An order with another status of its state. Throws 400 for a status of another state. */
export function withStatus(order: StoredOrder, status: string | null | undefined): StoredOrder {
  if (!status || status === order.fields.status) return order;
  if (!hasStatus(order.fields.state, status)) throw salesErrors.statusOfAnotherState([status]);
  return withFields(order, { status });
}
