import type { OrderExtensions, OrderItemExtensions } from '../quote/document-extensions.ts';
import type { OrderDraftTax } from '../quote/order-draft-types.ts';
import type { ItemFields } from './types/order-item.ts';
import type { OrderFields } from './types/order.ts';
import type { Address } from './types/payment.ts';

/** A tax of an item, with the ids that it is shown with. */
export interface ItemTax extends OrderDraftTax {
  readonly tax_item_id: number;
  readonly tax_id: number;
}

/** An item of an order as it is stored. Its fields change with the documents of the order. */
export interface StoredItem extends OrderItemExtensions {
  readonly id: number;
  readonly parentId: number | null;
  readonly fields: Readonly<ItemFields>;
  /** Type of the product, where it is another one than the item is shown with. */
  readonly typeId?: string | undefined;
  /** Of a composite item: whether its amounts stand with itself rather than with its parts. */
  readonly pricedAsWhole: boolean;
  /** Of a composite item: whether its parts are sent apart. */
  readonly shippedApart: boolean;
  readonly taxes: readonly ItemTax[];
}

/** The type of the product that an item is about. */
export function typeOf({ typeId, fields }: StoredItem): string {
  return typeId ?? fields.product_type ?? 'simple';
}

/** A tax of a whole order. */
export interface OrderTaxRow extends OrderDraftTax {
  readonly tax_id: number;
}

/** What of an order is stored in its document. */
export interface OrderDocument extends OrderExtensions {
  readonly fields: Readonly<OrderFields>;
  readonly shippingAddress: Address | null;
  readonly shippingMethod: string | null;
  readonly taxes: readonly OrderTaxRow[];
  readonly shippingTaxes: readonly ItemTax[];
  /** Whether the pieces of the order were reserved when it was made: they are for orders that come from a cart. */
  readonly reservesStock: boolean;
  /** Key of the operation by which money of the order is being moved; absent: none is. */
  readonly operation?: string | undefined;
}

/** An order as it is stored. */
export interface StoredOrder extends OrderDocument {
  readonly id: number;
  readonly version: number;
  readonly items: readonly StoredItem[];
}
