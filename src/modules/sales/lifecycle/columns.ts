import type { ColumnTable } from '../amounts.ts';
import type { CreditmemoFields } from '../types/creditmemo.ts';
import type { InvoiceFields } from '../types/invoice.ts';
import type { ItemFields } from '../types/order-item.ts';
import type { OrderFields } from '../types/order.ts';
import type { OrderPaymentFields } from '../types/payment.ts';

/** Amounts of an order. Discounts are negative, but a canceled discount is stored as a positive number. */
export const orderColumns = {
  subtotal: { order: 'subtotal', base: 'base_subtotal' },
  subtotalInvoiced: { order: 'subtotal_invoiced', base: 'base_subtotal_invoiced' },
  subtotalRefunded: { order: 'subtotal_refunded', base: 'base_subtotal_refunded' },
  subtotalCanceled: { order: 'subtotal_canceled', base: 'base_subtotal_canceled' },
  discount: { order: 'discount_amount', base: 'base_discount_amount' },
  discountInvoiced: { order: 'discount_invoiced', base: 'base_discount_invoiced' },
  discountRefunded: { order: 'discount_refunded', base: 'base_discount_refunded' },
  discountCanceled: { order: 'discount_canceled', base: 'base_discount_canceled' },
  tax: { order: 'tax_amount', base: 'base_tax_amount' },
  taxInvoiced: { order: 'tax_invoiced', base: 'base_tax_invoiced' },
  taxRefunded: { order: 'tax_refunded', base: 'base_tax_refunded' },
  taxCanceled: { order: 'tax_canceled', base: 'base_tax_canceled' },
  compensation: { order: 'discount_tax_compensation_amount', base: 'base_discount_tax_compensation_amount' },
  compensationInvoiced: {
    order: 'discount_tax_compensation_invoiced',
    base: 'base_discount_tax_compensation_invoiced',
  },
  compensationRefunded: {
    order: 'discount_tax_compensation_refunded',
    base: 'base_discount_tax_compensation_refunded',
  },
  shipping: { order: 'shipping_amount', base: 'base_shipping_amount' },
  shippingInvoiced: { order: 'shipping_invoiced', base: 'base_shipping_invoiced' },
  shippingRefunded: { order: 'shipping_refunded', base: 'base_shipping_refunded' },
  shippingCanceled: { order: 'shipping_canceled', base: 'base_shipping_canceled' },
  shippingInclTax: { order: 'shipping_incl_tax', base: 'base_shipping_incl_tax' },
  shippingTax: { order: 'shipping_tax_amount', base: 'base_shipping_tax_amount' },
  shippingTaxRefunded: { order: 'shipping_tax_refunded', base: 'base_shipping_tax_refunded' },
  shippingDiscount: { order: 'shipping_discount_amount', base: 'base_shipping_discount_amount' },
  shippingCompensation: {
    order: 'shipping_discount_tax_compensation_amount',
    base: 'base_shipping_discount_tax_compensation_amnt',
  },
  adjustmentPositive: { order: 'adjustment_positive', base: 'base_adjustment_positive' },
  adjustmentNegative: { order: 'adjustment_negative', base: 'base_adjustment_negative' },
  grandTotal: { order: 'grand_total', base: 'base_grand_total' },
  totalInvoiced: { order: 'total_invoiced', base: 'base_total_invoiced' },
  totalPaid: { order: 'total_paid', base: 'base_total_paid' },
  totalDue: { order: 'total_due', base: 'base_total_due' },
  totalRefunded: { order: 'total_refunded', base: 'base_total_refunded' },
  totalOnlineRefunded: { order: 'total_online_refunded', base: 'base_total_online_refunded' },
  totalOfflineRefunded: { order: 'total_offline_refunded', base: 'base_total_offline_refunded' },
  totalCanceled: { order: 'total_canceled', base: 'base_total_canceled' },
} as const satisfies ColumnTable<keyof OrderFields>;

