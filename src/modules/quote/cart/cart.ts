import type { CartExtensions, CartItemExtensions } from '../document-extensions.ts';
import type { ProductChoices } from '../option-types.ts';
import type { CartFigures } from '../tables.ts';

/** An item of a cart as it is kept. What it costs is worked out each time it is asked for. */
export interface StoredCartItem extends CartItemExtensions {
  readonly item_id: number;
  readonly product_id: number;
  /** Type that answers show: that of the product, or another where a grouped product brought it. */
  readonly product_type: string;
  /** Pieces; of a component, within one piece of its parent. */
  readonly qty: number;
  readonly choices: ProductChoices;
  /** The composite item that it is a component of; null for an item of its own. */
  readonly parent_item_id: number | null;
  /** The selection of the composite item that it comes from. */
  readonly selection_id?: number;
  /** What its pieces came to together when that was last worked out, where nothing else of the cart had a say in it. */
  readonly row?: number;
}

/** An address of a cart as it is kept; a cart has both from the start, empty ones. */
export interface CartAddress {
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
  readonly additional_data: readonly string[] | null;
}

/** Who buys, as far as a cart knows without the account. */
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

/** What of a cart is in its document. */
export interface CartDocument extends CartExtensions {
  readonly items: readonly StoredCartItem[];
  readonly billing: CartAddress;
  readonly shipping: CartAddress;
  /** `carrier_method`; null: not chosen. */
  readonly shipping_method: string | null;
  readonly payment: CartPayment | null;
  readonly customer: CartCustomer;
  readonly is_guest: boolean;
  /** Whether the customer was last told without a group; a cart shows no tax class then. */
  readonly is_group_untold?: boolean;
  readonly customer_note: string | null;
  readonly customer_note_notify: boolean;
  /** Ids that items to come will have. */
  readonly spare_item_ids?: readonly number[];
  /** Id that the payment will have. */
  readonly spare_payment_id?: number;
}

/** A cart as it was read. */
export interface StoredCart extends CartDocument, CartFigures {
  readonly id: number;
  readonly store_id: number;
  readonly website_id: number;
  readonly customer_id: number | null;
  readonly is_active: boolean;
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

/** An address that nothing is known of. */
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

/** Items that are components of no other. */
export function ownItems(items: readonly StoredCartItem[]): StoredCartItem[] {
  return items.filter((item) => item.parent_item_id === null);
}

/** The components of an item. */
export function componentsOf(items: readonly StoredCartItem[], id: number): StoredCartItem[] {
  return items.filter((item) => item.parent_item_id === id);
}

/** Pieces of a cart, components of composite items not counted. */
export function itemsQty({ items }: Pick<StoredCart, 'items'>): number {
  return ownItems(items).reduce((sum, item) => sum + item.qty, 0);
}
