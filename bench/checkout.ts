import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { decimal } from '../src/kernel/money.ts';
import { collectTotals } from '../src/modules/quote/totals/collect.ts';
import type { TotalsCart, TotalsLine } from '../src/modules/quote/totals/totals.ts';
import type { ConditionNode } from '../src/modules/sales-rule/engine/conditions/node.ts';
import { compileDocument, engineRule } from '../src/modules/sales-rule/engine/compile-rule.ts';
import { discountItems } from '../src/modules/sales-rule/engine/discounts.ts';
import { freeShipping } from '../src/modules/sales-rule/engine/free-shipping.ts';
import { discountShipping } from '../src/modules/sales-rule/engine/shipping.ts';
import type { Cost } from './raw-rows.ts';
import { ratio } from './results.ts';
import { call, cpuSeconds, remove, startBench, type Bench } from './support.ts';

const TOTALS = 300;
const CHECKOUTS = 60;
/** Checkouts before those that are measured: until then a good part is compilation, which a server does once. */
const WARM_UP = 150;
const ITEMS = 10;
const RULES = 20;
const LINES = 100;

/**
 * Totals of a cart of 100 items with 20 rules, against the same number of discounts in plain numbers; and whole guest checkouts
 * of 10 items, against a bare database that commits as often.
 */
export async function benchCheckout(size?: string): Promise<void> {
  benchTotals();
  await benchCheckouts(Number(size ?? CHECKOUTS));
}

function benchTotals(): void {
  const cart = bigCart();
  const souk = cpuOf(TOTALS, () => collectTotals(cart));
  const bare = cpuOf(TOTALS, plainDiscounts);
  ratio(
    `totals of ${LINES} items with ${RULES} rules`,
    souk / bare,
    'plain numbers',
    `${souk.toFixed(2)} ms CPU, discounts in plain numbers ${bare.toFixed(3)} ms; goal 3 ms`,
  );
}

