import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { BookEntry } from './record.ts';
import { readFeed } from './reading.ts';
import { MARK, PRODUCTS, STOCK, STOCK_ID, type Shop } from './shop.ts';

/** An order as the list of orders shows it, as far as the books need it. */
export interface ListedOrder {
  readonly increment_id: string;
  readonly customer_email: string;
  readonly items: readonly {
    readonly sku: string;
    readonly qty_ordered: number;
    readonly qty_canceled?: number;
    readonly qty_refunded?: number;
  }[];
}

const PAGE = 200;
/** Milliseconds in which everything that was accepted has to be done once the load has ended. */
const PATIENCE = 120_000;
/** What is told of as wrong by name. */
const NAMED = 5;

/** Compares the books of the shop with what the load was told, once everything has come to its end. */
export async function closeBooks(shop: Shop): Promise<BookEntry[]> {
  const depth = await settled(shop);
  const orders = await listOrders(shop);
  await readFeed(shop);
  const salable = await salableQuantities(shop);
  return [
    entry('processes that live until they are told to end', 2, shop.servers.crashes()),
    entry('bulk operations that end', shop.ledger.made.bulks ?? 0, [
      ...(depth > 0 ? [`${depth} operations are open`] : []),
      ...shop.ledger.wrongBulks,
    ]),
    ordersOnce(shop.ledger, orders),
    orderItems(shop.ledger, orders),
    stockAddsUp(orders, salable),
    toldOf('orders in the feed', orders, ({ increment_id: number }) => shop.feed.created.get(number) ?? 0, true),
    entry('positions of the feed in order', shop.feed.position, shop.feed.disorders),
    toldOf(
      'orders delivered to the receiver',
      orders,
      ({ increment_id: number }) => shop.receivers.events.seen.get(`souk.order.created ${number}`) ?? 0,
      false,
    ),
    toldOf('orders confirmed by mail', orders, ({ customer_email: email }) => mailsTo(shop, email), false),
  ];
}

/** Waits until nothing is open any more; gives how many operations still are. */
async function settled(shop: Shop): Promise<number> {
  const begun = Date.now();
  const { events, mails } = shop.receivers;
  for (let quiet = 0, last = -1; ;) {
    const { body } = await shop.client.call('books', 'GET', '/_/queue');
    const received = sum(events.seen) + sum(mails.seen);
    quiet = received === last && Number(body.depth) === 0 ? quiet + 1 : 0;
    last = received;
    // What failed at the receiver is tried again after a while.
    if (quiet >= 10 || Date.now() - begun > PATIENCE) return Number(body.depth);
    await pause(1000);
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, one) => total + one, 0);
}

function mailsTo(shop: Shop, email: string): number {
  return [...shop.receivers.mails.seen.keys()].filter((key) => key.startsWith(`${email} `)).length;
}

async function listOrders(shop: Shop): Promise<ListedOrder[]> {
  const filter = Object.entries({ field: 'customer_email', value: `${MARK}%`, condition_type: 'like' })
    .map(([name, text]) => `searchCriteria[filter_groups][0][filters][0][${name}]=${encodeURIComponent(text)}`)
    .join('&');
  const fields = 'items[increment_id,customer_email,items[sku,qty_ordered,qty_canceled,qty_refunded]],total_count';
  const orders: ListedOrder[] = [];
  for (let page = 1; ; page++) {
    const path = `/rest/V1/orders?${filter}&searchCriteria[pageSize]=${PAGE}&searchCriteria[currentPage]=${page}&searchCriteria[sortOrders][0][field]=entity_id&searchCriteria[sortOrders][0][direction]=ASC&fields=${fields}`;
    const { body } = await shop.admin('books', 'GET', path);
    orders.push(...((body.items as unknown as ListedOrder[] | null) ?? []));
    if (page * PAGE >= Number(body.total_count)) return orders;
  }
}

async function salableQuantities(shop: Shop): Promise<Map<string, number>> {
  const quantities = new Map<string, number>();
  for (let i = 0; i < PRODUCTS; i++) {
    const path = `/rest/V1/inventory/get-product-salable-quantity/${MARK}${i}/${STOCK_ID}`;
    quantities.set(`${MARK}${i}`, Number((await shop.admin('books', 'GET', path)).body));
  }
  return quantities;
}

/** Each order that a buyer was told of is there once; one whose answer was lost at most once; no other is there. */
export function ordersOnce({ orders }: Pick<Ledger, 'orders'>, listed: readonly ListedOrder[]): BookEntry {
  const found = Map.groupBy(listed, ({ customer_email: email }) => email);
  const lost = [...orders].filter(([email, { isConfirmed }]) => isConfirmed && !found.has(email));
  const doubled = [...found].filter(([, { length }]) => length > 1);
  const numbers = Map.groupBy(listed, ({ increment_id: number }) => number);
  const unasked = [...found.keys()].filter((email) => !orders.has(email));
  return entry('orders that exist once', orders.size, [
    ...lost.map(([email]) => `${email} is lost`),
    ...doubled.map(([email, { length }]) => `${email} has ${length} orders`),
    ...unasked.map((email) => `${email} was refused and has an order`),
    ...[...numbers].filter(([, { length }]) => length > 1).map(([number]) => `${number} was given twice`),
  ]);
}

/** Each order has what was in its cart. */
export function orderItems({ orders }: Pick<Ledger, 'orders'>, listed: readonly ListedOrder[]): BookEntry {
  const wrong = listed.filter(({ customer_email: email, items }) => {
    const wanted = Object.entries(orders.get(email)?.items ?? {});
    const has = new Map(items.map(({ sku, qty_ordered: qty }) => [sku, qty]));
    return wanted.length !== items.length || wanted.some(([sku, qty]) => has.get(sku) !== qty);
  });
  return entry(
    'orders with what was in their carts',
    listed.length,
    wrong.map(({ increment_id: number }) => number),
  );
}

/** What can still be sold of each product is what there was, less what is ordered, plus what was cancelled or came back. */
export function stockAddsUp(listed: readonly ListedOrder[], salable: ReadonlyMap<string, number>): BookEntry {
  const taken = new Map<string, number>();
  for (const { sku, qty_ordered: ordered, qty_canceled: cancelled = 0, qty_refunded: refunded = 0 } of listed.flatMap(
    ({ items }) => items,
  )) {
    taken.set(sku, (taken.get(sku) ?? 0) + ordered - cancelled - refunded);
  }
  const wrong = [...salable].filter(([sku, quantity]) => quantity !== STOCK - (taken.get(sku) ?? 0));
  return entry(
    'products whose stock adds up',
    salable.size,
    wrong.map(([sku, quantity]) => `${sku}: ${quantity} can be sold, expected ${STOCK - (taken.get(sku) ?? 0)}`),
  );
}

/** Each order was told of: exactly once, or at least once. */
function toldOf(
  what: string,
  orders: readonly ListedOrder[],
  times: (order: ListedOrder) => number,
  exactly: boolean,
): BookEntry {
  const wrong = orders.flatMap((order) => {
    const count = times(order);
    return count === 0 || (exactly && count > 1) ? [`${order.increment_id} ${count} times`] : [];
  });
  return entry(what, orders.length, wrong);
}

function entry(what: string, count: number, wrong: readonly string[]): BookEntry {
  return { what, count, wrong: wrong.slice(0, NAMED), wrongCount: wrong.length };
}
