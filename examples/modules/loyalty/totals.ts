import { decimal, type Setting } from '@souk/kit';
import type { AmountPair, CartTotal } from '@souk/kit/quote';
import { shareOfPayment, type OrderTotal } from '@souk/kit/sales';
import { addPoints, pointsOf, takePoints } from './tables.ts';

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
export const cartTotal = (label: string, pointValue: Setting<number>): CartTotal => ({
  code: 'acme_points',
  after: 'grand_total',
  sortOrder: 110,
  async load(call, { acme_points: wished, customer_id: customerId }) {
    if (!wished || customerId == null) return undefined;
    const value = call.config.of(pointValue);
    const available = Math.min(wished, await pointsOf(call, customerId));
    /** The points that a grand total in the base currency takes, at most all that are available. */
    const spent = (grandTotal: AmountPair['base']): number =>
      value === 0 ? 0 : Math.min(available, grandTotal.div(value).floor().toNumber());
    let points = 0;
    return {
      collect(_, { grandTotal: { amount, base } }) {
        points = spent(base);
        if (points === 0) return nothing;
        const share = decimal(points).times(value).div(base);
        return { amount: amount.times(share).times(-1), base: base.times(share).times(-1) };
      },
      show: () => ({ title: label }),
      draft: ({ added }) => ({
        acme_points_spent: points,
        acme_points_amount: (added.get('acme_points') ?? nothing).amount.abs().toNumber(),
        base_acme_points_amount: (added.get('acme_points') ?? nothing).base.abs().toNumber(),
      }),
      onPlace: (inside) => takePoints(inside, customerId, points),
    };
  },
});

/** Spent points in orders, invoices and credit memos; a cancellation or refund returns whole points. */
export function orderTotal(label: string, pointValue: Setting<number>): OrderTotal {
  const giveBack: NonNullable<OrderTotal['onCancel']> = async (
    call,
    { fields: { customer_id: customerId } },
    { base },
  ) => {
    const value = call.config.of(pointValue);
    if (customerId != null && value > 0) await addPoints(call, customerId, Math.floor(base.toNumber() / value));
  };
  return {
    names: {
      amount: { order: 'acme_points_amount', base: 'base_acme_points_amount' },
      invoiced: { order: 'acme_points_invoiced', base: 'base_acme_points_invoiced' },
      refunded: { order: 'acme_points_refunded', base: 'base_acme_points_refunded' },
      canceled: { order: 'acme_points_canceled', base: 'base_acme_points_canceled' },
    },
    sign: -1,
    share: shareOfPayment,
    label: () => label,
    onCancel: giveBack,
    onRefund: giveBack,
  };
}
