import { entriesOf } from '../../kernel/own-fields.ts';

/**
 * States of a purchase order, by the interface's names, and their allowed transitions. A purchase order is approved and ordered in
 * one transaction, so that `order_in_progress` of the interface is never stored.
 */
const following = {
  /** An approval rule cannot be evaluated yet. */
  pending: ['approval_required', 'approved', 'approved_pending_payment', 'canceled'],
  approval_required: ['approved', 'approved_pending_payment', 'rejected', 'canceled'],
  approved: ['order_placed', 'order_failed', 'canceled'],
  approved_pending_payment: ['order_placed', 'canceled'],
  order_in_progress: ['order_placed'],
  order_failed: ['order_placed', 'canceled'],
  order_placed: [],
  rejected: [],
  canceled: [],
} as const satisfies Record<string, readonly string[]>;

/** A state of a purchase order. */
export type PurchaseOrderState = keyof typeof following;

/** The states with a transition to this one. */
function statesBefore(state: PurchaseOrderState): PurchaseOrderState[] {
  return entriesOf<Record<PurchaseOrderState, readonly string[]>>(following).flatMap(([from, to]) =>
    to.includes(state) ? [from] : [],
  );
}

/** States in which the buyer may pay and order the cart. */
export const payableStates: readonly PurchaseOrderState[] = statesBefore('order_placed');

/** States in which a purchase order may be cancelled. */
export const cancelableStates: readonly PurchaseOrderState[] = statesBefore('canceled');
