import type { Call } from '../../kernel/call.ts';
import type { StoredItem, StoredOrder } from '../sales/extensions.ts';
import { followOrder } from './purchases.ts';
import { DOWNLOADABLE } from './types.ts';

/** Makes the downloads of an order available or unavailable as its state says. Costs nothing for orders without downloads. */
export async function followDownloads(call: Call, order: StoredOrder): Promise<void> {
  const items = order.items.filter((item) => isDownloaded(call, item));
  if (items.length === 0) return;
  const { fields } = order;
  await followOrder(call, {
    id: order.id,
    storeId: fields.store_id,
    customerId: fields.customer_id ?? null,
    state: fields.state,
    items: items.map(({ id, fields: item }) => ({
      id,
      productId: item.product_id ?? 0,
      linkIds: item.product_option?.extension_attributes?.downloadable_option?.downloadable_links ?? [],
      ordered: item.qty_ordered ?? 0,
      invoiced: item.qty_invoiced,
      canceled: item.qty_canceled,
      refunded: item.qty_refunded,
    })),
  });
}

function isDownloaded(call: Call, item: StoredItem): boolean {
  return call.services.sales.typeOf(item) === DOWNLOADABLE && typeof item.fields.product_id === 'number';
}
