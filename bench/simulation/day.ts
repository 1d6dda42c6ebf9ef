import type { Costs } from './costs.ts';
import { waitQuantile } from './erlang.ts';
import type { JobClass, Station } from './network.ts';

/** A shop, by what it has to do in a day. */
export interface ShopOfDay {
  readonly orders: number;
  readonly products: number;
  /** How many times the mean the busiest moment is. */
  readonly peak: number;
  /** Pages that visitors look at for each order, of which so many are kept in memory. */
  readonly pages: number;
  readonly keptShare: number;
  readonly searches: number;
  /** Calls of connectors by REST for each order. */
  readonly connectorCalls: number;
  /** Requests of a checkout. */
  readonly checkoutRequests: number;
  /** Parts of the products that are priced anew, and made anew, in a night. */
  readonly pricedShare: number;
  readonly createdShare: number;
  /** Hours in which the night's import is sent. */
  readonly importHours: number;
  /** Part of the orders that have the product which is bought most. */
  readonly hottest: number;
  /** Changes that an order leads to in the log, documents and stock included. */
  readonly changes: number;
}

/** A shop of ten million products and a million orders a day. */
export const largeShop: ShopOfDay = {
  orders: 1e6,
  products: 1e7,
  peak: 4,
  pages: 40,
  keptShare: 0.7,
  searches: 4,
  connectorCalls: 4,
  checkoutRequests: 13,
  pricedShare: 0.2,
  createdShare: 0.005,
  importHours: 2,
  hottest: 0.01,
  changes: 30,
};

/** No tier is planned busier than this: what is above waits too long when something fails. */
const BUSIEST = 0.6;
/** Seconds of service that 99 of 100 calls may wait besides at a tier. */
const LONGEST_WAIT = 0.1;
/** Minutes after which the last operation of the night's import has to be done. */
const LATEST = 240;
/** When the import is sent: hours after midnight. */
const IMPORT_AT = 1;
/** When most is bought. */
const BUSY_HOUR = 20;

/** How many times the mean goes on at an hour of the day (0 to 24): a smooth curve with the given peak in the evening. */
export function curveOf(peak: number): (hour: number) => number {
  const shape = (narrow: number, hour: number): number =>
    Math.exp(narrow * (Math.cos((2 * Math.PI * (hour - BUSY_HOUR)) / 24) - 1));
  const meanOf = (narrow: number): number => {
    let sum = 0;
    for (let hour = 0; hour < 24; hour += 0.1) sum += shape(narrow, hour) / 240;
    return sum;
  };
  // The narrower, the higher; halving finds how narrow.
  let [low, high] = [0, 500];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (1 / meanOf(middle) < peak) low = middle;
    else high = middle;
  }
  const mean = meanOf(low);
  return (hour) => shape(low, hour) / mean;
}

/** Calls a second by kind when so many orders a second are placed. */
function ratesOf(shop: ShopOfDay, orders: number): Record<keyof Costs['calls'], number> {
  return {
    keptPage: orders * shop.pages * shop.keptShare,
    freshPage: orders * shop.pages * (1 - shop.keptShare),
    search: orders * shop.searches,
    productByRest: orders * shop.connectorCalls,
    checkoutRequest: orders * shop.checkoutRequests,
  };
}

/** Cores that calls keep busy. */
interface Demand {
  readonly web: number;
  readonly database: number;
  /** Calls a second. */
  readonly calls: number;
}

/** What so many orders a second demand of each tier. */
export function demandOf(shop: ShopOfDay, { calls }: Costs, orders: number): Demand {
  const rates = Object.entries(ratesOf(shop, orders)) as [keyof Costs['calls'], number][];
  const sum = (of: (kind: keyof Costs['calls'], rate: number) => number): number =>
    rates.reduce((total, [kind, rate]) => total + of(kind, rate), 0);
  return {
    web: sum((kind, rate) => (rate * calls[kind].souk) / 1000),
    database: sum((kind, rate) => (rate * calls[kind].database) / 1000),
    calls: sum((_, rate) => rate),
  };
}

/** How many of each a shop takes, and what that rests on. */
export interface Plan {
  readonly web: number;
  readonly consumers: number;
  /** Cores of the database's machine. */
  readonly databaseCores: number;
  /** At the busiest moment. */
  readonly peak: Demand & { readonly orders: number };
  /**
   * Of single-file parts at the busiest moment: busy part of their time. The number of an invoice (here every order is paid at once,
   * and thereby invoiced) and a row of stock are held until the commit; here for the whole call that places the order, which is more
   * than they are.
   */
  readonly single: {
    readonly invoiceNumbers: number;
    readonly sequencer: number;
    readonly hottestProduct: number;
    readonly commits: number;
  };
  /** Minutes until the last operation of the night's import is done, counted from its beginning. */
  readonly importMinutes: number;
  readonly databaseGb: { readonly products: number; readonly ordersOfYear: number };
}

