/**
 * What modules keep in carts, in orders and in their items, under names of their own; each adds its fields by declaration merging:
 * `declare module '../quote/document-extensions.ts' { interface CartExtensions { wrapping_id?: number } }`.
 */

/** In the document of a cart. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface CartExtensions {}

/** In an item of a cart. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface CartItemExtensions {}

/** In the document of an order. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface OrderExtensions {}

/** In the document of an item of an order. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface OrderItemExtensions {}
