import * as t from '../../kernel/types.ts';
import { QuoteTotals } from '../quote/totals-types.ts';
import { OfferedPaymentMethod, QuoteAddress } from '../quote/types.ts';

const customAttributes = t.customAttributes('customer_address');

/** Extension attributes of a cart's shipping information. */
const ShippingInformationExtension = t.extension('checkout-data-shipping-information-extension-interface', {});

/** Shipping address, billing address and shipping method of a cart. */
export const ShippingInformation = t.object('checkout-data-shipping-information-interface', {
  shipping_address: QuoteAddress,
  billing_address: t.optional(QuoteAddress),
  shipping_method_code: t.string,
  shipping_carrier_code: t.string,
  extension_attributes: t.optional(ShippingInformationExtension),
  custom_attributes: t.optional(customAttributes),
});

/** Extension attributes of a request for totals. */
export const TotalsInformationExtension = t.extension('checkout-data-totals-information-extension-interface', {});

/** The input of a request for totals. */
export const TotalsInformation = t.object('checkout-data-totals-information-interface', {
  address: QuoteAddress,
  shipping_method_code: t.optional(t.string),
  shipping_carrier_code: t.optional(t.string),
  extension_attributes: t.optional(TotalsInformationExtension),
  custom_attributes: t.optional(customAttributes),
});

/** Extension attributes of payment details. */
const PaymentDetailsExtension = t.extension('checkout-data-payment-details-extension-interface', {});

/** Payment methods and totals of a cart. */
export const PaymentDetails = t.object('checkout-data-payment-details-interface', {
  payment_methods: t.array(OfferedPaymentMethod),
  totals: QuoteTotals,
  extension_attributes: t.optional(PaymentDetailsExtension),
});
