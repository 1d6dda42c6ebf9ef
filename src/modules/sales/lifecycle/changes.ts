import { decimal, round } from '../../../kernel/money.ts';
import type { Quantity } from '../../../kernel/units.ts';
import { numberIn } from '../amounts.ts';
import type { StoredItem, StoredOrder } from '../order.ts';
import type { ItemFields } from '../types/order-item.ts';
import type { OrderFields } from '../types/order.ts';
import type { OrderPaymentFields } from '../types/payment.ts';
import type { CountedQuantity } from './quantities.ts';
import { defaultStatus, type OrderState } from './states.ts';

/** An order with some fields changed. */
export function withFields(order: StoredOrder, changes: Partial<OrderFields>): StoredOrder {
  return { ...order, fields: { ...order.fields, ...changes } };
}

/** An order with some fields of its payment changed. */
export function withPaymentFields(order: StoredOrder, changes: Partial<OrderPaymentFields>): StoredOrder {
  return withFields(order, { payment: { ...order.fields.payment, ...changes } });
}

/** An order with some fields of its items changed. */
export function withItemFields(
  order: StoredOrder,
  changes: (item: StoredItem) => Partial<ItemFields> | undefined,
): StoredOrder {
  const items = order.items.map((item): StoredItem => {
    const changed = changes(item);
    return changed ? { ...item, fields: { ...item.fields, ...changed } } : item;
  });
  return { ...order, items };
}

/** An order in a state; it gets the default status of the state, unless it is in the state already. */
export function inState(order: StoredOrder, state: OrderState): StoredOrder {
  return order.fields.state === state ? order : withFields(order, { state, status: defaultStatus(state) });
}

/** An order with `pieces` (units by id of the item) added to one of the quantities of its items. */
export function withPieces(
  order: StoredOrder,
  counted: CountedQuantity,
  pieces: ReadonlyMap<number, Quantity>,
): StoredOrder {
  return withItemFields(order, ({ id, fields }) => {
    const more = pieces.get(id);
    if (more === undefined) return undefined;
    return {
      [counted]: decimal(numberIn(fields, counted)).plus(round(more, 8)).toNumber(),
    };
  });
}
