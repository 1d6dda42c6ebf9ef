import { skuWithOptions, withOptionsPrice } from './extensions/custom-options.ts';
import { ownWeight } from './extensions/item-product.ts';
import type { CartItemType } from './extensions/item-type.ts';
import { ownPrice, productPrice } from './extensions/prices.ts';

/** How simple products behave in a cart, and products of types that no module has. */
export const plainType = {
  names: ['simple'],
  prepare: (_call, product, _sent, qty) => Promise.resolve([{ product, qty }]),
  price: (node, qty, context) => withOptionsPrice(node, productPrice(node.product, qty, context)),
  originalPrice: ({ product }) => ownPrice(product.values),
  sku: (node) => skuWithOptions(node, node.product.product.sku),
  weight: ({ product }) => ownWeight(product),
} as const satisfies CartItemType;

/** How virtual products behave in a cart: as simple ones, but they are not shipped. */
export const virtualType: CartItemType = { names: ['virtual'], schemaName: 'VirtualCartItem', isVirtual: () => true };
