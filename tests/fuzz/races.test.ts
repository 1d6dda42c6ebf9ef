import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeProduct } from '../catalog/composites.ts';
import { addCard, cardNow, newCard } from '../gift-card-account/cards.ts';
import { makeCoupon, timesUsed, type Coupon } from '../multicoupon/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { address } from '../support/customers.ts';
import * as fc from '../support/properties.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { Client, criteria, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { expectBalanced } from './books.ts';
import { openShop, settle, type Person } from './people.ts';

/**
 * Buyers compete for two gift cards, one coupon, a few units of stock and their own carts, credit and points, through several processes
 * at once; then every order is invoiced, refunded or cancelled by all processes at once. In some rounds a process is killed in the
 * middle. Everything is spent and given back once, to the cent.
 */

// The long form takes its time.
vi.setConfig({ testTimeout: 300_000 * fc.fuzzScale });

const PROCESSES = engines.at(-1) === 'postgres' ? 4 : 2;
const BUYERS = 4;

let souk: Souk;
let others: SecondProcess[];
let buyers: Person[];
const cards: Json[] = [];
const stocks = new Map<string, number>();
beforeAll(async () => {
  souk = await startSouk();
  others = await Promise.all(Array.from({ length: PROCESSES - 1 }, () => secondProcess(souk)));
  const catalog = await openShop(souk);
  buyers = [];
  for (let i = 0; i < BUYERS; i++) buyers.push(await settle(souk, catalog, `Buyer${i}`));
});
afterAll(async () => {
  await Promise.all((others ?? []).map((one) => one.end()));
  await souk?.stop();
});

type Phase = 'order' | 'invoice' | 'refund' | 'cancel';

/** The means of payment of a buyer; cards by their index in the round, in the order in which they are added. */
interface Use {
  readonly cards: readonly number[];
  readonly coupon: boolean;
  readonly credit: boolean;
  readonly points: boolean;
}

/** The plan of a round. */
interface Round {
  /** Whether all buyers want the same product, of which there are so many units; otherwise each wants another one. */
  readonly isShared: boolean;
  readonly units: number;
  /** On the cards, in hundredths. */
  readonly balances: readonly number[];
  readonly uses: readonly Use[];
  /** The phase in which a process is killed, if any, once so many requests of it were answered. */
  readonly killIn?: Phase | undefined;
  readonly killAfter: number;
}

const cents = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100);
const bases = (): string[] => [souk.base, ...others.map(({ base }) => base)];

/** Sends a request through every process at once; undefined for those whose process was killed. */
async function everywhere(
  { killIn, killAfter }: Round,
  phase: Phase,
  requests: readonly ((base: string) => Promise<Answer>)[],
): Promise<(Answer | undefined)[]> {
  let answered = 0;
  let killed: Promise<void> | undefined;
  const send = async (request: (base: string) => Promise<Answer>, base: string): Promise<Answer | undefined> => {
    const answer = await request(base).catch((error: unknown) => {
      if (!killed) throw error;
      return undefined;
    });
    if (killIn === phase && ++answered > killAfter) killed ??= others.at(-1)!.kill();
    return answer;
  };
  const answers = await Promise.all(requests.flatMap((request) => bases().map((base) => send(request, base))));
  if (killed) {
    await killed;
    others.splice(-1, 1, await secondProcess(souk));
  }
  for (const answer of answers) if (answer) expect(answer.status, answer.text).toBeLessThan(500);
  return answers;
}

/** Empties the cart of a buyer who has ordered nothing in the round before, and has it paid with nothing. */
async function clearCart({ me, gql }: Person): Promise<void> {
  const { id, applied_gift_cards } = (await gql.data('{ customerCart { id applied_gift_cards { code } } }'))
    .customerCart;
  const change = (name: string, args: string): Promise<unknown> =>
    gql.data(`mutation { ${name}(${args}) { cart { id } } }`);
  for (const { code } of applied_gift_cards ?? []) {
    await change('removeGiftCardFromCart', `input: { cart_id: "${id}", gift_card_code: "${code}" }`);
  }
  await change('removeStoreCreditFromCart', `input: { cart_id: "${id}" }`);
  await change('removeRewardPointsFromCart', `cartId: "${id}"`);
  await me.delete('/V1/carts/mine/coupons');
  for (const { item_id } of ok(await me.get('/V1/carts/mine/items')))
    ok(await me.delete(`/V1/carts/mine/items/${item_id}`));
}

