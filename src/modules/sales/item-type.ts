import type { Call } from '../../kernel/call.ts';
import type { OrderItemType } from './extensions.ts';
import type { StoredItem } from './order.ts';

const plain: OrderItemType = { names: [] };

/** How orders treat an item, by the product type that it shows. */
export function itemType(call: Call, { fields }: StoredItem): OrderItemType {
  const name = fields.product_type ?? '';
  return call.contributions.orderItemTypes.find(({ names }) => names.includes(name)) ?? plain;
}
