import { expect } from 'vitest';
import { cardNow, sumOfHistory } from '../gift-card-account/cards.ts';
import type { Json } from '../sales/shop.ts';
import { criteria, ok, type Souk } from '../support/souk.ts';
import type { Person } from './people.ts';

/** Everything whose amounts and quantities have to add up. */
export interface Books {
  readonly people: readonly Person[];
  /** Gift cards, as they were answered when they were made. */
  readonly cards: readonly Json[];
  /** Products by SKU, with the units that there were. */
  readonly stocks: ReadonlyMap<string, number>;
}

const cents = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100);

const sumOf = (all: readonly Json[], value: (one: Json) => number): number =>
  all.reduce((total, one) => total + value(one), 0);

type Admin = Pick<Souk, 'admin'>;

/** Checks that orders, invoices, credit memos, stock, gift cards, store credit and reward points add up, to the cent. */
export async function expectBalanced(souk: Admin, { people, cards, stocks }: Books): Promise<void> {
  const orders = await listAll(souk, '/V1/orders');
  const invoices = Map.groupBy(await listAll(souk, '/V1/invoices'), ({ order_id: id }) => id as number);
  const memos = Map.groupBy(await listAll(souk, '/V1/creditmemos'), ({ order_id: id }) => id as number);
  for (const order of orders) {
    expectOrder(order, invoices.get(order.entity_id) ?? [], memos.get(order.entity_id) ?? []);
  }
  for (const [sku, units] of stocks) await expectStock(souk, sku, units, orders);
  for (const card of cards) {
    const now = await cardNow(souk, card);
    expect(now.balance, now.code).toBeGreaterThanOrEqual(0);
    expect(cents(now.balance), now.code).toBe(sumOfHistory(now));
  }
  for (const person of people) await expectAccounts(person);
}

async function listAll({ admin }: Admin, path: string): Promise<Json[]> {
  const { items, total_count: count } = ok(await admin.get(`${path}?${criteria([], { pageSize: 1000 })}`));
  expect(items.length).toBe(count);
  return items;
}

function expectOrder(order: Json, invoices: readonly Json[], memos: readonly Json[]): void {
  const name = `order ${order.increment_id}`;
  const { gift_cards_amount, customer_balance_amount, reward_currency_amount } = order.extension_attributes;
  const paidOtherwise = cents(gift_cards_amount) + cents(customer_balance_amount) + cents(reward_currency_amount);
  const due =
    cents(order.subtotal) + cents(order.shipping_amount) + cents(order.tax_amount) + cents(order.discount_amount);
  expect(cents(order.subtotal), name).toBe(sumOf(order.items, (item) => cents(item.row_total)));
  expect(cents(order.grand_total), name).toBe(due - paidOtherwise);
  expect(cents(order.total_invoiced), name).toBe(sumOf(invoices, ({ grand_total: total }) => cents(total)));
  expect(cents(order.total_refunded), name).toBe(sumOf(memos, ({ grand_total: total }) => cents(total)));
  expect(cents(order.total_refunded), name).toBeLessThanOrEqual(cents(order.total_paid));
  for (const { grand_total: total } of [order, ...invoices, ...memos]) expect(total, name).toBeGreaterThanOrEqual(0);
  for (const item of order.items) {
    expect(item.qty_invoiced + item.qty_canceled, name).toBeLessThanOrEqual(item.qty_ordered);
    expect(item.qty_shipped, name).toBeLessThanOrEqual(item.qty_ordered);
    expect(item.qty_refunded, name).toBeLessThanOrEqual(item.qty_invoiced);
  }
}

/** Units are sold once: those that can be sold are the rest. Refunded ones may have come back. */
async function expectStock({ admin }: Admin, sku: string, units: number, orders: readonly Json[]): Promise<void> {
  const { qty: salable } = ok(await admin.get(`/V1/stockStatuses/${sku}`));
  const items = orders.flatMap((order) => order.items as Json[]).filter((item) => item.sku === sku);
  const rest = units - sumOf(items, (item) => item.qty_ordered - item.qty_canceled);
  expect(salable, sku).toBeGreaterThanOrEqual(Math.max(0, rest));
  expect(salable, sku).toBeLessThanOrEqual(rest + sumOf(items, (item) => item.qty_refunded));
}

const ACCOUNTS = `{ customer {
  store_credit { current_balance { value } balance_history(pageSize: 1000) { total_count items { balance_change { value } actual_balance { value } } } }
  reward_points { balance { points } balance_history { points_change balance { points } } }
} }`;

async function expectAccounts({ gql, email }: Person): Promise<void> {
  const { store_credit: credit, reward_points: reward } = (await gql.data(ACCOUNTS)).customer;
  const changes = credit.balance_history.items;
  expect(changes, email).toHaveLength(credit.balance_history.total_count);
  const balance = cents(credit.current_balance.value);
  expect(
    sumOf(changes, (one) => cents(one.balance_change.value)),
    email,
  ).toBe(balance);
  const { points } = reward.balance;
  expect(
    sumOf(reward.balance_history, (one) => one.points_change),
    email,
  ).toBe(points);
  expect(Math.min(balance, points), email).toBeGreaterThanOrEqual(0);
}
