import type { Call } from '../../kernel/call.ts';
import { type Decimal, round } from '../../kernel/money.ts';
import { numberOf } from '../../kernel/units.ts';
import { decimalOf, negated, paidBy, paying } from '../quote/totals/credit-extensions.ts';
import type { CartTotal, CartTotals, LoadedTotal } from '../quote/totals/extensions.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { shareOfPayment, type OrderTotal, namesOfTotal } from '../sales/total-extensions.ts';
import { changeBalance, findBalance, isEnabled, recordChange, takeFromBalance, type BalanceKey } from './balances.ts';
import { balanceErrors } from './errors.ts';

declare module '../quote/document-extensions.ts' {
  interface CartExtensions {
    /** Whether the cart is paid with store credit, as far as there is any. */
    readonly use_customer_balance?: boolean;
  }
  interface OrderExtensions {
    readonly customer_balance_amount?: number;
    readonly base_customer_balance_amount?: number;
  }
}

/** Code of the total. */
export const CODE = 'customerbalance';
const TITLE = 'Store Credit';

/** Payment by the store credit of a cart's customer: the available balance, up to the whole total. */
export const cartCredit: CartTotal = {
  code: CODE,
  after: 'grand_total',
  sortOrder: 1000,
  async load(call, { use_customer_balance, customer_id, website_id, store_id }) {
    if (!use_customer_balance || customer_id === null || !isEnabled(call, store_id)) return undefined;
    const key = { customerId: customer_id, websiteId: website_id };
    return creditOf(key, (await findBalance(call, key))?.amount ?? round(0));
  },
};

function creditOf(key: BalanceKey, balance: Decimal): LoadedTotal {
  const fields = (totals: CartTotals) => {
    const { order, base } = paidBy(totals, CODE);
    return { customer_balance_amount: numberOf(order), base_customer_balance_amount: numberOf(base) };
  };
  const isUsed = (totals: CartTotals): boolean => !paidBy(totals, CODE).base.isZero();
  return {
    collect: ({ currencyRate }, { grandTotal }) => negated(paying(grandTotal, balance, currencyRate)),
    show: (totals) => (isUsed(totals) ? { title: TITLE } : undefined),
    fields,
    draft: (totals) => (isUsed(totals) ? fields(totals) : {}),
    async onPlace(call, totals) {
      if (isUsed(totals) && !(await takeFromBalance(call, key, decimalOf(paidBy(totals, CODE).base)))) {
        throw balanceErrors.notEnough();
      }
    },
    async onOrdered(call, totals, order) {
      const left = isUsed(totals) ? await findBalance(call, key) : undefined;
      const delta = decimalOf(paidBy(totals, CODE).base).negated();
      if (left) await recordChange(call, key, left, delta, { action: 'used', info: `Order #${order.increment_id}` });
    },
  };
}

/** The balance that paid an order; undefined for the order of a guest or of a deleted customer. */
async function balanceOf(call: Call, { fields }: StoredOrder): Promise<BalanceKey | undefined> {
  const customerId = fields.customer_id ?? 0;
  const websiteId = call.services.store.websiteOf(fields.store_id ?? 0);
  const found = await call.services.customer.customers(call, [customerId], { addresses: false });
  return found.has(customerId) && websiteId !== undefined ? { customerId, websiteId } : undefined;
}

/** Store credit in orders and their documents: refunds return it to the balance. */
export const orderCredit: OrderTotal = {
  names: namesOfTotal('customer_balance'),
  sign: -1,
  share: shareOfPayment,
  label: () => TITLE,
  async onCancel(call, order, { base }) {
    const key = await balanceOf(call, order);
    const info = `Order #${order.fields.increment_id}`;
    if (key) await changeBalance(call, key, decimalOf(base), { action: 'reverted', info });
  },
  async onRefund(call, order, { base }, memo) {
    const key = await balanceOf(call, order);
    if (!key) throw balanceErrors.noAccount();
    const info = `Order #${order.fields.increment_id}, creditmemo #${memo.number}`;
    await changeBalance(call, key, decimalOf(base), { action: 'refunded', info });
  },
  moneyBack: {
    noted: { order: 'customer_balance_total_refunded', base: 'base_customer_balance_total_refunded' },
    tooMuch: () => balanceErrors.tooMuch(),
  },
};
