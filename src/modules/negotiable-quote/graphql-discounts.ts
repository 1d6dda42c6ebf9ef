import type { Call } from '../../kernel/call.ts';
import { extendType, type GraphQLTypes } from '../../kernel/graphql.ts';
import { decimal, round } from '../../kernel/money.ts';
import type { ShownDiscount } from '../quote/graphql/types.ts';
import { itemDiscounts } from './discounts.ts';
import { itemOffersOf, negotiationOf, proposedPrices } from './negotiations.ts';
import type { ItemOffer } from './tables.ts';
import { isInForce } from './totals.ts';

declare module '../quote/graphql/types.ts' {
  interface ShownDiscount {
    /** The offer for the item of a quote that the discount comes from. */
    readonly offer?: ItemOffer;
  }
}

/**
 * The discount of the shop's offer for an item of a quote or of a quote template, without the share of the price of the whole quote.
 * Null for other carts; empty for an item without an offer, and while the buyer cannot order at it.
 */
async function discountsOf(
  call: Call,
  { item, evaluated }: GraphQLTypes['CartItemInterface'],
): Promise<ShownDiscount[] | null> {
  const row = await negotiationOf(call, evaluated.cart);
  if (!row) return null;
  const offer = itemOffersOf(row).find(({ item_id }) => item_id === item.item_id);
  if (!offer || !isInForce(call, evaluated.cart, row)) return [];
  const totals = evaluated.totals.items.get(item.item_id);
  const amount = totals ? totals.rowTotal.base.minus(totals.discount.base) : decimal(0);
  const [off = decimal(0)] = itemDiscounts(
    [{ itemId: item.item_id, qty: item.qty, amount }],
    proposedPrices(row).items,
  );
  const { displayed, baseToDisplayed } = evaluated.currencies;
  const value = round(off.times(baseToDisplayed)).toNumber();
  return [
    { amount: { value, currency: displayed }, applied_to: 'ITEM', coupon: null, label: 'Negotiated Discount', offer },
  ];
}

const discountFields = extendType('Discount', (t) => ({
  is_discounting_locked: t.field('Boolean', ({ offer }) => (offer ? (offer.is_locked ?? false) : null)),
  type: t.field('String', ({ offer }) => (offer?.type == null ? null : String(offer.type))),
  value: t.field('Float', ({ offer }) => offer?.value ?? null),
}));

const itemFields = extendType('CartItemInterface', (t) => ({
  discount: t.field('[Discount]', (source, _, call) => discountsOf(call, source)),
}));

/** The discounts of items of quotes in GraphQL. */
export const quoteDiscountDeclarations = [discountFields, itemFields];
