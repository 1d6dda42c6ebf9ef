import * as t from '../../kernel/types.ts';
import { searchResults } from '../../storage/criteria/criteria.ts';
import { Customer } from '../customer/customers/types.ts';
import { RuleDiscount } from '../sales-rule/types.ts';
import { ProductOption } from './option-types.ts';

const customAttributes = t.customAttributes('customer_address');

/** Extension attributes of an address of a cart; modules add to them. */
export const QuoteAddressExtensionAttributes = t.extension('quote-data-address-extension-interface', {
  discounts: t.optional(t.array(RuleDiscount)),
  pickup_location_code: t.optional(t.string),
});

/** A billing or shipping address of a cart. */
export const QuoteAddress = t.object('quote-data-address-interface', {
  id: t.optional(t.integer),
  region: t.string,
  region_id: t.integer,
  region_code: t.string,
  country_id: t.string,
  street: t.array(t.string),
  company: t.optional(t.string),
  telephone: t.string,
  fax: t.optional(t.string),
  postcode: t.string,
  city: t.string,
  firstname: t.string,
  lastname: t.string,
  middlename: t.optional(t.string),
  prefix: t.optional(t.string),
  suffix: t.optional(t.string),
  vat_id: t.optional(t.string),
  customer_id: t.optional(t.integer),
  email: t.string,
  same_as_billing: t.optional(t.integer),
  customer_address_id: t.optional(t.integer),
  save_in_address_book: t.optional(t.integer),
  extension_attributes: t.optional(QuoteAddressExtensionAttributes),
  custom_attributes: t.optional(customAttributes),
});
/** An address of a cart in a request. */
export type QuoteAddressInput = t.In<typeof QuoteAddress>;
/** An address of a cart in a response. */
export type QuoteAddressOutput = t.Out<typeof QuoteAddress>;

/** Extension attributes of an item of a cart; modules add to them. */
export const CartItemExtensionAttributes = t.extension('quote-data-cart-item-extension-interface', {
  discounts: t.optional(t.array(RuleDiscount)),
});

/** A product in a cart. */
export const CartItem = t.object('quote-data-cart-item-interface', {
  item_id: t.optional(t.integer),
  sku: t.optional(t.string),
  qty: t.number,
  name: t.optional(t.string),
  price: t.optional(t.number),
  product_type: t.optional(t.string),
  quote_id: t.string,
  product_option: t.optional(ProductOption),
  extension_attributes: t.optional(CartItemExtensionAttributes),
});
/** An item of a cart in a request. */
export type CartItemInput = t.In<typeof CartItem>;
/** An item of a cart in a response. */
export type CartItemOutput = t.Out<typeof CartItem>;

const QuoteCurrency = t.object('quote-data-currency-interface', {
  global_currency_code: t.optional(t.string),
  base_currency_code: t.optional(t.string),
  store_currency_code: t.optional(t.string),
  quote_currency_code: t.optional(t.string),
  store_to_base_rate: t.optional(t.number),
  store_to_quote_rate: t.optional(t.number),
  base_to_global_rate: t.optional(t.number),
  base_to_quote_rate: t.optional(t.number),
  extension_attributes: t.optional(t.extension('quote-data-currency-extension-interface', {})),
});

const ShippingAssignment = t.object('quote-data-shipping-assignment-interface', {
  shipping: t.object('quote-data-shipping-interface', {
    address: QuoteAddress,
    method: t.string,
    extension_attributes: t.optional(t.extension('quote-data-shipping-extension-interface', {})),
  }),
  items: t.array(CartItem),
  extension_attributes: t.optional(t.extension('quote-data-shipping-assignment-extension-interface', {})),
});

/** Extension attributes of a cart; modules add to them. */
export const CartExtensionAttributes = t.extension('quote-data-cart-extension-interface', {
  shipping_assignments: t.optional(t.array(ShippingAssignment)),
});

/** A cart. */
export const Cart = t.object('quote-data-cart-interface', {
  id: t.integer,
  created_at: t.optional(t.string),
  updated_at: t.optional(t.string),
  converted_at: t.optional(t.string),
  is_active: t.optional(t.boolean),
  is_virtual: t.optional(t.boolean),
  items: t.optional(t.array(CartItem)),
  items_count: t.optional(t.integer),
  items_qty: t.optional(t.number),
  customer: Customer,
  billing_address: t.optional(QuoteAddress),
  reserved_order_id: t.optional(t.string),
  orig_order_id: t.optional(t.integer),
  currency: t.optional(QuoteCurrency),
  customer_is_guest: t.optional(t.boolean),
  customer_note: t.optional(t.string),
  customer_note_notify: t.optional(t.boolean),
  customer_tax_class_id: t.optional(t.integer),
  store_id: t.integer,
  extension_attributes: t.optional(CartExtensionAttributes),
});
/** A cart in a request. */
export type CartInput = t.In<typeof Cart>;
/** A cart in a response. */
export type CartOutput = t.Out<typeof Cart>;

/** A page of carts. */
export const CartSearchResults = searchResults('quote-data-cart-search-results-interface', Cart);

/** The payment of a cart. */
export const QuotePayment = t.object('quote-data-payment-interface', {
  po_number: t.optional(t.string),
  method: t.string,
  additional_data: t.optional(t.secret(t.namedList)),
  extension_attributes: t.optional(
    t.extension('quote-data-payment-extension-interface', { agreement_ids: t.optional(t.array(t.string)) }),
  ),
});
/** A payment of a cart in a request. */
export type QuotePaymentInput = t.In<typeof QuotePayment>;
/** A payment of a cart in a response. */
export type QuotePaymentOutput = t.Out<typeof QuotePayment>;

/** A payment method that a cart can use. */
export const OfferedPaymentMethod = t.object('quote-data-payment-method-interface', {
  code: t.string,
  title: t.string,
});

/** A shipping method for a cart, with its price. */
export const ShippingMethod = t.object('quote-data-shipping-method-interface', {
  carrier_code: t.string,
  method_code: t.string,
  carrier_title: t.optional(t.string),
  method_title: t.optional(t.string),
  amount: t.number,
  base_amount: t.number,
  available: t.boolean,
  extension_attributes: t.optional(t.extension('quote-data-shipping-method-extension-interface', {})),
  error_message: t.string,
  price_excl_tax: t.number,
  price_incl_tax: t.number,
});
/** A shipping method in a response. */
export type ShippingMethodOutput = t.Out<typeof ShippingMethod>;

/** Extension attributes of calls that collect totals; modules add to them. */
export const TotalsAdditionalDataExtension = t.extension('quote-data-totals-additional-data-extension-interface', {});

/** The data of other modules in a call that collects totals. */
export const TotalsAdditionalData = t.object('quote-data-totals-additional-data-interface', {
  extension_attributes: t.optional(TotalsAdditionalDataExtension),
  custom_attributes: t.optional(customAttributes),
});
