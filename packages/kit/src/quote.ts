/** Carts: types of the interface, and the contributions of a module to carts: fields, totals, carriers, payment methods. */

// The fields of carts and the choices of items grow by declaration merging, which takes the whole file.
export * from '../../../src/modules/quote/document-extensions.ts';
export * from '../../../src/modules/quote/option-types.ts';
export type { CartExtension } from '../../../src/modules/quote/cart/extensions.ts';
export { carrierSettings, settingsOfCarrier } from '../../../src/modules/quote/configuration.ts';
export { cartRoutes } from '../../../src/modules/quote/extensions.ts';
export type { CartItemType, ItemLabel } from '../../../src/modules/quote/items/extensions/item-type.ts';
export type { PaymentMethod } from '../../../src/modules/quote/payment/extensions.ts';
export type { StoredCart, StoredCartItem } from '../../../src/modules/quote/service.ts';
export { singleMethod, type Carrier } from '../../../src/modules/quote/shipping/extensions.ts';
export type {
  AmountPair,
  CartTotal,
  CartTotals,
  CartTotalsExtension,
} from '../../../src/modules/quote/totals/extensions.ts';
export {
  TotalSegmentExtension,
  TotalsExtension,
  TotalsItemExtension,
} from '../../../src/modules/quote/totals-types.ts';
export {
  Cart,
  CartExtensionAttributes,
  CartItem,
  CartItemExtensionAttributes,
} from '../../../src/modules/quote/types.ts';
