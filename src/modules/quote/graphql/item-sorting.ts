import { nameOf } from '../items/extensions/item-product.ts';
import { skuOf, weightOf } from '../items/tree.ts';
import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import type { CartItemSource } from './types.ts';

type SortKey = number | string;

/** Sort keys by name of the field. Other fields have no values, and leave the order unchanged. */
const keys: Partial<Record<GraphQLTypes['SortQuoteItemsEnum'], (source: CartItemSource) => SortKey>> = {
  ITEM_ID: ({ item }) => item.item_id,
  CREATED_AT: ({ item }) => item.item_id,
  UPDATED_AT: ({ item }) => item.item_id,
  PRODUCT_ID: ({ item }) => item.product_id,
  SKU: ({ node }) => skuOf(node),
  NAME: ({ node }) => nameOf(node.product),
  PRODUCT_TYPE: ({ item }) => item.product_type,
  WEIGHT: ({ node }) => weightOf(node) ?? 0,
  ROW_WEIGHT: ({ node, item }) => (weightOf(node) ?? 0) * item.qty,
  QTY: ({ item }) => item.qty,
  PRICE: amount('price', 'amount'),
  BASE_PRICE: amount('price', 'base'),
  PRICE_INC_TAX: amount('priceInclTax', 'amount'),
  BASE_PRICE_INC_TAX: amount('priceInclTax', 'base'),
  ROW_TOTAL: amount('rowTotal', 'amount'),
  BASE_ROW_TOTAL: amount('rowTotal', 'base'),
  ROW_TOTAL_INC_TAX: amount('rowTotalInclTax', 'amount'),
  BASE_ROW_TOTAL_INC_TAX: amount('rowTotalInclTax', 'base'),
  TAX_AMOUNT: amount('tax', 'amount'),
  BASE_TAX_AMOUNT: amount('tax', 'base'),
  DISCOUNT_AMOUNT: amount('discount', 'amount'),
  BASE_DISCOUNT_AMOUNT: amount('discount', 'base'),
  DISCOUNT_TAX_COMPENSATION_AMOUNT: amount('compensation', 'amount'),
  BASE_DISCOUNT_TAX_COMPENSATION_AMOUNT: amount('compensation', 'base'),
  TAX_PERCENT: ({ item, evaluated }) => evaluated.totals.items.get(item.item_id)?.taxPercent?.toNumber() ?? 0,
  DISCOUNT_PERCENT: ({ item, evaluated }) => evaluated.totals.items.get(item.item_id)?.discountPercent.toNumber() ?? 0,
};

function amount(
  of: 'price' | 'priceInclTax' | 'rowTotal' | 'rowTotalInclTax' | 'tax' | 'discount' | 'compensation',
  currency: 'amount' | 'base',
): (source: CartItemSource) => SortKey {
  return ({ item, evaluated }) => evaluated.totals.items.get(item.item_id)?.[of][currency].toNumber() ?? 0;
}

/** Items sorted as a storefront asks; without that, in the order in which they were added. */
export function sortedItems(
  items: readonly CartItemSource[],
  sort: GraphQLTypes['QuoteItemsSortInput'] | null | undefined,
): readonly CartItemSource[] {
  const keyOf = sort && keys[sort.field];
  if (!keyOf) return items;
  const compare = (a: SortKey, b: SortKey): number => (a < b ? -1 : a > b ? 1 : 0);
  const sorted = items.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  return sort.order === 'DESC' ? sorted.toReversed() : sorted;
}
