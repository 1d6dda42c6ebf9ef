import { optionLabels, optionsPrice, readCustomOptions, skuWithOptions } from '../custom-options.ts';
import type { ItemNode, ItemType } from '../item-type.ts';
import { finalPrice, type PriceContext } from '../price.ts';
import type { Decimal } from '../../../../kernel/money.ts';

/** A product's price with what its custom options add. */
export function priceWithOptions({ product, item }: ItemNode, base: Decimal): Decimal {
  return base.plus(optionsPrice(product.options, item.choices.custom_options, base));
}

/** The least price of a product for a quantity. */
export function finalPriceOf({ product }: ItemNode, qty: Decimal, context: PriceContext): Decimal {
  return finalPrice({ values: product.values, tierPrices: product.product.tier_prices }, qty, context);
}

/** The weight that a product has by itself. */
export function ownWeight({ product }: ItemNode): number | undefined {
  const weight = product.values.weight;
  return weight === undefined || weight === '' ? undefined : Number(weight);
}

/** Products that are one thing: simple and virtual ones, and those of types that no module knows. */
export const plainType: ItemType = {
  names: ['simple', 'virtual'],
  prepare: (_, product, sent, qty) => {
    const custom_options = readCustomOptions(product.options, sent);
    const choices = custom_options.length > 0 ? { custom_options } : {};
    return Promise.resolve([{ product, product_type: product.product.type_id, qty, choices, parts: [] }]);
  },
  price: (node, qty, context) => priceWithOptions(node, finalPriceOf(node, qty, context)),
  sku: ({ product, item }) => skuWithOptions(product.product.sku, product.options, item.choices.custom_options),
  labels: ({ product, item }) => optionLabels(product.options, item.choices.custom_options),
  weight: ownWeight,
};
