import type { Call } from '../../kernel/call.ts';
import type { OrderItemType } from './extensions.ts';
import type { StoredItem } from './order.ts';

const plain: OrderItemType = { names: [] };

/** Behaviour of an item in orders, by its displayed product type. */
export function itemType(call: Call, { fields }: StoredItem): OrderItemType {
  const name = fields.product_type ?? '';
  return call.contributions.orderItemTypes.find(({ names }) => names.includes(name)) ?? plain;
}
