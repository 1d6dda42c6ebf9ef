import * as t from '../../kernel/types.ts';

/** Extension attributes of an item in the totals; modules add to them. */
export const TotalsItemExtension = t.extension('quote-data-totals-item-extension-interface', {});

/** An item in the totals of a cart. */
const TotalsItem = t.object('quote-data-totals-item-interface', {
  item_id: t.integer,
  price: t.number,
  base_price: t.number,
  qty: t.number,
  row_total: t.number,
  base_row_total: t.number,
  row_total_with_discount: t.optional(t.number),
  tax_amount: t.optional(t.number),
  base_tax_amount: t.optional(t.number),
  tax_percent: t.optional(t.number),
  discount_amount: t.optional(t.number),
  base_discount_amount: t.optional(t.number),
  discount_percent: t.optional(t.number),
  price_incl_tax: t.optional(t.number),
  base_price_incl_tax: t.optional(t.number),
  row_total_incl_tax: t.optional(t.number),
  base_row_total_incl_tax: t.optional(t.number),
  options: t.string,
  weee_tax_applied_amount: t.number,
  weee_tax_applied: t.string,
  extension_attributes: t.optional(TotalsItemExtension),
  name: t.optional(t.string),
});
/** An item of totals in a response. */
export type TotalsItemOutput = t.Out<typeof TotalsItem>;

const GrandTotalDetails = t.object('tax-data-grand-total-details-interface', {
  amount: t.number,
  rates: t.array(t.object('tax-data-grand-total-rates-interface', { percent: t.string, title: t.string })),
  group_id: t.integer,
});

/** Extension attributes of a line of the totals; modules add to them. */
export const TotalSegmentExtension = t.extension('quote-data-total-segment-extension-interface', {
  tax_grandtotal_details: t.optional(t.array(GrandTotalDetails)),
});

/** A line of the displayed totals. */
const TotalSegment = t.object('quote-data-total-segment-interface', {
  code: t.string,
  title: t.optional(t.string),
  value: t.number,
  area: t.optional(t.string),
  extension_attributes: t.optional(TotalSegmentExtension),
});
/** A line of the totals in a response. */
export type TotalSegmentOutput = t.Out<typeof TotalSegment>;

/** Extension attributes of the totals; modules add to them. */
export const TotalsExtension = t.extension('quote-data-totals-extension-interface', {
  coupon_label: t.optional(t.string),
});

/** The totals of a cart. */
export const QuoteTotals = t.object('quote-data-totals-interface', {
  grand_total: t.optional(t.number),
  base_grand_total: t.optional(t.number),
  subtotal: t.optional(t.number),
  base_subtotal: t.optional(t.number),
  discount_amount: t.optional(t.number),
  base_discount_amount: t.optional(t.number),
  subtotal_with_discount: t.optional(t.number),
  base_subtotal_with_discount: t.optional(t.number),
  shipping_amount: t.optional(t.number),
  base_shipping_amount: t.optional(t.number),
  shipping_discount_amount: t.optional(t.number),
  base_shipping_discount_amount: t.optional(t.number),
  tax_amount: t.optional(t.number),
  base_tax_amount: t.optional(t.number),
  weee_tax_applied_amount: t.number,
  shipping_tax_amount: t.optional(t.number),
  base_shipping_tax_amount: t.optional(t.number),
  subtotal_incl_tax: t.optional(t.number),
  base_subtotal_incl_tax: t.optional(t.number),
  shipping_incl_tax: t.optional(t.number),
  base_shipping_incl_tax: t.optional(t.number),
  base_currency_code: t.optional(t.string),
  quote_currency_code: t.optional(t.string),
  coupon_code: t.optional(t.secret(t.string, 'coupon')),
  items_qty: t.optional(t.integer),
  items: t.optional(t.array(TotalsItem)),
  total_segments: t.array(TotalSegment),
  extension_attributes: t.optional(TotalsExtension),
});
/** The totals of a cart in a response. */
export type QuoteTotalsOutput = t.Out<typeof QuoteTotals>;
