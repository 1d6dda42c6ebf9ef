import * as t from '../../../kernel/types.ts';

/** A tax on one item of an order, or on its shipping. */
export const OrderTaxItem = t.object('tax-data-order-tax-item-interface', {
  tax_item_id: t.optional(t.integer),
  tax_id: t.optional(t.integer),
  item_id: t.optional(t.integer),
  tax_code: t.optional(t.string),
  tax_percent: t.number,
  amount: t.number,
  base_amount: t.number,
  real_amount: t.number,
  real_base_amount: t.number,
  associated_item_id: t.optional(t.integer),
  taxable_item_type: t.optional(t.string),
  extension_attributes: t.optional(t.extension('tax-data-order-tax-item-extension-interface', {})),
});

/** A rate of a tax. */
const AppliedTaxRate = t.object('tax-data-applied-tax-rate-interface', {
  code: t.optional(t.string),
  title: t.optional(t.string),
  percent: t.optional(t.number),
  extension_attributes: t.optional(t.extension('tax-data-applied-tax-rate-extension-interface', {})),
});

const OrderTaxDetailsAppliedTaxExtension = t.extension('tax-data-order-tax-details-applied-tax-extension-interface', {
  rates: t.optional(t.array(AppliedTaxRate)),
});

/** A tax that was applied, with its rates. */
export const OrderTaxDetailsAppliedTax = t.object('tax-data-order-tax-details-applied-tax-interface', {
  code: t.optional(t.string),
  title: t.optional(t.string),
  percent: t.optional(t.number),
  amount: t.number,
  base_amount: t.number,
  extension_attributes: t.optional(OrderTaxDetailsAppliedTaxExtension),
});

/** The taxes of one item of an order (`product`) or of its shipping (`shipping`). */
export const OrderTaxDetailsItem = t.object('tax-data-order-tax-details-item-interface', {
  type: t.optional(t.string),
  item_id: t.optional(t.integer),
  associated_item_id: t.optional(t.integer),
  applied_taxes: t.optional(t.array(OrderTaxDetailsAppliedTax)),
  extension_attributes: t.optional(t.extension('tax-data-order-tax-details-item-extension-interface', {})),
});

/** A tax of a whole order. */
export const OrderTax = t.object('tax-data-order-tax-interface', {
  tax_id: t.optional(t.integer),
  order_id: t.optional(t.integer),
  code: t.optional(t.string),
  title: t.optional(t.string),
  percent: t.number,
  amount: t.number,
  base_amount: t.number,
  base_real_amount: t.number,
  priority: t.integer,
  position: t.integer,
  process: t.integer,
  extension_attributes: t.optional(t.extension('tax-data-order-tax-extension-interface', {})),
});