/** Amounts of the payment of an order. */
export const paymentColumns = {
  authorized: { order: 'amount_authorized', base: 'base_amount_authorized' },
  paid: { order: 'amount_paid', base: 'base_amount_paid' },
  refunded: { order: 'amount_refunded', base: 'base_amount_refunded' },
  shipping: { order: 'shipping_amount', base: 'base_shipping_amount' },
  shippingCaptured: { order: 'shipping_captured', base: 'base_shipping_captured' },
  shippingRefunded: { order: 'shipping_refunded', base: 'base_shipping_refunded' },
} as const satisfies ColumnTable<keyof OrderPaymentFields>;

/** Amounts of an item of an order. */
export const itemColumns = {
  price: { order: 'price', base: 'base_price' },
  rowTotal: { order: 'row_total', base: 'base_row_total' },
  rowTotalInclTax: { order: 'row_total_incl_tax', base: 'base_row_total_incl_tax' },
  rowInvoiced: { order: 'row_invoiced', base: 'base_row_invoiced' },
  rowRefunded: { order: 'amount_refunded', base: 'base_amount_refunded' },
  discount: { order: 'discount_amount', base: 'base_discount_amount' },
  discountInvoiced: { order: 'discount_invoiced', base: 'base_discount_invoiced' },
  discountRefunded: { order: 'discount_refunded', base: 'base_discount_refunded' },
  tax: { order: 'tax_amount', base: 'base_tax_amount' },
  taxInvoiced: { order: 'tax_invoiced', base: 'base_tax_invoiced' },
  taxRefunded: { order: 'tax_refunded', base: 'base_tax_refunded' },
  compensation: { order: 'discount_tax_compensation_amount', base: 'base_discount_tax_compensation_amount' },
  compensationInvoiced: {
    order: 'discount_tax_compensation_invoiced',
    base: 'base_discount_tax_compensation_invoiced',
  },
  compensationRefunded: {
    order: 'discount_tax_compensation_refunded',
    base: 'base_discount_tax_compensation_refunded',
  },
} as const satisfies ColumnTable<keyof ItemFields>;

/** Amounts of a line of an invoice or a credit memo. */
export const lineColumns = {
  rowTotal: { order: 'row_total', base: 'base_row_total' },
  discount: { order: 'discount_amount', base: 'base_discount_amount' },
  tax: { order: 'tax_amount', base: 'base_tax_amount' },
  compensation: { order: 'discount_tax_compensation_amount', base: 'base_discount_tax_compensation_amount' },
  rowTotalInclTax: { order: 'row_total_incl_tax', base: 'base_row_total_incl_tax' },
} as const satisfies ColumnTable<keyof NonNullable<InvoiceFields['items'] & CreditmemoFields['items']>[number]>;

/** Amounts of an invoice or a credit memo; only credit memos have adjustments. */
export const documentColumns = {
  subtotal: { order: 'subtotal', base: 'base_subtotal' },
  subtotalInclTax: { order: 'subtotal_incl_tax', base: 'base_subtotal_incl_tax' },
  discount: { order: 'discount_amount', base: 'base_discount_amount' },
  tax: { order: 'tax_amount', base: 'base_tax_amount' },
  compensation: { order: 'discount_tax_compensation_amount', base: 'base_discount_tax_compensation_amount' },
  shipping: { order: 'shipping_amount', base: 'base_shipping_amount' },
  shippingInclTax: { order: 'shipping_incl_tax', base: 'base_shipping_incl_tax' },
  shippingTax: { order: 'shipping_tax_amount', base: 'base_shipping_tax_amount' },
  shippingCompensation: {
    order: 'shipping_discount_tax_compensation_amount',
    base: 'base_shipping_discount_tax_compensation_amnt',
  },
  adjustmentPositive: { order: 'adjustment_positive', base: 'base_adjustment_positive' },
  adjustmentNegative: { order: 'adjustment_negative', base: 'base_adjustment_negative' },
  adjustment: { order: 'adjustment', base: 'base_adjustment' },
  grandTotal: { order: 'grand_total', base: 'base_grand_total' },
} as const satisfies ColumnTable<keyof InvoiceFields | keyof CreditmemoFields>;
