import type { CartExtensions, CartItemExtensions } from '../document-extensions.ts';
import type { Choices } from '../option-types.ts';
import type { CartFigures } from '../totals/figures.ts';

/** An item of a cart as it is kept. What it costs is worked out each time it is asked for. */
export interface CartItem extends CartItemExtensions {
  readonly item_id: number;
  readonly product_id: number;
  /** Type that answers show: that of the product, or another where it came as part of one. */
  readonly product_type: string;
  /** Pieces; of a part, in one piece of what it is part of. */
  readonly qty: number;
  readonly choices: Choices;
  /** Item that it is part of; null for one of its own. */
  readonly parent_item_id: number | null;
  /** What of the choices of what it is part of it comes from. */
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
  readonly items: readonly CartItem[];
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
export interface Cart extends CartDocument, CartFigures {
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

/** Items that are part of no other. */
export function ownItems(items: readonly CartItem[]): CartItem[] {
  return items.filter((item) => item.parent_item_id === null);
}

/** The parts of an item. */
export function partsOf(items: readonly CartItem[], id: number): CartItem[] {
  return items.filter((item) => item.parent_item_id === id);
}
