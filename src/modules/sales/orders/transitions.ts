import { decimal, round } from '../../../kernel/money.ts';
import { salesErrors } from '../errors.ts';
import { defaultStatus, hasStatus, mayFollow, type OrderState } from '../states.ts';
import type { OrderFields } from '../types/order.ts';
import type { StoredItem, StoredOrder } from './order.ts';

/** An order with other values in some of its fields. */
export function withFields(order: StoredOrder, changes: Partial<OrderFields>): StoredOrder {
  return { ...order, fields: { ...order.fields, ...changes } };
}

/** An order in a state, with its default status unless it has the state already. */
export function inState(order: StoredOrder, state: OrderState): StoredOrder {
  return order.fields.state === state ? order : withFields(order, { state, status: defaultStatus(state) });
}

/** What is counted of an item as its order moves on. */
export type Counted = 'qty_invoiced' | 'qty_shipped' | 'qty_refunded' | 'qty_canceled';

/** An order with more pieces counted of its items; `pieces` by id of the item. */
export function withPieces(order: StoredOrder, counted: Counted, pieces: ReadonlyMap<number, number>): StoredOrder {
  const items = order.items.map((item): StoredItem => {
    const more = pieces.get(item.id);
    if (more === undefined) return item;
    const sum = decimal(item.fields[counted] ?? 0).plus(round(more, 8));
    return { ...item, fields: { ...item.fields, [counted]: sum.toNumber() } };
  });
  return { ...order, items };
}

/** An order on hold, which remembers what it was before. Throws 400 where the state does not allow it. */
export function held(order: StoredOrder): StoredOrder {
  const { state, status } = order.fields;
  if (!mayFollow(state ?? '', 'hold')) throw salesErrors.noHold();
  const remembered = { hold_before_state: state ?? null, hold_before_status: status ?? null };
  return withFields(inState(order, 'holded'), remembered);
}

/** An order with the state and the status that it had before it was held. Throws 400 for one that is not on hold. */
export function released(order: StoredOrder): StoredOrder {
  const { state, hold_before_state: stateBefore, hold_before_status: statusBefore } = order.fields;
  if (!mayFollow(state ?? '', 'unhold')) throw salesErrors.noUnhold();
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
  if (!hasStatus(order.fields.state ?? '', status)) throw salesErrors.statusOfAnotherState([status]);
  return withFields(order, { status });
}
