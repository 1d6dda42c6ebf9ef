import type { ChildProcess } from 'node:child_process';
import { newProduct } from '../support/products.ts';
import { array, asyncProperty, assert, constantFrom, integer, record } from '../support/properties.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decimal } from '../../src/kernel/money.ts';
import { Client, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { getOrder, guestOrder, stock, taxable, taxGoods, type Json } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
  await taxGoods(souk);
});
afterAll(() => souk.stop());

const get = async (path: string): Promise<Json> => ok(await souk.admin.get(path));

/** A step in the life of an order, of a number of pieces; what the state does not allow is refused and changes nothing. */
const step = record({
  action: constantFrom('invoice', 'invoice', 'ship', 'ship', 'refund', 'refund', 'cancel', 'hold', 'unhold'),
  qty: integer({ min: 1, max: 3 }),
  shippingCents: integer({ min: 0, max: 900 }),
  goesBack: constantFrom(true, false),
});
type Step = typeof step extends { generate(...args: never[]): { value: infer V } } ? V : never;

async function take(order: Json, { action, qty, shippingCents, goesBack }: Step): Promise<Answer> {
  const id = order.entity_id;
  if (action === 'cancel' || action === 'hold' || action === 'unhold')
    return souk.admin.post(`/V1/orders/${id}/${action}`);
  const itemId = order.items[0].item_id;
  const back = goesBack ? { extension_attributes: { return_to_stock_items: [itemId] } } : {};
  const refund = action === 'refund' ? { arguments: { shipping_amount: shippingCents / 100, ...back } } : {};
  return souk.admin.post(`/V1/order/${id}/${action}`, { items: [{ order_item_id: itemId, qty }], ...refund });
}

const sum = (documents: Json[], name: string): number =>
  documents.reduce((total, document) => total.plus(document[name] ?? 0), decimal(0)).toNumber();

async function documentsOf(path: string, id: number): Promise<Json[]> {
  const filter = '[filter_groups][0][filters][0]';
  return (await get(`${path}?searchCriteria${filter}[field]=order_id&searchCriteria${filter}[value]=${id}`)).items;
}

/** What holds for an order, its documents and the stock of what it is about, whatever was done. */
async function checkBooks(id: number, sku: string): Promise<void> {
  const order = await getOrder(souk, id);
  const [invoices, memos, shipments] = [
    await documentsOf('/V1/invoices', id),
    await documentsOf('/V1/creditmemos', id),
    await documentsOf('/V1/shipments', id),
  ];
  for (const currency of ['', 'base_']) {
    const of = (name: string): number => order[currency + name] ?? 0;
    expect(of('total_paid')).toBe(sum(invoices, `${currency}grand_total`));
    expect(of('total_invoiced')).toBe(of('total_paid'));
    expect(of('total_refunded')).toBe(sum(memos, `${currency}grand_total`));
    expect(of('total_refunded')).toBeLessThanOrEqual(of('total_paid'));
    if (order.state !== 'canceled' && !of('total_canceled')) {
      expect(of('total_due')).toBe(decimal(of('grand_total')).minus(of('total_paid')).toNumber());
    }
    for (const name of ['tax', 'shipping']) {
      expect(of(`${name}_invoiced`)).toBe(sum(invoices, `${currency}${name}_amount`));
      expect(of(`${name}_refunded`)).toBe(sum(memos, `${currency}${name}_amount`));
      expect(of(`${name}_invoiced`)).toBeLessThanOrEqual(of(`${name}_amount`));
    }
  }
  const [item] = order.items;
  const pieces = (documents: Json[]): number =>
    sum(
      documents.flatMap((document) => document.items as Json[]),
      'qty',
    );
  expect(item.qty_invoiced).toBe(pieces(invoices));
  expect(item.qty_refunded).toBe(pieces(memos));
  expect(item.qty_shipped).toBe(pieces(shipments));
  expect(item.row_invoiced).toBe(sum(invoices, 'subtotal'));
  expect(item.amount_refunded).toBe(sum(memos, 'subtotal'));
  expect(item.qty_invoiced + item.qty_canceled).toBeLessThanOrEqual(item.qty_ordered);
  expect(item.qty_refunded).toBeLessThanOrEqual(item.qty_invoiced);
  if (item.qty_invoiced === item.qty_ordered) expect(order.total_paid).toBe(order.grand_total);

  const { qty, salable } = await stock(souk, sku);
  // What is reserved lies in the house, and what has left it can be sold no more.
  expect(salable).toBeLessThanOrEqual(qty);
  expect(qty).toBeLessThanOrEqual(100);
  expect(qty).toBeGreaterThanOrEqual(100 - item.qty_ordered);
  if (order.state === 'canceled') expect({ qty, salable }).toEqual({ qty: 100, salable: 100 });
  if (memos.length === 0) expect(qty).toBe(100 - item.qty_shipped);
  if (memos.length === 0) expect(salable).toBe(100 - (item.qty_ordered - item.qty_canceled));
}

describe('an order and what follows it', () => {
  it('keep their books and the stock, whatever is done in whatever order', async () => {
    await assert(
      asyncProperty(
        array(step, { minLength: 1, maxLength: 8 }),
        integer({ min: 1, max: 5 }),
        async (steps, ordered) => {
          const {
            id,
            order,
            product: bought,
          } = await guestOrder(souk, ordered, await newProduct(souk, { price: 9.99, ...taxable }));
          for (const one of steps) {
            const { status } = await take(order, one);
            expect([200, 400]).toContain(status);
            await checkBooks(id, bought.sku);
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('several processes', () => {
  const others: { child: ChildProcess; admin: Client }[] = [];
  beforeAll(async () => {
    for (let i = 0; i < 2; i++) others.push(await another());
  });
  afterAll(async () => {
    for (const { child } of others) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
  });

  /** Another server on the same database. */
  function another(): Promise<{ child: ChildProcess; admin: Client }> {
    const child = souk.spawn('serve', '--no-consumer');
    return new Promise((resolve, reject) => {
      let seen = '';
      child.stdout!.on('data', (data: Buffer) => {
        seen += data.toString();
        const base = /http:\/\/127\.0\.0\.1:\d+/.exec(seen)?.[0];
        if (base) resolve({ child, admin: new Client(base, souk.admin.token) });
      });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
  }

  it.each([
    ['invoice', { total_paid: 32.57 }, { qty_invoiced: 3 }],
    ['ship', {}, { qty_shipped: 3 }],
  ])('never %s more than was ordered', async (action, total, done) => {
    const { id, order, product: bought } = await guestOrder(souk, 3, await newProduct(souk, { price: 5.41 }));
    const items = [{ order_item_id: order.items[0].item_id, qty: 2 }];
    const callers = [souk.admin, ...others.map(({ admin }) => admin)];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        callers[i % callers.length]!.post(`/V1/order/${id}/${action}`, action === 'ship' ? {} : { items }),
      ),
    );
    const made = answers.filter(({ status }) => status === 200).length;
    expect(made).toBe(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(8);
    if (action === 'invoice') ok(await souk.admin.post(`/V1/order/${id}/invoice`));
    expect(await getOrder(souk, id)).toMatchObject({ ...total, items: [done] });
    await checkBooks(id, bought.sku);
  });
});
