import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeProduct } from '../catalog/composites.ts';
import { addCard, newCard } from '../gift-card-account/cards.ts';
import { criteria, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { address } from '../support/customers.ts';
import * as fc from '../support/properties.ts';
import { expectBalanced } from './books.ts';
import { openShop, settle, type Catalog, type Person } from './people.ts';

/**
 * Customers and the back office use carts and orders in any order and with any quantities and amounts: they put products into carts,
 * pay with gift cards, store credit, points and coupons, place, invoice, ship, refund and cancel. The books balance after each
 * sequence.
 */

// The long form takes its time.
vi.setConfig({ testTimeout: 300_000 * fc.fuzzScale });

let souk: Souk;
let catalog: Catalog;
let people: Person[];
let cards: Json[];
let scarce: Json;

/** Units of the product that runs out. */
const UNITS = 60;

beforeAll(async () => {
  souk = await startSouk();
  catalog = await openShop(souk);
  people = [await settle(souk, catalog, 'Zebrafinch'), await settle(souk, catalog, 'Magpie')];
  cards = [await newCard(souk, 20), await newCard(souk, 0.01), await newCard(souk, 33.33)];
  scarce = await makeProduct(souk, { price: 7.77 }, { qty: UNITS });
});
afterAll(() => souk?.stop());

/** Something that is done; which order, item and card it is about is chosen among those that there are. */
interface Step {
  readonly action: keyof typeof actions;
  readonly who: number;
  readonly which: number;
  readonly qty: number;
  /** In hundredths. */
  readonly amount: number;
}

const at = <T>(all: readonly T[], which: number): T => all[which % all.length]!;

const actions = {
  add: async (person: Person, { which, qty }: Step) => {
    const quote_id = ok(await person.me.post('/V1/carts/mine'));
    const sku = at([scarce.sku, catalog.simple.sku, catalog.skus[1], scarce.sku], which);
    return person.me.post('/V1/carts/mine/items', { cartItem: { sku, qty, quote_id } });
  },
  card: (person: Person, { which }: Step) => addCard(person.me, at(cards, which)),
  credit: (person: Person) => person.me.post('/V1/carts/mine/balance/apply'),
  points: (person: Person) => person.me.post('/V1/reward/mine/use-reward'),
  coupon: (person: Person) => person.me.put(`/V1/carts/mine/coupons/${catalog.coupon}`),
  place: async (person: Person) => {
    const to = { ...address(), region_id: 12, region: undefined };
    const by = { shipping_method_code: 'flatrate', shipping_carrier_code: 'flatrate' };
    const addressInformation = { ...by, shipping_address: to, billing_address: to };
    await person.me.post('/V1/carts/mine/shipping-information', { addressInformation });
    const pay = (method: string): Promise<Answer> =>
      person.me.post('/V1/carts/mine/payment-information', { paymentMethod: { method }, billing_address: to });
    const placed = await pay('checkmo');
    return placed.status === 200 ? placed : pay('free');
  },
  invoice: (_: Person, step: Step) => change(step, 'invoice', {}),
  ship: (_: Person, step: Step) => change(step, 'ship', {}),
  refund: (_: Person, step: Step) => {
    const amount = step.amount / 100;
    const amounts = at<Json>(
      [{}, { adjustment_positive: amount }, { adjustment_negative: amount }, { shipping_amount: amount }],
      step.which,
    );
    return change(step, 'refund', { arguments: amounts });
  },
  cancel: async (_: Person, { which }: Step) =>
    souk.admin.post(`/V1/orders/${(await orderAt(which)).entity_id}/cancel`),
} as const;

async function orderAt(which: number): Promise<Json> {
  const sort = [{ field: 'entity_id', direction: 'ASC' }];
  return at(ok(await souk.admin.get(`/V1/orders?${criteria([], { sort, pageSize: 1000 })}`)).items as Json[], which);
}

/** Makes a document of an order: of all that is left, or of some units of one item. */
async function change({ which, qty }: Step, document: string, more: Json): Promise<Answer> {
  const { entity_id, items } = await orderAt(which);
  const part = qty === 0 ? {} : { items: [{ order_item_id: at(items as Json[], which).item_id, qty }] };
  return souk.admin.post(`/V1/order/${entity_id}/${document}`, { ...part, ...more });
}

const steps = fc.array(
  fc.record<Step>({
    action: fc.constantFrom(...(Object.keys(actions) as Step['action'][]), 'add', 'place', 'invoice', 'refund'),
    who: fc.nat({ max: 1 }),
    which: fc.nat({ max: 200 }),
    qty: fc.nat({ max: 3 }),
    amount: fc.constantFrom(0, 1, 99, 500, 777, 10_000),
  }),
  { minLength: 1, maxLength: 30, size: 'max' },
);

test('the books balance after any sequence of purchases, payments, shipments, refunds and cancellations', async () => {
  const served = new Map<string, number>();
  const books = { people, cards: [...cards], stocks: new Map([[scarce.sku, UNITS]]) };
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      for (const step of all) {
        const answer = await actions[step.action](people[step.who]!, step);
        expect(answer.status, `${answer.request} -> ${answer.text}`).toBeLessThan(500);
        if (answer.status === 200) served.set(step.action, (served.get(step.action) ?? 0) + 1);
      }
      await expectBalanced(souk, books);
    }),
    { numRuns: 20 * fc.fuzzScale },
  );
  // Each of the actions has succeeded: steps that are all refused would prove nothing.
  expect([...served.keys()].sort()).toEqual(Object.keys(actions).sort());
});
