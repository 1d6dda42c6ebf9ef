import { decimal, round } from '@souk/kit';
import type { CartTotal } from '@souk/kit/quote';
import { namesOfTotal, shareOfFee, type OrderTotal } from '@souk/kit/sales';
import { feesOf } from './tables.ts';

declare module '@souk/kit/quote' {
  interface OrderExtensions {
    readonly vendor_name_fee_amount?: number;
    readonly base_vendor_name_fee_amount?: number;
  }
}

const label = 'Handling fee';
const nothing = { amount: decimal(0), base: decimal(0) };

/** The fees of the products in a cart, as a line of its totals. */
export const cartFees: CartTotal = {
  code: 'vendor_name_fee',
  after: 'tax',
  sortOrder: 45,
  async load(call, cart) {
    const items = cart.items.filter(({ parent_item_id }) => parent_item_id === null);
    const ids = items.map(({ product_id }) => product_id);
    const fees = await feesOf(call, ids);
    if (fees.size === 0) return undefined;
    let base = decimal(0);
    for (const { product_id, qty } of items) base = base.plus(decimal(fees.get(product_id) ?? 0).times(qty));
    return {
      collect: ({ currencyRate }) => ({ amount: round(base.times(currencyRate)), base: round(base) }),
      show: () => ({ title: label }),
      draft({ added }) {
        const fee = added.get('vendor_name_fee') ?? nothing;
        return {
          vendor_name_fee_amount: fee.amount.toNumber(),
          base_vendor_name_fee_amount: fee.base.toNumber(),
        };
      },
    };
  },
};

/** The fees of an order: the first invoice charges them, and the last credit memo refunds them. */
export const orderFees: OrderTotal = {
  names: namesOfTotal('vendor_name_fee'),
  sign: 1,
  share: shareOfFee,
  label: () => label,
};
