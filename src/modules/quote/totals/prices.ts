import type { Call } from '../../../kernel/call.ts';
import { elementAt } from '../../../kernel/lists.ts';
import { decimal } from '../../../kernel/money.ts';
import type { StoredCart } from '../cart/cart.ts';
import { currenciesOf, type CartCurrencies } from '../cart/currency.ts';
import { inStore } from '../cart/scope.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { loadProducts } from '../items/products.ts';
import { buildTree, priceContextWith, ruledPrices, withoutGone } from '../items/tree.ts';
import { collectPrices } from './collect.ts';
import { classIdsOf, lineOf } from './evaluate.ts';
import { taxSettingsOf } from './taxes.ts';
import type { ItemTotals } from './totals.ts';

/** A cart with its products and their prices at the time of the call, before discounts. */
export interface PricedCart {
  readonly cart: StoredCart;
  readonly nodes: readonly CartItemNode[];
  readonly currencies: CartCurrencies;
  /** By item id. */
  readonly prices: ReadonlyMap<number, Pick<ItemTotals, 'price'>>;
}

/**
 * The products of carts and the prices of their items, by cart id, without rules and shipping. The number of queries
 * depends only on the number of store views.
 */
export async function priceCarts(outer: Call, carts: readonly StoredCart[]): Promise<Map<number, PricedCart>> {
  const priced = new Map<number, PricedCart>();
  for (const [storeId, ofStore] of Map.groupBy(carts, (cart) => cart.store_id)) {
    const ofView = await priceInStore(inStore(outer, storeId), ofStore);
    for (const one of ofView) priced.set(one.cart.id, one);
  }
  return priced;
}

async function priceInStore(call: Call, carts: readonly StoredCart[]): Promise<PricedCart[]> {
  const ids = carts.flatMap((cart) => cart.items.map((item) => item.product_id));
  const products = await loadProducts(call, ids);
  const trees = carts.map((stored) => buildTree(call, stored.items, products));
  const ruled = await ruledPrices(call, trees.flat(), call.scope.websiteId);
  const opened = carts.map((stored, i) => {
    const nodes = elementAt(trees, i);
    const cart = withoutGone(stored, nodes);
    const context = priceContextWith(call, cart, ruled);
    const lines = nodes.map((node) => lineOf(call, cart, node, context, new Set()));
    return { cart, nodes, lines, classIds: classIdsOf(lines), currencies: currenciesOf(call, cart) };
  });
  const taxes = await taxSettingsOf(call, opened);
  return opened.map(({ cart, nodes, lines, currencies }, i) => ({
    cart,
    nodes,
    currencies,
    prices: collectPrices({ lines, currencyRate: decimal(currencies.baseToDisplayed), tax: elementAt(taxes, i) }),
  }));
}
