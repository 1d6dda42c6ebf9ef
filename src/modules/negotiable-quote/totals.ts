import type { Call } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { Decimal, decimal, round } from '../../kernel/money.ts';
import { amountOf, leastAmount, mostAmount, sumOf, type Amount } from '../../kernel/units.ts';
import type { StoredCart } from '../quote/service.ts';
import type { AmountPair, CartTotal, CartTotals, LoadedTotal, TotalsCart } from '../quote/totals/extensions.ts';
import { namesOfTotal, type OrderTotal, type TotalShare } from '../sales/total-extensions.ts';
import { negotiationErrors } from './errors.ts';
import { itemsKey, negotiationsOf, orderAtPrice, sharesOf, takenOff } from './negotiations.ts';
import { isUnderWay } from './states.ts';
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
    const negotiation = (await negotiationsOf(call, [cart])).get(cart.id);
    if (!negotiation) return undefined;
    return hasPrice(negotiation) && isInForce(call, cart, negotiation)
      ? discountOf(cart, negotiation)
      : withoutPrice(negotiation);
  },
};

/** A negotiation with a proposed price. */
interface PricedNegotiation extends NegotiationRow {
  readonly price_type: number;
  readonly price_value: number;
}

function hasPrice(negotiation: NegotiationRow): negotiation is PricedNegotiation {
  return negotiation.price_type !== null && negotiation.price_value !== null;
}

/** Whether the price was submitted, is valid today, and matches the items of the cart. */
function isInForce(call: Call, cart: StoredCart, { status, expires_on, items_key }: PricedNegotiation): boolean {
  const today = call.clock.now().toISOString().slice(0, 10);
  return (
    status === 'submitted_by_admin' &&
    (expires_on === null || expires_on >= today) &&
    items_key === itemsKey(call, cart)
  );
}

/** A cart in negotiation cannot be ordered at another price. */
function withoutPrice({ status }: NegotiationRow): LoadedTotal {
  return {
    collect: () => ({ amount: decimal(0), base: decimal(0) }),
    onPlace: async () => {
      if (isUnderWay(status)) throw negotiationErrors.underWay();
    },
  };
}

function discountOf(cart: StoredCart, { price_type, price_value }: PricedNegotiation): LoadedTotal {
  const value = Decimal.fromUnits(price_value, 4);
  const own = cart.items.filter(({ parent_item_id }) => parent_item_id === null).map(({ item_id }) => item_id);
  const discount = (input: TotalsCart, { subtotal, itemDiscount }: CartTotals): AmountPair => {
    const base = takenOff(subtotal.base.minus(itemDiscount.base), price_type, value);
    const amount = subtotal.amount.minus(itemDiscount.amount);
    return { base, amount: Decimal.min(round(base.times(input.currencyRate)), round(amount)) };
  };
  return {
    collect(input, totals) {
      const { amount, base } = discount(input, totals);
      return { amount: amount.negated(), base: base.negated() };
    },
    show: () => ({ title: 'Negotiated Discount' }),
    draft(totals, input) {
      const { amount, base } = discount(input, totals);
      return { negotiated_discount_amount: amount.toNumber(), base_negotiated_discount_amount: base.toNumber() };
    },
    draftItems(totals, input) {
      const off = discount(input, totals);
      const rows = own.map((id) => valueAt(totals.items, id));
      const amounts = sharesOf(
        off.amount,
        rows.map(({ rowTotal, discount: own }) => rowTotal.amount.minus(own.amount)),
      );
      const base = sharesOf(
        off.base,
        rows.map(({ rowTotal, discount: own }) => rowTotal.base.minus(own.base)),
      );
      return new Map(
        zip(own, zip(amounts, base)).map(([id, [amount, baseAmount]]) => [
          id,
          {
            negotiated_discount_amount: amount.toNumber(),
            base_negotiated_discount_amount: baseAmount.toNumber(),
          },
        ]),
      );
    },
    async onPlace(call) {
      if (!(await orderAtPrice(call, cart.id))) throw negotiationErrors.gone();
    },
  };
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
