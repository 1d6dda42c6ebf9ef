/** The states of an order, in the order of its life. */
export const orderStates = [
  'new',
  'pending_payment',
  'processing',
  'complete',
  'closed',
  'canceled',
  'holded',
  'payment_review',
] as const;
export type OrderState = (typeof orderStates)[number];

/** What may be done with an order; `pay`: the money of an invoice is taken by a provider, or given up before it is settled. */
export type OrderAction = 'invoice' | 'pay' | 'ship' | 'refund' | 'cancel' | 'hold' | 'unhold';

/** What may follow each state. Quantities decide further: see `Left`. */
const actions: Readonly<Record<OrderState, readonly OrderAction[]>> = {
  new: ['invoice', 'pay', 'ship', 'refund', 'cancel', 'hold'],
  pending_payment: ['invoice', 'pay', 'ship', 'refund', 'cancel', 'hold'],
  processing: ['invoice', 'pay', 'ship', 'refund', 'cancel', 'hold'],
  complete: ['pay', 'ship', 'refund'],
  closed: ['ship'],
  canceled: [],
  holded: ['unhold'],
  payment_review: [],
};

/** The statuses of a fresh installation with the states that have them; the first is the default of its state. */
const statuses: Readonly<Record<OrderState, readonly string[]>> = {
  new: ['pending'],
  pending_payment: ['pending_payment'],
  processing: ['processing', 'fraud'],
  complete: ['complete'],
  closed: ['closed'],
  canceled: ['canceled'],
  holded: ['holded'],
  payment_review: ['payment_review', 'fraud'],
};

/** What is left to be done with an order. */
export interface Left {
  readonly toInvoice: boolean;
  readonly toShip: boolean;
  /** Whether there is money that was paid and not refunded. */
  readonly toRefund: boolean;
}

/** Whether the state of an order allows an action. */
export function mayFollow(state: string, action: OrderAction): boolean {
  return isState(state) && actions[state].includes(action);
}

export function isState(state: string): state is OrderState {
  return (orderStates as readonly string[]).includes(state);
}

/** The status that an order has in a state when nothing else is said. */
export function defaultStatus(state: OrderState): string {
  return statuses[state][0]!;
}

/** Whether an order may have a status in a state. */
export function hasStatus(state: string, status: string): boolean {
  return isState(state) && statuses[state].includes(status);
}

/** The state of an order after a document was made for it. */
export function stateAfterDocument(state: OrderState, left: Left): OrderState {
  const moved = state === 'new' || state === 'pending_payment' ? 'processing' : state;
  if (left.toInvoice || (moved !== 'processing' && moved !== 'complete')) return moved;
  if (!left.toShip) return left.toRefund ? 'complete' : 'closed';
  return moved;
}

/** The state of an order after all that could be canceled was: `isInvoiced` tells whether some of it was invoiced before. */
export function stateAfterCancel(state: OrderState, left: Left, isInvoiced: boolean): OrderState {
  if (isInvoiced) return left.toShip ? 'processing' : 'complete';
  return left.toInvoice ? state : 'canceled';
}