/** Everything that the buyers of a round compete for: the product that each wants, cards and a coupon. */
interface Contested {
  readonly skus: readonly string[];
  readonly contestedCards: readonly Json[];
  readonly coupon: Coupon;
}

/** A buyer with a cart that can be ordered, and the payment method for the rest. */
interface Ready {
  readonly buyer: Person;
  readonly method: string;
}

/** Makes a product for all buyers, or for each, cards and a coupon, and has all processes know them. */
async function prepare({ isShared, units, balances }: Round): Promise<Contested> {
  const made: string[] = [];
  for (let i = 0; i < (isShared ? 1 : BUYERS); i++) {
    const { sku } = await makeProduct(souk, { price: 10 }, { qty: units });
    made.push(sku);
    stocks.set(sku, units);
  }
  const contestedCards: Json[] = [];
  for (const balance of balances) contestedCards.push(await newCard(souk, balance / 100));
  cards.push(...contestedCards);
  const coupon = await makeCoupon(souk, { discount_amount: 2, uses_per_coupon: 1 }, { usage_limit: 1 });
  return { skus: buyers.map((_, i) => made[i % made.length]!), contestedCards, coupon };
}

/** Puts one unit into the cart of each buyer, with the chosen means of payment. */
async function fillCarts({ uses }: Round, { skus, contestedCards, coupon }: Contested): Promise<Ready[]> {
  const to = { ...address(), region_id: 12, region: undefined };
  const by = { shipping_method_code: 'flatrate', shipping_carrier_code: 'flatrate' };
  const addressInformation = { ...by, shipping_address: to, billing_address: to };
  const ready: Ready[] = [];
  for (const [i, buyer] of buyers.entries()) {
    const { me } = buyer;
    const sku = skus[i]!;
    await clearCart(buyer);
    const quote_id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id } }));
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
    const chosen = uses[i]!;
    if (chosen.coupon) ok(await me.put(`/V1/carts/mine/coupons/${coupon.code}`));
    // Where nothing is left to pay, these are refused.
    for (const at of chosen.cards) await addCard(me, contestedCards[at]!);
    if (chosen.credit) await me.post('/V1/carts/mine/balance/apply');
    if (chosen.points) await me.post('/V1/reward/mine/use-reward');
    const { grand_total: due } = ok(await me.get('/V1/carts/mine/totals'));
    ready.push({ buyer, method: due === 0 ? 'free' : 'checkmo' });
  }
  return ready;
}

/** Places the order of a cart at a process. */
const place =
  ({ buyer, method }: Ready) =>
  (base: string): Promise<Answer> =>
    new Client(base, buyer.me.token).post('/V1/carts/mine/payment-information', { paymentMethod: { method } });

async function ordersOf(skus: readonly string[]): Promise<Json[]> {
  const { items } = ok(await souk.admin.get(`/V1/orders?${criteria([], { pageSize: 1000 })}`));
  return items.filter((order: Json) => order.items.some((item: Json) => skus.includes(item.sku)));
}

/** How much less is on cards than in the beginning, in hundredths. */
async function spentOf(some: readonly Json[]): Promise<number> {
  const now = await Promise.all(some.map((card) => cardNow(souk, card)));
  return some.reduce((sum, { balance }, i) => sum + cents(balance) - cents(now[i]!.balance), 0);
}

/** Store credit in hundredths, and points, of each buyer. */
function accounts(): Promise<(readonly [number, number])[]> {
  const query = '{ customer { store_credit { current_balance { value } } reward_points { balance { points } } } }';
  return Promise.all(
    buyers.map(async ({ gql }) => {
      const { store_credit, reward_points } = (await gql.data(query)).customer;
      return [cents(store_credit.current_balance.value), reward_points.balance.points] as const;
    }),
  );
}

