import type { OrderExtensions, OrderItemExtensions } from '../quote/document-extensions.ts';
import type { StockHold } from '../inventory/service.ts';
import type { OrderDraftTax } from '../quote/order-draft-types.ts';
import type { ItemFields } from './types/order-item.ts';
import type { OrderFields } from './types/order.ts';
import type { OrderAddressFields } from './types/payment.ts';

/** A tax of an item, with its ids for responses. */
export interface ItemTax extends OrderDraftTax {
  readonly tax_item_id: number;
  readonly tax_id: number;
}

/** A stored item of an order. Its fields change with the documents of the order. */
export interface StoredItem extends OrderItemExtensions {
  readonly id: number;
  readonly parentId: number | null;
  readonly fields: Readonly<ItemFields>;
  /** Type of the product, if the item's displayed type differs. */
  readonly typeId?: string | undefined;
  /** Whether a composite item has the amounts itself, rather than its components. */
  readonly pricedAsWhole: boolean;
  /** Whether the components of a composite item are shipped separately. */
  readonly shippedApart: boolean;
  readonly taxes: readonly ItemTax[];
}

/** The type of the product that an item is about. */
export function typeOf({ typeId, fields }: StoredItem): string {
  return typeId ?? fields.product_type ?? 'simple';
}

/** The composite item that an item is a component of, among these by their ids. */
export function parentOf({ parentId }: StoredItem, known: ReadonlyMap<number, StoredItem>): StoredItem | undefined {
  return parentId === null ? undefined : known.get(parentId);
}

/** A tax of a whole order. */
export interface OrderTaxRow extends OrderDraftTax {
  readonly tax_id: number;
}

/** The fields of an order that are stored in its JSON document. */
export interface OrderDocument extends OrderExtensions {
  readonly fields: Readonly<OrderFields>;
  readonly shippingAddress: OrderAddressFields | null;
  readonly shippingMethod: string | null;
  readonly taxes: readonly OrderTaxRow[];
  readonly shippingTaxes: readonly ItemTax[];
  /** Whether stock was reserved for the order: it is for orders that come from carts. */
  readonly reservesStock: boolean;
  /** The order's reservations of a stock; absent in older orders, and in those without a cart. */
  readonly stock?: StockHold | undefined;
  /** Whether somebody of the shop's staff placed it in the name of the customer. */
  readonly isAssisted?: true | undefined;
  /** The coupons besides `coupon_code`. */
  readonly moreCoupons?: readonly string[] | undefined;
  /** Key of the payment operation that is moving money of the order; absent: none. */
  readonly operation?: string | undefined;
}

/** A stored order. */
export interface StoredOrder extends OrderDocument {
  readonly id: number;
  readonly version: number;
  readonly items: readonly StoredItem[];
}
