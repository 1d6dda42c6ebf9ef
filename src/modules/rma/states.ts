/** Statuses of an item of a return, step by step. */
export const itemStatuses = ['pending', 'authorized', 'denied', 'received', 'approved', 'rejected'] as const;
/** The status of an item of a return. */
export type ItemStatus = (typeof itemStatuses)[number];

/** States of a return as a whole. */
const returnStatuses = [
  'pending',
  'unconfirmed',
  'authorized',
  'partially_authorized',
  'received',
  'received_on_item',
  'approved_on_item',
  'rejected_on_item',
  'processed_closed',
  'closed',
] as const;
/** The state of a return as a whole. */
export type ReturnStatus = (typeof returnStatuses)[number];

/** The next statuses of each status of an item; none for final ones. */
const following: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  pending: ['authorized', 'denied'],
  authorized: ['received'],
  received: ['approved', 'rejected'],
  denied: [],
  approved: [],
  rejected: [],
};

/** Whether a text is a status of items. */
export function isItemStatus(text: string): text is ItemStatus {
  return itemStatuses.some((status) => status === text);
}

/** Whether a text is a state of returns. */
export function isReturnStatus(text: string): text is ReturnStatus {
  return returnStatuses.some((status) => status === text);
}

/** Whether an item with a status may get another one. */
export function mayBecome(before: ItemStatus, after: ItemStatus): boolean {
  return before === after || following[before].includes(after);
}

/** Whether nothing more can become of an item. */
export function isSettled(status: ItemStatus): boolean {
  return following[status].length === 0;
}

/** States of a whole that is in the same step with all of its items. */
const ofAll: Readonly<Partial<Record<ItemStatus, ReturnStatus>>> = {
  pending: 'pending',
  authorized: 'authorized',
  received: 'received',
  denied: 'closed',
};

/** States of a return whose items have different statuses: that of the furthest step applies. */
const ofSome: readonly (readonly [ItemStatus, ReturnStatus])[] = [
  ['approved', 'approved_on_item'],
  ['rejected', 'rejected_on_item'],
  ['received', 'received_on_item'],
  ['authorized', 'partially_authorized'],
];

/**
 * The state of a return from the statuses of its items: closed if all were denied, processed and closed if all are
 * final otherwise. Source: the states of the interface's returns.
 */
export function statusOf(items: readonly { readonly status: ItemStatus }[]): ReturnStatus {
  const found = new Set(items.map(({ status }) => status));
  const [first] = found;
  const same = found.size === 1 && first ? ofAll[first] : undefined;
  if (same) return same;
  if ([...found].every(isSettled)) return 'processed_closed';
  return ofSome.find(([status]) => found.has(status))?.[1] ?? 'pending';
}

/**
 * The state of a return after a change of its items. A guest's request stays unconfirmed until the guest confirms it or
 * the shop leads an item further.
 */
export function statusAfter(before: ReturnStatus, items: readonly { readonly status: ItemStatus }[]): ReturnStatus {
  const status = statusOf(items);
  return before === 'unconfirmed' && status === 'pending' ? before : status;
}

/** Whether a return is done with: nothing of it changes any more. */
export function isClosed(status: ReturnStatus): boolean {
  return status === 'closed' || status === 'processed_closed';
}
