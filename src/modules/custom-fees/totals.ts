import { round } from '../../kernel/money.ts';
import type { AmountPair, CartTotal, TotalsCart, CartTotals } from '../quote/totals/extensions.ts';
import type { CustomFee } from './fees.ts';

/** A fee as an order stores it. */
export interface OrderedFee {
  readonly code: string;
  readonly label: string;
  readonly amount: number;
  readonly base_amount: number;
  readonly on_last_invoice: boolean;
  readonly on_last_creditmemo: boolean;
}

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions {
    readonly custom_fees?: readonly OrderedFee[];
  }
}

/** The fees of a cart: fees of its website whose minimum its subtotal reaches. They are not taxed. */
export const cartFees: CartTotal = {
  code: 'custom_fees',
  after: 'tax',
  sortOrder: 46,
  load(call, { website_id }) {
    const fees = call.services.customFees.fees.current.filter(
      ({ websiteId }) => websiteId === 0 || websiteId === website_id,
    );
    if (fees.length === 0) return undefined;
    return {
      collect: (cart, totals) => sumOfFees(chargedFees(fees, totals), cart),
      show(totals) {
        const charged = chargedFees(fees, totals);
        return charged.length > 0 ? { title: charged.map(({ label }) => label).join(', ') } : undefined;
      },
      draft: (totals, cart) => draftOf(chargedFees(fees, totals), cart),
    };
  },
};

/** Empty carts are charged nothing. */
function chargedFees(fees: readonly CustomFee[], { items, subtotal }: CartTotals): readonly CustomFee[] {
  return items.size === 0 ? [] : fees.filter(({ leastSubtotal }) => subtotal.base.gte(leastSubtotal));
}

function amountsOf({ amount }: CustomFee, { currencyRate }: TotalsCart): AmountPair {
  const base = round(amount);
  return { amount: round(base.times(currencyRate)), base };
}

function sumOfFees(fees: readonly CustomFee[], cart: TotalsCart): AmountPair {
  return fees
    .map((fee) => amountsOf(fee, cart))
    .reduce((sum, { amount, base }) => ({ amount: sum.amount.plus(amount), base: sum.base.plus(base) }), {
      amount: round(0),
      base: round(0),
    });
}

/** The fees, and their sum for each way of charging and refunding; see `feeTotals`. */
function draftOf(fees: readonly CustomFee[], cart: TotalsCart) {
  if (fees.length === 0) return {};
  const ordered = fees.map((fee): OrderedFee => {
    const { amount, base } = amountsOf(fee, cart);
    return {
      code: fee.code,
      label: fee.label,
      amount: amount.toNumber(),
      base_amount: base.toNumber(),
      on_last_invoice: fee.onLastInvoice,
      on_last_creditmemo: fee.onLastCreditmemo,
    };
  });
  const sums: Record<string, number> = {};
  for (const [name, own] of Map.groupBy(ordered, groupName)) {
    const sum = (of: 'amount' | 'base_amount'): number =>
      own.reduce((all, fee) => all.plus(fee[of]), round(0)).toNumber();
    sums[name] = sum('amount');
    sums[`base_${name}`] = sum('base_amount');
  }
  return { custom_fees: ordered, ...sums };
}

/** Name of the sum of the fees that are charged and given back as this one is. */
export function groupName({
  on_last_invoice: invoice,
  on_last_creditmemo: memo,
}: Pick<OrderedFee, 'on_last_invoice' | 'on_last_creditmemo'>): string {
  return `custom_fees_${invoice ? 'last' : 'first'}_${memo ? 'last' : 'first'}`;
}
