import type { Call } from '../../kernel/call.ts';
import { decimal, toWire, type Decimal } from '../../kernel/money.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import type { StoredItem, StoredOrder } from '../sales/extensions.ts';
import { itemsOf, type RegistryItem } from './items.ts';
import { mailGifts } from './mails.ts';
import { findRegistry } from './registries.ts';

const giftsOfOrder = prepared((db, p: Params<{ orderId: number }>) =>
  db.selectFrom('gift_registry_gift').select(['order_item_id', 'qty']).where('order_id', '=', p.orderId),
);

/** The version of a new order. Any later change locks the order and increments its version. */
const NEW = 1;

/**
 * Counts the registry items in an order that is shipped to the registry, notifies the owner, and follows later
 * cancellations and refunds. Each order has rows of its own, so that concurrent orders of the same item are both
 * counted.
 */
export async function followGifts(call: Call, order: StoredOrder): Promise<void> {
  if (order.gift_registry_id === undefined || !order.shippingAddress) return;
  const before = await giftsOfOrder(call.db, { orderId: order.id });
  if (before.length > 0) await recount(call, order, before);
  else if (order.version === NEW) await give(call, order, order.gift_registry_id);
}

async function give(call: Call, order: StoredOrder, registryId: number): Promise<void> {
  const registry = await findRegistry(call, registryId);
  if (!registry) return;
  const items = await itemsOf(call, registry.id, order.fields.store_id);
  const gifts = giftsIn(order, items);
  if (gifts.length === 0) return;
  await insertRows(
    call.db,
    'gift_registry_gift',
    gifts.map(({ ordered, item }) => ({
      order_item_id: ordered.id,
      order_id: order.id,
      registry_item_id: item.id,
      qty: toWire(left(order, ordered)),
    })),
  );
  const lines = gifts.map(({ ordered, item }) => ({ item, qty: toWire(left(order, ordered)) }));
  await mailGifts(call, registry, order, lines);
}

/** The gifts in an order: an item itself, or else its components, such as the variant of a configurable product. */
function giftsIn(order: StoredOrder, items: readonly RegistryItem[]) {
  const byProduct = new Map(items.map((item) => [item.productId, item]));
  const found = (ordered: StoredItem) => {
    const item = byProduct.get(ordered.fields.product_id ?? 0);
    return item ? [{ ordered, item }] : [];
  };
  return order.items
    .filter(({ parentId }) => parentId === null)
    .flatMap((whole) => {
      const own = found(whole);
      return own.length > 0 ? own : order.items.filter(({ parentId }) => parentId === whole.id).flatMap(found);
    });
}

async function recount(
  call: Call,
  order: StoredOrder,
  before: readonly { readonly order_item_id: number; readonly qty: number }[],
): Promise<void> {
  const byId = new Map(order.items.map((item) => [item.id, item]));
  const changed = before.flatMap(({ order_item_id, qty }) => {
    const item = byId.get(order_item_id);
    const now = item ? toWire(left(order, item)) : qty;
    return now === qty ? [] : [{ order_item_id, qty: now }];
  });
  await updateRows(call.db, 'gift_registry_gift', ['order_item_id'], changed);
}

/** Units of an item that were neither canceled nor refunded; for a component, limited by those of its parent. */
function left(order: StoredOrder, item: StoredItem): Decimal {
  const own = leftOfItem(item);
  const whole = order.items.find(({ id }) => id === item.parentId);
  const ordered = whole?.fields.qty_ordered ?? 0;
  if (!whole || ordered === 0) return own;
  const share = decimal(item.fields.qty_ordered ?? 0)
    .times(leftOfItem(whole))
    .div(ordered);
  return share.lt(own) ? share : own;
}

function leftOfItem({ fields }: StoredItem): Decimal {
  const left = decimal(fields.qty_ordered ?? 0)
    .minus(fields.qty_canceled)
    .minus(fields.qty_refunded);
  return left.isNegative() ? decimal(0) : left;
}
