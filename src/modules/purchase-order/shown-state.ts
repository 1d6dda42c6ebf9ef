import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import type { PurchaseOrderState } from './states.ts';

type ShownState = GraphQLTypes['PurchaseOrderStatus'];

const shown = {
  pending: 'PENDING',
  approval_required: 'APPROVAL_REQUIRED',
  approved: 'APPROVED',
  approved_pending_payment: 'APPROVED_PENDING_PAYMENT',
  order_in_progress: 'ORDER_IN_PROGRESS',
  order_failed: 'ORDER_FAILED',
  order_placed: 'ORDER_PLACED',
  rejected: 'REJECTED',
  canceled: 'CANCELED',
} as const satisfies Readonly<Record<PurchaseOrderState, ShownState>>;

/** The state of a purchase order as storefronts have it. */
export function shownState(state: PurchaseOrderState): ShownState {
  return shown[state];
}

/** The stored name of a state of storefronts. */
export function stateOf(state: ShownState): PurchaseOrderState {
  const found = keysOf(shown).find((one) => shown[one] === state);
  if (!found) throw new Error(`${state} is a state of purchase orders`);
  return found;
}
