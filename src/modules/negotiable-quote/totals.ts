import type { Call } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { Decimal, decimal, round } from '../../kernel/money.ts';
import { amountOf, leastAmount, mostAmount, sumOf, type Amount } from '../../kernel/units.ts';
import type { StoredCart } from '../quote/service.ts';
import type { AmountPair, CartTotal, CartTotals, LoadedTotal, TotalsCart } from '../quote/totals/extensions.ts';
import { namesOfTotal, type OrderTotal, type TotalShare } from '../sales/total-extensions.ts';
import { negotiationErrors } from './errors.ts';
import { rowDiscounts, sharesOf, totalOf } from './discounts.ts';
import { hasPrices, itemsKey, negotiationOf, orderAtPrice, proposedPrices } from './negotiations.ts';
import { finalStates, orderableStates, pricedStates, templateStates } from './states.ts';
import type { NegotiationRow } from './tables.ts';

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions {
    readonly negotiated_discount_amount?: number;
    readonly base_negotiated_discount_amount?: number;
  }
  interface OrderItemExtensions {
    readonly negotiated_discount_amount?: number;
    readonly base_negotiated_discount_amount?: number;
  }
}

/** The discount of a negotiated price, while the cart's items match those of the negotiation. */
export const cartNegotiation: CartTotal = {
  code: 'negotiable_quote',
  after: 'tax',
  sortOrder: 48,
  async load(call, cart) {
    const negotiation = await negotiationOf(call, cart);
    if (!negotiation) return undefined;
    const isValid = isInForce(call, cart, negotiation);
    return isValid && hasPrices(proposedPrices(negotiation))
      ? discountOf(cart, negotiation)
      : withoutDiscount(negotiation, isValid);
  },
};

/**
 * Whether the quote was ordered, or is in a purchase order, or was submitted and is valid today; and has the items that it had then. A template always
 * shows its terms.
 */
export function isInForce(call: Call, cart: StoredCart, { status, expires_on, items_key }: NegotiationRow): boolean {
  if (templateStates.includes(status)) return true;
  const today = call.clock.now().toISOString().slice(0, 10);
  const isValid = pricedStates.includes(status) && (expires_on === null || expires_on >= today);
  return (isValid || finalStates.includes(status)) && items_key === itemsKey(call, cart);
}

/** A quote at regular prices. It cannot be ordered while the shop works on it, nor after it has expired. */
function withoutDiscount(negotiation: NegotiationRow, isValid: boolean): LoadedTotal {
  const { status } = negotiation;
  return {
    collect: () => ({ amount: decimal(0), base: decimal(0) }),
    onPlace: async (call) => {
      if (!orderableStates.includes(status)) throw negotiationErrors.wrongState([status]);
      const isOrderable = isValid || status === 'declined';
      if (!isOrderable || !(await orderAtPrice(call, negotiation))) throw negotiationErrors.gone();
    },
  };
}

function discountOf(cart: StoredCart, negotiation: NegotiationRow): LoadedTotal {
  const own = cart.items.filter(({ parent_item_id }) => parent_item_id === null);
  const prices = proposedPrices(negotiation);
  const discounts = (input: TotalsCart, totals: CartTotals): AmountPair[] => {
    const rows = own.map(({ item_id, qty }) => {
      const { rowTotal, discount } = valueAt(totals.items, item_id);
      return {
        itemId: item_id,
        qty,
        amount: rowTotal.base.minus(discount.base),
        shown: rowTotal.amount.minus(discount.amount),
      };
    });
    const base = rowDiscounts(rows, prices);
    const shown = totalOf(rows.map((row) => row.shown));
    const amount = Decimal.min(round(totalOf(base).times(input.currencyRate)), round(shown));
    return zip(base, sharesOf(amount, base)).map(([off, share]) => ({ base: off, amount: share }));
  };
  const whole = (input: TotalsCart, totals: CartTotals): AmountPair => {
    const all = discounts(input, totals);
    return { base: totalOf(all.map(({ base }) => base)), amount: totalOf(all.map(({ amount }) => amount)) };
  };
  return {
    collect(input, totals) {
      const { amount, base } = whole(input, totals);
      return { amount: amount.negated(), base: base.negated() };
    },
    show: () => ({ title: 'Negotiated Discount' }),
    draft(totals, input) {
      const { amount, base } = whole(input, totals);
      return { negotiated_discount_amount: amount.toNumber(), base_negotiated_discount_amount: base.toNumber() };
    },
    draftItems(totals, input) {
      return new Map(
        zip(own, discounts(input, totals)).map(([{ item_id }, { amount, base }]) => [
          item_id,
          { negotiated_discount_amount: amount.toNumber(), base_negotiated_discount_amount: base.toNumber() },
        ]),
      );
    },
    async onPlace(call) {
      if (!(await orderAtPrice(call, negotiation))) throw negotiationErrors.gone();
    },
  };
}

/** The agreed price for shipping, while the prices of the quote are in force. */
export async function agreedShippingPrice(call: Call, cart: StoredCart): Promise<Decimal | undefined> {
  const negotiation = await negotiationOf(call, cart);
  if (!negotiation || negotiation.shipping_price === null) return undefined;
  return isInForce(call, cart, negotiation) ? Decimal.fromUnits(negotiation.shipping_price, 4) : undefined;
}

/** The discount applies to each item, and so to its invoices and credit memos. */
export const orderNegotiation: OrderTotal = {
  names: namesOfTotal('negotiated_discount'),
  sign: -1,
  share<C extends 'order' | 'base'>({ left, isLast, lines, currency }: TotalShare<C>): Amount<C> {
    if (isLast) return left;
    const name = currency === 'order' ? 'negotiated_discount_amount' : 'base_negotiated_discount_amount';
    const shares = lines.map(({ item, qty }) => {
      const whole = decimal(item[name] ?? 0);
      return amountOf<C>(round(whole.times(qty.toFixed(4)).div(item.fields.qty_ordered || 1)));
    });
    return mostAmount(amountOf<C>(0), leastAmount(left, sumOf(shares)));
  },
  label: () => 'Negotiated Discount',
};
