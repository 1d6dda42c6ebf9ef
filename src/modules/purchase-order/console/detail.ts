import type { Call } from '../../../kernel/call.ts';
import { elementAt } from '../../../kernel/lists.ts';
import { round } from '../../../kernel/money.ts';
import type { Out } from '../../../kernel/types.ts';
import type { StoredCart } from '../../quote/service.ts';
import { historyOf, messageOf } from '../history.ts';
import type { PurchaseOrderRow } from '../tables.ts';
import { showHeads } from './list.ts';
import type { ConsolePurchaseOrder } from './types.ts';

type ShownPurchaseOrder = Out<typeof ConsolePurchaseOrder>;

/** A purchase order with its items and history; the number of queries does not depend on theirs. */
export async function showPurchaseOrder(call: Call, row: PurchaseOrderRow): Promise<ShownPurchaseOrder> {
  const cart = await call.services.quote.cart(call, row.quote_id);
  return {
    ...elementAt(await showHeads(call, [row]), 0),
    shipping_address: addressText(cart),
    shipping_method: cart.shipping_method ?? undefined,
    items: await showItems(call, cart, row.order_id !== null),
    history: await showHistory(call, row),
  };
}

async function showHistory(
  call: Call,
  { entity_id, increment_id }: PurchaseOrderRow,
): Promise<ShownPurchaseOrder['history']> {
  const events = await historyOf(call, entity_id);
  return Promise.all(
    events.map(async (event) => ({
      history_id: event.history_id,
      message: await messageOf(call, event, increment_id),
      created_at: event.created_at,
    })),
  );
}

function addressText({ shipping }: StoredCart): string {
  const { firstname, lastname, street, postcode, city, country_id } = shipping;
  const parts = [[firstname, lastname], street, [postcode, city], [country_id]];
  return parts.flatMap((part) => part.filter(Boolean).join(' ') || []).join(', ');
}

async function showItems(call: Call, cart: StoredCart, isOrdered: boolean): Promise<ShownPurchaseOrder['items']> {
  const { quote } = call.services;
  const { nodes, totals } = await quote.evaluate(call, cart);
  return nodes.map((node) => {
    const { item_id, qty } = node.item;
    const amounts = isOrdered ? undefined : totals.items.get(item_id);
    return {
      item_id,
      sku: quote.itemSku(node),
      name: quote.itemName(node),
      qty,
      price: amounts && round(amounts.price.base, 4).toNumber(),
      row_total: amounts && round(amounts.rowTotal.base, 4).toNumber(),
    };
  });
}
