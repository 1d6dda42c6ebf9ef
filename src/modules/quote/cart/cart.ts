import type { CartAddressExtensions, CartExtensions, CartItemExtensions } from '../document-extensions.ts';
import type { ProductChoices } from '../option-types.ts';
import type { CartFigures } from '../tables.ts';

/** A stored item of a cart. Its price is computed on each call. */
export interface StoredCartItem extends CartItemExtensions {
  readonly item_id: number;
  readonly product_id: number;
  /** Type in responses: that of the product, or `grouped` for products added through a grouped product. */
  readonly product_type: string;
  /** Units; of a component, per unit of its parent. */
  readonly qty: number;
  readonly choices: ProductChoices;
  /** The composite item that it is a component of; null for an item by itself. */
  readonly parent_item_id: number | null;
  /** The choice in the composite item that it comes from. */
  readonly selection_id?: number;
  /** The rule that grants the item: it is free, and rules ignore it. Components have none. */
  readonly granted_by?: number;
  /** Its row total when that was last computed, if it depended on nothing else in the cart. */
  readonly row?: number;
}

/** A stored address of a cart; every cart has a shipping and a billing address, empty at first. */
export interface CartAddress extends CartAddressExtensions {
  readonly id: number;
  readonly customer_id: number | null;
  readonly customer_address_id: number | null;
  readonly email: string | null;
  readonly prefix: string | null;
  readonly firstname: string | null;
  readonly middlename: string | null;
  readonly lastname: string | null;
  readonly suffix: string | null;
  readonly company: string | null;
  readonly street: readonly string[];
  readonly city: string | null;
  readonly region: string | null;
  readonly region_id: number | null;
  readonly region_code: string | null;
  readonly postcode: string | null;
  readonly country_id: string | null;
  readonly telephone: string | null;
  readonly fax: string | null;
  readonly vat_id: string | null;
  readonly same_as_billing: 0 | 1;
  readonly save_in_address_book: 0 | 1;
}

/** How a cart is to be paid. */
export interface CartPayment {
  readonly id: number;
  readonly method: string;
  readonly po_number: string | null;
  /** The encrypted data that the method needs when the order is placed, such as the token of a card; null: none. */
  readonly sealed_data: string | null;
}

/** The buyer's data in a cart, without the account. */
export interface CartCustomer {
  readonly prefix: string | null;
  readonly firstname: string | null;
  readonly middlename: string | null;
  readonly lastname: string | null;
  readonly suffix: string | null;
  readonly dob: string | null;
  readonly gender: number | null;
  readonly taxvat: string | null;
}

/** The fields of a cart that are stored in its JSON document. */
export interface CartDocument extends CartExtensions {
  readonly items: readonly StoredCartItem[];
  readonly billing: CartAddress;
  readonly shipping: CartAddress;
  /** `carrier_method`; null: not chosen. */
  readonly shipping_method: string | null;
  /** The currency that the buyer chose; absent: the default of the store view. */
  readonly quote_currency_code?: string | undefined;
  readonly payment: CartPayment | null;
  readonly customer: CartCustomer;
  readonly is_guest: boolean;
  /** Whether the last request set the customer without a group; the cart then shows no tax class. */
  readonly is_group_untold?: boolean;
  readonly customer_note: string | null;
  readonly customer_note_notify: boolean;
  /** Whether a cart apart is one purchase beside the customer's own cart, which storefronts reach by its id. */
  readonly is_direct?: boolean;
  /** Coupons besides `coupon_code`. */
  readonly more_coupon_codes?: readonly string[] | undefined;
  /** Rules whose granted items the buyer has removed: they no longer grant any automatically. */
  readonly declined_grants?: readonly number[] | undefined;
  /** Ids that are reserved for the next items. */
  readonly spare_item_ids?: readonly number[];
  /** Id that is reserved for the payment. */
  readonly spare_payment_id?: number;
}

/** A cart as it was read. */
export interface StoredCart extends CartDocument, CartFigures {
  readonly id: number;
  readonly store_id: number;
  readonly website_id: number;
  readonly customer_id: number | null;
  readonly is_active: boolean;
  /** Whether the cart is beside the customer's own one, such as a quote: routes of the customer's cart do not reach it. */
  readonly is_apart: boolean;
  /** Company that its customer buys for with the cart, unless that is the customer's default one; 0: the default one, or none. */
  readonly company_id: number;
  readonly masked_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly converted_at: string | null;
  readonly coupon_code: string | null;
  readonly customer_email: string | null;
  readonly customer_group_id: number;
  readonly reserved_order_id: string | null;
  readonly version: number;
}

export const emptyCustomer: CartCustomer = {
  prefix: null,
  firstname: null,
  middlename: null,
  lastname: null,
  suffix: null,
  dob: null,
  gender: null,
  taxvat: null,
};

/** An address without any values. */
export function emptyAddress(id: number): CartAddress {
  return {
    id,
    customer_id: null,
    customer_address_id: null,
    email: null,
    prefix: null,
    firstname: null,
    middlename: null,
    lastname: null,
    suffix: null,
    company: null,
    street: [],
    city: null,
    region: null,
    region_id: null,
    region_code: null,
    postcode: null,
    country_id: null,
    telephone: null,
    fax: null,
    vat_id: null,
    same_as_billing: 0,
    save_in_address_book: 0,
  };
}

/** The items that are not components of another one. */
export function ownItems(items: readonly StoredCartItem[]): StoredCartItem[] {
  return items.filter((item) => item.parent_item_id === null);
}

/** The components of an item. */
export function componentsOf(items: readonly StoredCartItem[], id: number): StoredCartItem[] {
  return items.filter((item) => item.parent_item_id === id);
}

/** The items without granted ones and their components. */
export function withoutGranted(items: readonly StoredCartItem[]): StoredCartItem[] {
  const granted = new Set(items.flatMap((item) => (item.granted_by === undefined ? [] : [item.item_id])));
  return items.filter((item) => !granted.has(item.parent_item_id ?? item.item_id));
}

/** Units of all items; components of composite items do not count. */
export function itemsQty({ items }: Pick<StoredCart, 'items'>): number {
  return ownItems(items).reduce((sum, item) => sum + item.qty, 0);
}