/** Milliseconds of CPU that `work` takes, after a third as many runs for warming up. */
function cpuOf(count: number, work: () => unknown): number {
  for (let i = 0; i < count / 3; i++) work();
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

/** What cannot be done without: each rule looks at each item and takes something off. */
function plainDiscounts(): number {
  let sum = 0;
  for (let item = 0; item < LINES; item++) {
    let left = 1000 + item;
    for (let rule = 0; rule < RULES; rule++) left -= Math.round((left * (rule + 1)) / 1000);
    sum += left;
  }
  return sum;
}

const type = (name: string): string => `Magento\\SalesRule\\Model\\Rule\\Condition\\${name}`;

function all(name: string, conditions: readonly ConditionNode[], more: Partial<ConditionNode> = {}): ConditionNode {
  return { condition_type: type(name), aggregator_type: 'all', operator: null, value: '1', conditions, ...more };
}

function compare(name: string, attribute_name: string, operator: string, value: string): ConditionNode {
  return { condition_type: type(name), attribute_name, operator, value };
}

/** Every kind of action, with conditions on the cart, on what is in it, and on each item. */
function rules() {
  const actions = [
    ['by_percent', 3.5],
    ['by_fixed', 0.25],
    ['cart_fixed', 5],
    ['buy_x_get_y', 1],
    ['to_percent', 98],
  ] as const;
  return Array.from({ length: RULES }, (_, i) => {
    const [simple_action, discount_amount] = actions[i % actions.length]!;
    const condition = all('Combine', [
      compare('Address', 'base_subtotal', '>=', '50'),
      all('Product\\Found', [compare('Product', 'color', '==', `c${i % 7}`)]),
      all('Product\\Subselect', [compare('Product', 'category_ids', '()', '3, 5')], {
        attribute_name: 'qty',
        operator: '>',
        value: '2',
      }),
    ]);
    const action_condition = all('Product\\Combine', [
      compare('Product', 'category_ids', '()', `${i % 6}, 5`),
      compare('Product', 'quote_item_price', '>', '2'),
    ]);
    const row = {
      id: i + 1,
      simple_action,
      discount_amount,
      discount_qty: null,
      discount_step: simple_action === 'buy_x_get_y' ? 4 : 0,
      apply_to_shipping: i % 4 === 0 ? 1 : 0,
      stop_rules_processing: 0,
      simple_free_shipping: null,
      description: null,
    } as const;
    return engineRule(row, compileDocument({ condition, action_condition, labels: {} }), 1, null);
  });
}

function bigCart(): TotalsCart {
  const active = rules();
  const lines = Array.from({ length: LINES }, (_, i): TotalsLine => {
    const price = decimal((3 + ((i * 137) % 9000) / 100).toFixed(2));
    const qty = decimal(1 + (i % 4));
    return {
      id: i + 1,
      productType: 'simple',
      qty,
      totalQty: qty,
      basePrice: price,
      baseOriginalPrice: price,
      taxClassId: 2,
      isVirtual: false,
      weight: decimal(1),
      attributes: { sku: `s${i}`, color: `c${i % 7}`, category_ids: [String(i % 6), '5'] },
      children: [],
      childrenCalculated: false,
      shipsSeparately: false,
    };
  });
  const rate = { ruleId: 1, code: 'tax', title: 'tax', percent: 7.75, priority: 0, position: 0 };
  return {
    lines,
    currencyRate: decimal(1),
    address: { country_id: 'US' },
    addedFacts: {},
    coupons: [],
    tax: {
      algorithm: 'TOTAL_BASE_CALCULATION',
      pricesIncludeTax: false,
      shippingIncludesTax: false,
      applyAfterDiscount: true,
      discountsIncludeTax: false,
      crossBorder: false,
      shippingTaxClassId: 0,
      taxes: new Map([[2, [{ id: 'tax', percent: 7.75, rates: [rate] }]]]),
      storePercents: new Map(),
    },
    rules: {
      items: (seen) => discountItems(active, seen),
      shipping: (seen) => discountShipping(active, seen),
      free: (seen) => freeShipping(active, seen),
    },
    isVirtual: false,
    shippingMethod: 'flat_rate',
    shippingRatesFor: () => [
      {
        carrier: 'flat',
        method: 'rate',
        carrierTitle: 'Flat',
        methodTitle: 'Rate',
        price: decimal(5),
        isAvailable: true,
        errorMessage: '',
      },
    ],
  };
}

/** Where every order of the benchmarks goes. */
export const address = {
  firstname: 'Ada',
  lastname: 'Byron',
  email: 'ada@example.com',
  street: ['1 Engine Lane'],
  city: 'Mobile',
  region_id: 1,
  country_id: 'US',
  postcode: '36601',
  telephone: '555-0100',
};

async function benchCheckouts(checkouts: number): Promise<void> {
  const bench = await startBench();
  await makeCheckoutProducts(bench);
  for (let i = 0; i < WARM_UP; i++) await checkOut(bench);
  const cpu = cpuSeconds(bench.pid);
  const start = performance.now();
  for (let i = 0; i < checkouts; i++) await checkOut(bench);
  const seconds = (performance.now() - start) / 1000;
  const used = ((cpuSeconds(bench.pid) - cpu) / checkouts) * 1000;
  await bench.stop();
  remove(bench.folder);
  const bare = bareCommits(checkouts * (ITEMS + 3));
  ratio(
    `guest checkout of ${ITEMS} items, ${ITEMS + 3} requests`,
    used / ((bare.cpu / checkouts) * 1000),
    'bare CPU',
    `${((seconds / checkouts) * 1000).toFixed(1)} ms, ${used.toFixed(1)} ms CPU; bare: as many commits of a row; goal 15 ms of CPU`,
  );
}

/** Makes what `checkOut` buys. */
export async function makeCheckoutProducts(bench: Bench): Promise<void> {
  for (let i = 0; i < ITEMS; i++) await makeProduct(bench, i);
}

/** Makes the product `bench-<i>`, of which no run uses up the stock. */
export async function makeProduct({ base, token }: Bench, i: number): Promise<void> {
  const extension_attributes = { stock_item: { qty: 1_000_000, is_in_stock: true }, website_ids: [1] };
  const product = { sku: `bench-${i}`, name: `Bench ${i}`, attribute_set_id: 4, price: 5 + i, weight: 1 };
  await call(base, 'POST', '/rest/V1/products', token, { product: { ...product, extension_attributes } });
}

/** A guest's checkout of ten products from `bench-<first>` on by REST; gives the milliseconds of the call that placed the order. */
export async function checkOut(bench: Pick<Bench, 'base'>, first = 0): Promise<number> {
  const path = await fillCart(bench, first);
  await shipTo(bench, path);
  const begun = performance.now();
  await placeOrder(bench, path);
  return performance.now() - begun;
}

/** Makes a guest's cart and puts so many products into it, from `bench-<first>` on; its path. */
export async function fillCart(bench: Pick<Bench, 'base'>, first: number, items = ITEMS): Promise<string> {
  const id = String(await call(bench.base, 'POST', '/rest/V1/guest-carts', undefined, {}));
  const path = `/rest/V1/guest-carts/${id}`;
  for (let i = 0; i < items; i++) await addItem(bench, path, `bench-${first + i}`);
  return path;
}

/** Puts one of a product into the cart at `path`. */
export async function addItem({ base }: Pick<Bench, 'base'>, path: string, sku: string): Promise<void> {
  const cartItem = { sku, qty: 1, quote_id: path.split('/').at(-1) };
  await call(base, 'POST', `${path}/items`, undefined, { cartItem });
}

/** Says where the cart at `path` goes, and how. */
export async function shipTo({ base }: Pick<Bench, 'base'>, path: string): Promise<void> {
  const addressInformation = {
    shipping_address: address,
    billing_address: address,
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
  };
  await call(base, 'POST', `${path}/shipping-information`, undefined, { addressInformation });
}

/** Makes an order of the cart at `path`. */
export async function placeOrder({ base }: Pick<Bench, 'base'>, path: string): Promise<void> {
  const payment = { email: address.email, paymentMethod: { method: 'checkmo' } };
  await call(base, 'POST', `${path}/payment-information`, undefined, payment);
}

/** What a bare database takes for so many durable commits of a row each. */
function bareCommits(count: number): Cost {
  const folder = mkdtempSync(join(tmpdir(), 'souk-bench-bare-'));
  const database = new Sqlite(join(folder, 'bare.db'));
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec('create table cart (id integer primary key, document text)');
  const insert = database.prepare('insert into cart (document) values (?)');
  const document = 'x'.repeat(2000);
  const begun = { cpu: process.cpuUsage(), time: performance.now() };
  for (let i = 0; i < count; i++) insert.run(document);
  const { user, system } = process.cpuUsage(begun.cpu);
  const seconds = (performance.now() - begun.time) / 1000;
  database.close();
  rmSync(folder, { recursive: true, force: true });
  return { cpu: (user + system) / 1e6, seconds };
}
