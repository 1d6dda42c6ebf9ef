import { entriesOf } from '../../kernel/own-fields.ts';

/** States of a purchase order, by the interface's names, and their allowed transitions. */
const following = {
  approved: ['order_placed', 'order_failed'],
  approved_pending_payment: ['order_placed'],
  order_failed: ['order_placed'],
  order_placed: [],
} as const satisfies Record<string, readonly string[]>;

/** A state of a purchase order. */
type PurchaseOrderState = keyof typeof following;

/** The states with a transition to this one. */
export function statesBefore(state: PurchaseOrderState): PurchaseOrderState[] {
  return entriesOf<Record<PurchaseOrderState, readonly string[]>>(following).flatMap(([from, to]) =>
    to.includes(state) ? [from] : [],
  );
}

/** States in which the buyer may pay and order the cart. */
export const payableStates: readonly string[] = statesBefore('order_placed');
