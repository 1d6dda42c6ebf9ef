/**
 * Fields of modules, stored in carts, orders and their items. Each module adds its own by declaration merging: `declare
 * module './document-extensions.ts' { interface CartExtensions { wrapping_id?: number } }`.
 */

/** Fields in the document of a cart. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface CartExtensions {}

/** Fields in an item of a cart. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface CartItemExtensions {}

/** Fields in an address of a cart. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface CartAddressExtensions {}

/** Fields in the document of an order. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface OrderExtensions {}

/** Fields in the document of an item of an order. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface OrderItemExtensions {}
