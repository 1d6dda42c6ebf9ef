import type { Call } from '../../kernel/call.ts';
import {
  extendType,
  inputTypes,
  mutations,
  objectType,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { decimal, round } from '../../kernel/money.ts';
import { pageInfo, readAskedPage, requireReached } from '../../storage/criteria/pages.ts';
import type { CardRedemption } from '../gift-card-account/extensions.ts';
import { cartMoney, type CartSource } from '../quote/graphql/types.ts';
import { orderMoney } from '../sales/graphql/types.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { changeBalance, countHistory, findBalance, historyOf, isEnabled, type Balance } from './balances.ts';
import { hasStoreCredit, showsCreditHistory } from './configuration.ts';
import { balanceErrors } from './errors.ts';
import { CODE } from './totals.ts';

const values = valueTypes({
  AppliedStoreCredit: { applied_balance: 'Money', current_balance: 'Money', enabled: 'Boolean' },
  ApplyStoreCreditToCartOutput: { cart: 'Cart!' },
  CustomerStoreCreditHistory: {
    items: '[CustomerStoreCreditHistoryItem]',
    page_info: 'SearchResultPageInfo',
    total_count: 'Int',
  },
  CustomerStoreCreditHistoryItem: {
    action: 'String',
    actual_balance: 'Money',
    balance_change: 'Money',
    date_time_changed: 'String',
  },
  RemoveStoreCreditFromCartOutput: { cart: 'Cart!' },
});
const inputs = inputTypes({
  ApplyStoreCreditToCartInput: { cart_id: 'String!' },
  RemoveStoreCreditFromCartInput: { cart_id: 'String!' },
});

/** A customer's store credit as storefronts see it; without a balance where it never was any. */
interface CreditSource {
  readonly isEnabled: boolean;
  readonly balance?: Balance | undefined;
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    CustomerStoreCredit: CreditSource;
  }
}

/** An amount of a balance in the displayed currency, rounded to cents. */
function money(call: Call, amount: Balance['amount'] | undefined) {
  const { value, currency } = call.services.storefront.money(call)(amount?.toNumber() ?? 0);
  return { value: round(value).toNumber(), currency };
}

/** A page of a balance's history. */
async function showHistory(
  call: Call,
  { balance }: CreditSource,
  current: number | null,
  size: number | null,
): Promise<GraphQLTypes['CustomerStoreCreditHistory']> {
  const page = readAskedPage(current, size);
  const total = balance ? await countHistory(call, balance) : 0;
  const count = () => Promise.resolve(total);
  const entries = balance ? await historyOf(call, balance, page) : [];
  await requireReached(page, entries.length, count);
  return {
    items: entries.map(({ action, amount, delta, updatedAt }) => ({
      action: action.charAt(0).toUpperCase() + action.slice(1),
      actual_balance: money(call, amount),
      balance_change: money(call, delta),
      date_time_changed: updatedAt,
    })),
    page_info: await pageInfo(page, count),
    total_count: total,
  };
}

const credit = objectType('CustomerStoreCredit', (t) => ({
  balance_history: t.field(
    'CustomerStoreCreditHistory',
    { pageSize: 'Int = 20', currentPage: 'Int = 1' },
    (source, { pageSize, currentPage }, call) =>
      source.isEnabled && call.config.of(showsCreditHistory, { storeId: call.scope.storeId })
        ? showHistory(call, source, currentPage, pageSize)
        : null,
  ),
  current_balance: t.field('Money', ({ isEnabled: enabled, balance }, _, call) =>
    enabled ? money(call, balance?.amount) : null,
  ),
  enabled: t.field('Boolean', ({ isEnabled: enabled }) => enabled),
}));

const ofCustomers = extendType('Customer', (t) => ({
  store_credit: t.field('CustomerStoreCredit', async ({ customer }, _, call) => {
    if (!isEnabled(call, call.scope.storeId)) return { isEnabled: false };
    const key = { customerId: customer.id, websiteId: call.scope.websiteId };
    return { isEnabled: true, balance: await findBalance(call, key) };
  }),
}));

/** The amount that store credit pays of a cart, and the customer's balance. */
async function showApplied(call: Call, source: CartSource): Promise<GraphQLTypes['AppliedStoreCredit']> {
  const { customer_id: customerId, store_id, website_id: websiteId } = source.cart;
  if (!isEnabled(call, store_id)) return { enabled: false };
  const evaluated = await call.services.quote.evaluatedOf(call, source);
  const balance = customerId === null ? undefined : await findBalance(call, { customerId, websiteId });
  const nothing = decimal(0);
  return {
    applied_balance: cartMoney(evaluated, { amount: evaluated.totals.added.get(CODE)?.amount.abs() ?? nothing }),
    current_balance: cartMoney(evaluated, {
      amount: (balance?.amount ?? nothing).times(evaluated.input.currencyRate),
    }),
    enabled: true,
  };
}

const ofCarts = extendType('Cart', (t) => ({
  applied_store_credit: t.field('AppliedStoreCredit', (source, _, call) => showApplied(call, source)),
}));

const ofTotals = extendType('OrderTotal', (t) => ({
  total_store_credit: t.field('Money', ({ order }) => orderMoney(order, order.customer_balance_amount)),
}));

/** Has the caller's cart paid with store credit, or no more. */
function use(call: Call, id: string, use_customer_balance: boolean) {
  const { quote } = call.services;
  return quote.changeStorefrontCart(call, id, async (cart) => {
    if (cart.customer_id === null) throw balanceErrors.noCustomer();
    if (!isEnabled(call, cart.store_id)) throw balanceErrors.disabled();
    await quote.changeCart(call, cart, { use_customer_balance });
  });
}

const creditMutations = mutations((t) => ({
  applyStoreCreditToCart: t.field(
    'ApplyStoreCreditToCartOutput',
    { input: 'ApplyStoreCreditToCartInput!' },
    (_, { input }, call) => use(call, input.cart_id, true),
  ),
  removeStoreCreditFromCart: t.field(
    'RemoveStoreCreditFromCartOutput',
    { input: 'RemoveStoreCreditFromCartInput!' },
    (_, { input }, call) => use(call, input.cart_id, false),
  ),
}));

/** Gift cards that customers redeem become store credit. */
export const redemptionOfCards: CardRedemption = {
  isOpen: (call) => isEnabled(call, call.scope.storeId),
  take: (call, amount, info) =>
    changeBalance(call, { customerId: call.caller.id, websiteId: call.scope.websiteId }, amount, {
      action: 'updated',
      info,
    }),
};

/** Store credit of customers, carts and orders as storefronts see it. */
export const creditGraphql = [
  values,
  inputs,
  credit,
  ofCustomers,
  ofCarts,
  ofTotals,
  creditMutations,
  storeConfigFields({ store_credit_enabled: ['String', hasStoreCredit] }),
];
