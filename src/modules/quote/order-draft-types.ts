import type { StockHold } from '../inventory/service.ts';
import type { Call } from '../../kernel/call.ts';
import type { MoneyTaken, NewPayment } from '../payment/extensions.ts';
import type { OrderExtensions, OrderItemExtensions } from './document-extensions.ts';

/**
 * The draft of a cart's order, with fields named as on the wire (sales-data-order-interface). The orders module adds
 * ids, number, state, status and times. Amounts are rounded to cents; `base_…` are in the base currency, the others in
 * the cart's.
 */
export interface OrderDraft {
  /** The order's reservations of a stock. */
  readonly stock: StockHold;
  readonly quote_id: number;
  readonly store_id: number;
  readonly store_name: string;
  /** The order number that was reserved; null: none. */
  readonly reserved_order_id: string | null;
  readonly applied_rule_ids: string | null;
  readonly coupon_code: string | null;
  /** The coupons besides `coupon_code`. */
  readonly more_coupon_codes: readonly string[] | undefined;
  readonly discount_description: string | null;
  readonly base_currency_code: string;
  readonly global_currency_code: string;
  readonly store_currency_code: string;
  readonly order_currency_code: string;
  readonly base_to_global_rate: number;
  readonly base_to_order_rate: number;
  readonly store_to_base_rate: number;
  readonly store_to_order_rate: number;
  readonly customer_id: number | null;
  readonly customer_is_guest: 0 | 1;
  readonly customer_group_id: number;
  readonly customer_email: string;
  readonly customer_prefix: string | null;
  readonly customer_firstname: string | null;
  readonly customer_middlename: string | null;
  readonly customer_lastname: string | null;
  readonly customer_suffix: string | null;
  readonly customer_dob: string | null;
  readonly customer_gender: number | null;
  readonly customer_taxvat: string | null;
  readonly customer_note: string | null;
  readonly customer_note_notify: 0 | 1;
  readonly is_virtual: 0 | 1;
  readonly remote_ip: string | null;
  /** Amounts of the whole order in both currencies; discounts are negative. */
  readonly amounts: OrderAmounts;
  readonly weight: number;
  readonly total_item_count: number;
  readonly total_qty_ordered: number;
  /** `Carrier - Method`; null for an order that is not shipped. */
  readonly shipping_description: string | null;
  /** `carrier_method`; null for an order that is not shipped. */
  readonly shipping_method: string | null;
  /** Parents before their children. */
  readonly items: readonly OrderDraftItem[];
  readonly billing_address: OrderDraftAddress;
  /** Null for an order that is not shipped. */
  readonly shipping_address: OrderDraftAddress | null;
  readonly payment: OrderDraftPayment;
  /** The taxes of the whole order: `applied_taxes` and `taxes` of its extension attributes. */
  readonly taxes: readonly OrderDraftTax[];
  /** Tax on shipping, for `additional_itemized_taxes`. */
  readonly shipping_taxes: readonly OrderDraftTax[];
  /** Fields of modules in the order. */
  readonly extensions: OrderExtensions;
}

/** Amounts of an order that exist in both currencies. */
type AmountName =
  | 'discount_amount'
  | 'grand_total'
  | 'discount_tax_compensation_amount'
  | 'shipping_amount'
  | 'shipping_discount_amount'
  | 'shipping_incl_tax'
  | 'shipping_tax_amount'
  | 'subtotal'
  | 'subtotal_incl_tax'
  | 'tax_amount';

/** Amounts by their names on the wire. */
export type OrderAmounts = { readonly [K in AmountName | `base_${AmountName}`]: number } & {
  readonly shipping_discount_tax_compensation_amount: number;
  readonly base_shipping_discount_tax_compensation_amnt: number;
};

