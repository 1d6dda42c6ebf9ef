import { extendType, objectType, ofReleases } from '../../../kernel/graphql.ts';
import { decimal } from '../../../kernel/money.ts';
import { numberIn } from '../amounts.ts';
import type { StoredItem } from '../order.ts';
import { orderDiscounts, orderMoney, type OrderItemSource } from './types.ts';

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    OrderItemPrices: OrderItemSource;
  }
}

/** The price of `quantity` units of an item before special prices and tier prices; `isTaxed`: with tax. */
function originalPrice({ fields }: StoredItem, quantity: number, isTaxed: boolean): number {
  const price = decimal(fields.original_price ?? numberIn(fields, 'price')).toDecimalPlaces(2);
  const tax = isTaxed ? decimal(numberIn(fields, 'tax_percent')).div(100) : decimal(0);
  return price.times(quantity).times(tax.plus(1)).toDecimalPlaces(2).toNumber();
}

const itemPrices = objectType('OrderItemPrices', (t) => {
  const amount = (of: 'price' | 'price_incl_tax' | 'row_total' | 'row_total_incl_tax') =>
    t.field('Money!', ({ item, order }) => orderMoney(order, item.fields[of]));
  const original = (isRow: boolean, isTaxed: boolean) => (source: OrderItemSource) =>
    orderMoney(
      source.order,
      originalPrice(source.item, isRow ? numberIn(source.item.fields, 'qty_ordered') : 1, isTaxed),
    );
  return {
    discounts: t.field('[Discount]', ({ item, order }) => orderDiscounts(order, item.fields.discount_amount)),
    original_price: t.field('Money', original(false, false)),
    original_price_including_tax: t.field('Money', original(false, true)),
    original_row_total: t.field('Money!', original(true, false)),
    original_row_total_including_tax: t.field('Money!', original(true, true)),
    price: amount('price'),
    price_including_tax: amount('price_incl_tax'),
    row_total: amount('row_total'),
    row_total_including_tax: amount('row_total_incl_tax'),
    total_item_discount: t.field('Money!', ({ item, order }) => orderMoney(order, item.fields.discount_amount)),
  };
});

/** The prices of an item of an order. */
export const itemPriceDeclarations = ofReleases({ release: '2.4.8' }, [
  itemPrices,
  extendType('OrderItemInterface', (t) => ({ prices: t.field('OrderItemPrices', (source) => source) })),
]);
