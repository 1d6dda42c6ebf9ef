import { decimal, round, type Setting } from '@souk/kit';
import type { AmountPair, CartTotal, CartTotals } from '@souk/kit/quote';
import { shareOfPayment, type OrderTotal, namesOfTotal } from '@souk/kit/sales';
import { addPoints, pointsOf, takePoints } from './tables.ts';
import { pointsTitle } from './texts.ts';

declare module '@souk/kit/quote' {
  interface CartExtensions {
    /** The points that a cart is to spend. */
    readonly acme_points?: number;
  }
  interface OrderExtensions {
    readonly acme_points_spent?: number;
    readonly acme_points_amount?: number;
    readonly base_acme_points_amount?: number;
  }
}

const nothing: AmountPair = { amount: decimal(0), base: decimal(0) };

/** The line of spent points in a cart's totals, after the grand total, which it reduces. */
export const cartTotal = (label: string | undefined, pointValue: Setting<number>): CartTotal => ({
  code: 'acme_points',
  after: 'grand_total',
  sortOrder: 110,
  async load(call, { acme_points: wished, customer_id: customerId }) {
    const value = call.config.of(pointValue);
    if (!wished || customerId == null || value === 0) return undefined;
    const available = Math.min(wished, await pointsOf(call, customerId));
    const amountIn = ({ added }: CartTotals): AmountPair => added.get('acme_points') ?? nothing;
    const spentIn = (totals: CartTotals): number => round(amountIn(totals).base.abs().div(value), 0).toNumber();
    return {
      collect(_, { grandTotal: { amount, base } }) {
        const points = Math.min(available, base.div(value).floor().toNumber());
        if (points <= 0) return nothing;
        const reduction = decimal(-points).times(value);
        return { amount: round(amount.times(reduction).div(base)), base: reduction };
      },
      show: () => ({ title: pointsTitle(call, label) }),
      draft: (totals) => ({
        acme_points_spent: spentIn(totals),
        acme_points_amount: amountIn(totals).amount.abs().toNumber(),
        base_acme_points_amount: amountIn(totals).base.abs().toNumber(),
      }),
      onPlace: (inside, totals) => takePoints(inside, customerId, spentIn(totals)),
    };
  },
});

/**
 * Spent points in orders, invoices and credit memos. A cancellation or refund returns whole points, at the value that they had when the
 * order was placed.
 */
export function orderTotal(label: string | undefined): OrderTotal {
  const giveBack: NonNullable<OrderTotal['onCancel']> = async (call, order, { base }) => {
    const { acme_points_spent: spent = 0, base_acme_points_amount: paid = 0, fields } = order;
    const points = paid === 0 ? 0 : Math.floor((base.toNumber() / paid) * spent);
    if (fields.customer_id != null && points > 0) await addPoints(call, fields.customer_id, points);
  };
  return {
    names: namesOfTotal('acme_points'),
    sign: -1,
    share: shareOfPayment,
    label: (call, storeId) => pointsTitle(call, label, storeId),
    onCancel: giveBack,
    onRefund: giveBack,
  };
}
