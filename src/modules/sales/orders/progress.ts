import { amount } from '../amounts.ts';
import { toInvoice, toRefund, toShip, treeOf } from '../quantities.ts';
import { isState, stateAfterDocument, type Left } from '../states.ts';
import type { StoredOrder } from './order.ts';
import { inState } from './transitions.ts';

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

/** An order moved on after a document was made for it. */
export function movedOn(order: StoredOrder): StoredOrder {
  const state = order.fields.state ?? '';
  return isState(state) ? inState(order, stateAfterDocument(state, leftOf(order))) : order;
}
