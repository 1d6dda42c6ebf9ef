import * as t from '../../kernel/types.ts';

/** A fee of an order; amounts in the order's and in the base currency. */
export const CustomFees = t.object('admin-ui-sdk-custom-fees-data-custom-fees-interface', {
  id: t.optional(t.string),
  order_id: t.string,
  custom_fee_code: t.string,
  custom_fee_label: t.string,
  custom_fee_amount: t.number,
  base_custom_fee_amount: t.number,
  custom_fee_amount_invoiced: t.number,
  base_custom_fee_amount_invoiced: t.number,
  custom_fee_amount_refunded: t.number,
  base_custom_fee_amount_refunded: t.number,
  apply_fee_on_last_invoice: t.boolean,
  apply_fee_on_last_creditmemo: t.boolean,
  invoice_id: t.optional(t.string),
  creditmemo_id: t.optional(t.string),
});
/** A fee in the input and the response of an order. */
export type CustomFeesFields = t.Out<typeof CustomFees>;
