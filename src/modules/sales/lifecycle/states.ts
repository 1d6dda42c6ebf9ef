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
/** The state of an order. */
export type OrderState = (typeof orderStates)[number];

/** The statuses of a fresh installation, by state; the first one is the default of its state. */
const statuses: Readonly<Record<OrderState, readonly [string, ...string[]]>> = {
  new: ['pending'],
  pending_payment: ['pending_payment'],
  processing: ['processing', 'fraud'],
  complete: ['complete'],
  closed: ['closed'],
  canceled: ['canceled'],
  holded: ['holded'],
  payment_review: ['payment_review', 'fraud'],
};

/** Whether a text is the name of a state. */
export function isState(state: string): state is OrderState {
  return orderStates.some((one) => one === state);
}

/** The default status of a state. */
export function defaultStatus(state: OrderState): string {
  return statuses[state][0];
}

/** Whether an order may have a status in a state. */
export function hasStatus(state: string, status: string): boolean {
  return isState(state) && statusesOf(state).includes(status);
}

/** The statuses of a state, its default first. */
export function statusesOf(state: OrderState): readonly string[] {
  return statuses[state];
}

/** Names of statuses for people; source: the statuses of a fresh installation. */
const statusLabels: Readonly<Record<string, string>> = {
  pending: 'Pending',
  pending_payment: 'Pending Payment',
  processing: 'Processing',
  fraud: 'Suspected Fraud',
  complete: 'Complete',
  closed: 'Closed',
  canceled: 'Canceled',
  holded: 'On Hold',
  payment_review: 'Payment Review',
};

/** The name of a status for people; of an unknown one, itself. */
export function statusLabel(status: string): string {
  return statusLabels[status] ?? status;
}