/** The least of each tier that keeps waits short at the busiest moment and ends the night's import in time. */
export function planFor(shop: ShopOfDay, costs: Costs): Plan {
  const orders = (shop.orders / 86_400) * shop.peak;
  const peak = demandOf(shop, costs, orders);
  const consumers = leastConsumers(shop, costs);
  const night = importCost(shop, costs);
  const atImport = demandOf(shop, costs, (shop.orders / 86_400) * curveOf(shop.peak)(IMPORT_AT));
  // What consumers ask of the database at night, beside what visitors do then.
  const databaseAtNight = (consumers * night.database) / (night.souk + night.database) + atImport.database;
  return {
    web: leastServers(peak.web, peak.calls, true),
    consumers,
    databaseCores: leastServers(Math.max(peak.database, databaseAtNight), peak.calls, false),
    peak: { ...peak, orders },
    single: {
      sequencer: (orders * shop.changes * costs.sequencedChange) / 1000,
      invoiceNumbers: (orders * costs.placeOrder) / 1000,
      hottestProduct: (orders * shop.hottest * costs.placeOrder) / 1000,
      commits: (orders * shop.checkoutRequests) / costs.commits.together,
    },
    importMinutes: importMinutes(shop, costs, consumers),
    databaseGb: {
      products: (shop.products * costs.bytes.product) / 1e9,
      ordersOfYear: (shop.orders * 365 * costs.bytes.order) / 1e9,
    },
  };
}

/** The least number of servers that so many busy cores need. Split: each with a queue of its own. */
function leastServers(busy: number, rate: number, isSplit: boolean): number {
  for (let servers = Math.max(1, Math.ceil(busy / BUSIEST)); ; servers++) {
    const load = isSplit
      ? { rate: rate / servers, service: busy / rate, servers: 1 }
      : { rate, service: busy / rate, servers };
    if (waitQuantile(load, 0.99) <= LONGEST_WAIT) return servers;
  }
}

/** Seconds of processor that the night's import takes, of Souk and of the database. */
function importCost(
  { products, pricedShare, createdShare }: ShopOfDay,
  { operations }: Costs,
): Costs['operations']['price'] {
  const of = (side: 'souk' | 'database'): number =>
    (products * (pricedShare * operations.price[side] + createdShare * operations.create[side])) / 1000;
  return { souk: of('souk'), database: of('database') };
}

/** A consumer waits for the database while that works. */
function importMinutes(shop: ShopOfDay, costs: Costs, consumers: number): number {
  const { souk, database } = importCost(shop, costs);
  return Math.max(shop.importHours * 60, (souk + database) / consumers / 60);
}

function leastConsumers(shop: ShopOfDay, costs: Costs): number {
  for (let consumers = 1; ; consumers++) if (importMinutes(shop, costs, consumers) <= LATEST) return consumers;
}

/** The oldest open operation, in minutes, at each hour of the day. */
export function queueAges(shop: ShopOfDay, costs: Costs, consumers: number): number[] {
  const { souk, database } = importCost(shop, costs);
  const work = (souk + database) / 60;
  const ages: number[] = [];
  for (let hour = 0; hour < 24; hour++) {
    // What is executed by then was sent so long ago: operations leave in the order in which they came.
    const since = (hour - IMPORT_AT) * 60;
    const sent = Math.min(1, Math.max(0, since / (shop.importHours * 60)));
    const done = Math.min(sent, Math.max(0, (since * consumers) / work));
    ages.push(done < sent ? since - done * shop.importHours * 60 : 0);
  }
  return ages;
}

/** The shop at a moment as a network of stations: each call goes to its web process, to the database, and back. */
export function networkOf(
  shop: ShopOfDay,
  costs: Costs,
  plan: Pick<Plan, 'web' | 'databaseCores'>,
  orders: number,
): { stations: Station[]; classes: JobClass[] } {
  const rates = ratesOf(shop, orders);
  const classes = (Object.keys(rates) as (keyof Costs['calls'])[]).map((name): JobClass => {
    const { souk, database } = costs.calls[name];
    const half = { station: 'web', service: souk / 2000 };
    return {
      name,
      rate: rates[name],
      visits: database > 0 ? [half, { station: 'database', service: database / 1000 }, half] : [half, half],
    };
  });
  return {
    stations: [
      { name: 'web', servers: plan.web, isSplit: true },
      { name: 'database', servers: plan.databaseCores },
    ],
    classes,
  };
}
