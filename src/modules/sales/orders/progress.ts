import { amount } from '../amounts.ts';
import { toInvoice, toRefund, toShip, treeOf } from '../quantities.ts';
import { defaultStatus, isState, stateAfterDocument, type Left, type OrderState } from '../states.ts';
import type { StoredOrder } from './order.ts';

/** What is left to be done with an order. Of one that cost nothing, the items are what can be refunded. */
export function leftOf(order: StoredOrder): Left {
  const nodes = treeOf(order.items);
  const { fields } = order;
  const paid = amount(fields, 'base_total_paid');
  const kept = paid.minus(amount(fields, 'base_total_refunded'));
  const hasItems = nodes.some((node) => toRefund(node) > 0);
  // What was not given back is a fee where everything else was.
  const isFee = !hasItems && kept.eq(amount(fields, 'base_adjustment_negative'));
  return {
    toInvoice: nodes.some((node) => toInvoice(node) > 0),
    toShip: nodes.some((node) => toShip(node) > 0),
    toRefund: paid.isZero() ? hasItems : kept.gt(0) && !isFee,
  };
}

/** Gives an order a state, with its default status unless it has the state already. */
export function setState({ fields }: StoredOrder, state: OrderState): void {
  if (fields.state === state) return;
  fields.state = state;
  fields.status = defaultStatus(state);
}

/** Moves an order on after a document was made for it. */
export function moveOn(order: StoredOrder): void {
  const state = order.fields.state ?? '';
  if (isState(state)) setState(order, stateAfterDocument(state, leftOf(order)));
}