/** An item of the order (sales-data-order-item-interface). */
export interface OrderDraftItem {
  readonly quote_item_id: number;
  /** `quote_item_id` of the composite item that it is a component of; null for an item by itself. */
  readonly parent_quote_item_id: number | null;
  readonly product_id: number;
  /** Type of the item in responses: `grouped` if the product was added through a grouped product. */
  readonly product_type: string;
  /** Type of the product itself. */
  readonly real_product_type: string;
  readonly sku: string;
  readonly name: string;
  readonly description: string | null;
  readonly weight: number | null;
  readonly row_weight: number;
  readonly is_virtual: 0 | 1;
  readonly is_qty_decimal: 0 | 1;
  readonly qty_ordered: number;
  /** Units on backorder; null: none. */
  readonly qty_backordered: number | null;
  readonly free_shipping: 0 | 1;
  readonly no_discount: 0 | 1;
  readonly applied_rule_ids: string | null;
  readonly additional_data: string | null;
  readonly base_cost: number | null;
  readonly price: number;
  readonly base_price: number;
  readonly original_price: number;
  readonly base_original_price: number | null;
  readonly price_incl_tax: number | null;
  readonly base_price_incl_tax: number | null;
  readonly row_total: number;
  readonly base_row_total: number;
  readonly row_total_incl_tax: number;
  readonly base_row_total_incl_tax: number;
  readonly tax_amount: number;
  readonly base_tax_amount: number;
  /** Null where the components are taxed one by one. */
  readonly tax_percent: number | null;
  readonly discount_amount: number;
  readonly base_discount_amount: number;
  readonly discount_percent: number;
  readonly discount_tax_compensation_amount: number | null;
  readonly base_discount_tax_compensation_amount: number | null;
  /** `product_option` as on the wire: its extension attributes (custom_options, …); null: none. */
  readonly product_option: { readonly extension_attributes: Readonly<Record<string, unknown>> } | null;
  /** Whether the components of a composite item are shipped separately, and their prices added up; values as on the wire. */
  readonly shipment_type: 0 | 1;
  readonly product_calculations: 0 | 1;
  /** Units of a component per unit of its item; null elsewhere. */
  readonly qty_per_parent: number | null;
  readonly taxes: readonly OrderDraftTax[];
  /** Fields of modules in the item. */
  readonly extensions: OrderItemExtensions;
}

/** An address of the order (sales-data-order-address-interface). */
export interface OrderDraftAddress {
  readonly address_type: 'billing' | 'shipping';
  readonly quote_address_id: number;
  readonly customer_id: number | null;
  readonly customer_address_id: number | null;
  readonly email: string | null;
  readonly prefix: string | null;
  readonly firstname: string;
  readonly middlename: string | null;
  readonly lastname: string;
  readonly suffix: string | null;
  readonly company: string | null;
  readonly street: readonly string[];
  readonly city: string;
  readonly region: string | null;
  readonly region_code: string | null;
  readonly region_id: number | null;
  readonly postcode: string | null;
  readonly country_id: string;
  readonly telephone: string | null;
  readonly fax: string | null;
  readonly vat_id: string | null;
}

/** The payment of the order (sales-data-order-payment-interface). */
export interface OrderDraftPayment {
  readonly quote_payment_id: number;
  readonly method: string;
  readonly method_title: string;
  /** The texts of `additional_information`; the first is the method's title. */
  readonly additional_information: readonly (string | null)[];
  readonly additional_data: string | null;
  readonly po_number: string | null;
  /** Whether the cart had a payment before the call that orders it. */
  readonly was_chosen: boolean;
  /** The status of new orders with the method (`payment/<method>/order_status`). */
  readonly order_status: string;
  /**
   * The provider's transaction: it holds the order's money, has taken it, or has not decided yet (`pending`); null: no provider.
   */
  readonly transaction: (MoneyTaken & { readonly kind: NewPayment['kind'] }) | null;
}

/** A rate of a tax of the order or of an item (tax-data-order-tax-interface). */
export interface OrderDraftTax {
  /** Common id of the rates of one priority, which are added up; orders of earlier releases do not have it. */
  readonly applied_id?: string;
  readonly code: string;
  readonly title: string;
  /** Percentage of the rate by itself. */
  readonly percent: number;
  /**
   * The rate's share of the untaxed amount in percent: more than `percent` where it taxes other taxes too. Rates that are added
   * up have their own percentage here.
   */
  readonly applied_percent: number;
  /** Amount of all rates of the same priority. */
  readonly amount: number;
  readonly base_amount: number;
  /** Amount of this rate. */
  readonly real_amount: number;
  readonly real_base_amount: number;
  /** The part of the base amount that belongs to the rate's own percentage. */
  readonly base_real_amount: number;
}

/** An order placed from a cart. */
export interface PlacedOrder {
  readonly entity_id: number;
  /** The number that buyers know the order by. */
  readonly increment_id: string;
}

/** A stored order whose payment is not booked yet. */
interface WrittenOrder extends PlacedOrder {
  /**
   * Books the payment that a provider has captured or authorized, if any; called once the units of the order are
   * reserved.
   */
  book(): Promise<void>;
}

/** Places orders of carts; the orders module provides it. */
export interface OrderPlacement {
  /**
   * Writes the order in the transaction of the call; returns its id and number. The caller handles stock, coupons and
   * the cart.
   */
  place(call: Call, draft: OrderDraft): Promise<WrittenOrder>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    orderPlacement: OrderPlacement;
  }
}