/** Expects everything to be spent as often as the orders say, and no order too many. */
async function expectSpentOnce(
  round: Round,
  { skus, contestedCards, coupon }: Contested,
  before: Awaited<ReturnType<typeof accounts>>,
): Promise<Json[]> {
  const orders = await ordersOf(skus);
  const ofOrders = (own: readonly Json[], field: string): number =>
    own.reduce((sum, { extension_attributes: more }) => sum + cents(more[field]), 0);
  expect(orders.length).toBeLessThanOrEqual(round.isShared ? round.units : BUYERS);
  if (!round.killIn) expect(orders.length).toBeGreaterThan(0);
  expect(new Set(orders.map(({ customer_id: id }) => id)).size).toBe(orders.length);
  const discounted = orders.filter(({ discount_amount: amount }) => amount !== 0);
  expect(await timesUsed(souk, [coupon])).toEqual([discounted.length]);
  expect(discounted.length).toBeLessThanOrEqual(1);
  expect(await spentOf(contestedCards)).toBe(ofOrders(orders, 'gift_cards_amount'));
  for (const [i, [credit, points]] of (await accounts()).entries()) {
    const own = orders.filter(({ customer_id: id }) => id === buyers[i]!.ids.customer);
    expect(before[i]![0] - credit).toBe(ofOrders(own, 'customer_balance_amount'));
    // Ten points are worth one, and a part of a point is spent whole.
    expect(before[i]![1] - points).toBe(Math.ceil(ofOrders(own, 'reward_currency_amount') / 10));
  }
  return orders;
}

/** Has all processes change each order: cancel every third one, invoice and refund the others. */
async function undo(round: Round, orders: readonly Json[]): Promise<void> {
  const at = (path: string) => (base: string) => new Client(base, souk.admin.token).post(path);
  const once = async (phase: Phase, some: readonly Json[], path: (id: number) => string): Promise<void> => {
    for (const { entity_id: id } of some) {
      const answers = await everywhere(round, phase, [at(path(id))]);
      // An order that cannot be cancelled is told so by false.
      const accepted = answers.filter((answer) => answer?.status === 200 && answer.body !== false).length;
      expect(accepted).toBeLessThanOrEqual(1);
      if (round.killIn !== phase) expect(accepted, JSON.stringify(answers.map((answer) => answer?.text))).toBe(1);
    }
  };
  await once(
    'cancel',
    orders.filter((_, i) => i % 3 === 2),
    (id) => `/V1/orders/${id}/cancel`,
  );
  const kept = orders.filter((_, i) => i % 3 < 2);
  await once('invoice', kept, (id) => `/V1/order/${id}/invoice`);
  // An order whose invoice was lost with its process has nothing to refund.
  const paid = (
    await Promise.all(kept.map(async ({ entity_id: id }) => ok(await souk.admin.get(`/V1/orders/${id}`))))
  ).filter(({ items }) => items.some((item: Json) => item.qty_invoiced > 0));
  await once('refund', paid, (id) => `/V1/order/${id}/refund`);
}

const rounds = fc.record<Round>({
  isShared: fc.boolean(),
  units: fc.integer({ min: 1, max: BUYERS }),
  balances: fc.array(fc.constantFrom(1, 500, 1500, 2000, 2050), { minLength: 2, maxLength: 2 }),
  uses: fc.array(
    fc.record<Use>({
      cards: fc.constantFrom([], [0], [0, 1], [1, 0]),
      coupon: fc.boolean(),
      credit: fc.boolean(),
      points: fc.boolean(),
    }),
    { minLength: BUYERS, maxLength: BUYERS },
  ),
  killIn: fc.constantFrom(undefined, undefined, 'order', 'invoice', 'refund', 'cancel'),
  killAfter: fc.nat({ max: PROCESSES }),
});

test('everything is spent once and given back once', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (round) => {
      const contested = await prepare(round);
      const ready = await fillCarts(round, contested);
      const before = await accounts();
      await everywhere(round, 'order', ready.map(place));
      const orders = await expectSpentOnce(round, contested, before);
      await undo(round, orders);
      const isOpen = ({ state }: Json): boolean => state !== 'closed' && state !== 'canceled';
      const left = (await ordersOf(contested.skus)).filter(isOpen);
      if (!round.killIn) expect(left).toEqual([]);
      const held = left.reduce((sum, order) => sum + cents(order.extension_attributes.gift_cards_amount), 0);
      expect(await spentOf(contested.contestedCards)).toBe(held);
      await expectBalanced(souk, { people: buyers, cards, stocks });
    }),
    // A race does not go the same way twice: there is nothing to shrink.
    { numRuns: 6 * fc.fuzzScale, endOnFailure: true },
  );
});
