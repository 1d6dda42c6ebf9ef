import * as t from '../../kernel/types.ts';
import { QuoteTotals } from '../quote/totals-types.ts';
import { OfferedPaymentMethod, QuoteAddress } from '../quote/types.ts';

const customAttributes = t.customAttributes('customer_address');

/** What modules take with where a cart is shipped to. */
const ShippingInformationExtension = t.extension('checkout-data-shipping-information-extension-interface', {});

/** Where a cart is shipped to and billed, and how it is shipped. */
export const ShippingInformation = t.object('checkout-data-shipping-information-interface', {
  shipping_address: QuoteAddress,
  billing_address: t.optional(QuoteAddress),
  shipping_method_code: t.string,
  shipping_carrier_code: t.string,
  extension_attributes: t.optional(ShippingInformationExtension),
  custom_attributes: t.optional(customAttributes),
});

/** What modules take with what totals are asked for. */
export const TotalsInformationExtension = t.extension('checkout-data-totals-information-extension-interface', {});

/** What totals are asked for. */
export const TotalsInformation = t.object('checkout-data-totals-information-interface', {
  address: QuoteAddress,
  shipping_method_code: t.optional(t.string),
  shipping_carrier_code: t.optional(t.string),
  extension_attributes: t.optional(TotalsInformationExtension),
  custom_attributes: t.optional(customAttributes),
});

/** What modules say of how a cart can be paid. */
const PaymentDetailsExtension = t.extension('checkout-data-payment-details-extension-interface', {});

/** How a cart can be paid, and what it comes to. */
export const PaymentDetails = t.object('checkout-data-payment-details-interface', {
  payment_methods: t.array(OfferedPaymentMethod),
  totals: QuoteTotals,
  extension_attributes: t.optional(PaymentDetailsExtension),
});
