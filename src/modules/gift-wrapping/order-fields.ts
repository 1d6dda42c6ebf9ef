import { recordOf } from '../../kernel/own-fields.ts';
import * as t from '../../kernel/types.ts';
import { wrappingParts } from './totals.ts';

const text = t.optional(t.string);
/** Optional texts by name: amounts and flags of wrapping are texts in the interface. */
const texts = <N extends string>(names: readonly N[]) => recordOf(names, () => text);

const amounts = wrappingParts.flatMap((part) =>
  (['price', 'tax_amount'] as const).flatMap((name) => [`${part}_${name}`, `${part}_base_${name}`] as const),
);
const withTax = wrappingParts.flatMap((part) => [`${part}_price_incl_tax`, `${part}_base_price_incl_tax`] as const);
const stepFields = wrappingParts.flatMap((part) => {
  const tax = part === 'gw' ? 'tax_amount' : 'tax';
  return (['invoiced', 'refunded'] as const).flatMap((step) =>
    (['price', tax] as const).flatMap((name) => [`${part}_${name}_${step}`, `${part}_base_${name}_${step}`] as const),
  );
});
const choices = ['gw_allow_gift_receipt', 'gw_add_card'] as const;

/** Wrapping fields of invoices and credit memos. */
export const documentFields = texts(amounts);

/** Wrapping fields of an order. */
export const orderFields = texts(['gw_id', ...choices, ...amounts, ...withTax, ...stepFields]);

/** Wrapping fields of an order item: unit price, tax of all units. */
export const orderItemFields = texts([
  'gw_id',
  ...(['', '_invoiced', '_refunded'] as const).flatMap((step) =>
    (['gw_price', 'gw_base_price', 'gw_tax_amount', 'gw_base_tax_amount'] as const).map(
      (name) => `${name}${step}` as const,
    ),
  ),
]);

/** Wrapping fields of the total segment. */
export const segmentFields = {
  ...texts(['gw_order_id', ...choices, ...amounts, ...withTax]),
  gw_item_ids: t.optional(t.array(t.string)),
};

/** Wrapping fields of gift messages. */
export const messageFields = {
  wrapping_id: t.optional(t.integer),
  wrapping_allow_gift_receipt: t.optional(t.boolean),
  wrapping_add_printed_card: t.optional(t.boolean),
};
