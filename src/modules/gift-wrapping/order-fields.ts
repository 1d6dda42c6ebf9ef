import * as t from '../../kernel/types.ts';
import { wrappingParts } from './totals.ts';

/** Optional texts by name: amounts and flags of wrapping are texts in the interface. */
const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, t.optional(t.string)]));

const amounts = wrappingParts.flatMap((part) =>
  ['price', 'tax_amount'].flatMap((name) => [`${part}_${name}`, `${part}_base_${name}`]),
);
const withTax = wrappingParts.flatMap((part) => [`${part}_price_incl_tax`, `${part}_base_price_incl_tax`]);
const done = wrappingParts.flatMap((part) => {
  const tax = part === 'gw' ? 'tax_amount' : 'tax';
  return ['invoiced', 'refunded'].flatMap((step) =>
    ['price', tax].flatMap((name) => [`${part}_${name}_${step}`, `${part}_base_${name}_${step}`]),
  );
});
const choices = ['gw_allow_gift_receipt', 'gw_add_card'];

/** What documents tell of their part of the wrapping. */
export const documentFields = texts(amounts);

/** What an order tells of its wrapping. */
export const orderFields = texts(['gw_id', ...choices, ...amounts, ...withTax, ...done]);

/** What an item of an order tells: price of a piece, tax of all. */
export const orderItemFields = texts(
  ['gw_id'].concat(
    ['', '_invoiced', '_refunded'].flatMap((step) =>
      ['gw_price', 'gw_base_price', 'gw_tax_amount', 'gw_base_tax_amount'].map((name) => name + step),
    ),
  ),
);

/** What the line of the totals tells. */
export const segmentFields = {
  ...texts(['gw_order_id', ...choices, ...amounts, ...withTax]),
  gw_item_ids: t.optional(t.array(t.string)),
};

/** What is sent and shown with gift messages. */
export const messageFields = {
  wrapping_id: t.optional(t.integer),
  wrapping_allow_gift_receipt: t.optional(t.boolean),
  wrapping_add_printed_card: t.optional(t.boolean),
};
