import { call } from '../support.ts';
import { SoakClient, type Body, type CallOptions, type SoakAnswer } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { Receivers } from './receivers.ts';
import type { Servers } from './servers.ts';

/** Products that buyers buy, with plenty in stock. */
export const PRODUCTS = 40;
/** Pieces of each at the beginning. */
export const STOCK = 100_000;
/** The default stock. */
export const STOCK_ID = 1;
/** E-mail addresses of all buyers of the soak begin with this. */
export const MARK = 'soak-';
/** What every account of the soak signs in with. */
export const PASSWORD = 'Soak-Pass-123';
const admin = { username: 'admin', password: 'Admin123!' };

/** Where a journey ends after a sign-in that has expired. */
const EXPIRED = 401;

/** The shop under load, as the journeys see it. */
export class Shop {
  readonly client: SoakClient;
  readonly ledger: Ledger;
  readonly servers: Servers;
  readonly receivers: Receivers;
  /** Ids of orders with which something can still be done; few. */
  readonly openOrders: number[] = [];
  /** Where the reader of the feed is, and what it has seen created: how often, by increment id. */
  readonly feed = { position: 0, isReading: false, created: new Map<string, number>(), disorders: [] as string[] };
  #token = '';
  #number = 0;
  #state = 0x5eed;

  constructor(servers: Servers, receivers: Receivers, ledger: Ledger, rate: number) {
    this.servers = servers;
    this.receivers = receivers;
    this.ledger = ledger;
    this.client = new SoakClient(servers, ledger, rate);
  }

  /** A whole number from 0 to below `count`; the same ones in every run. */
  any(count: number): number {
    // The generator mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  /** A number that nothing else has in this run. */
  next(): number {
    return (this.#number += 1);
  }

  /** SKU of some product; a few are bought far more often than the others. */
  sku(): string {
    return `${MARK}${this.any(3) === 0 ? this.any(3) : this.any(PRODUCTS)}`;
  }

  /** A call of the administrator, who signs in again when the token has expired. */
  async admin(kind: string, method: string, path: string, options: CallOptions = {}): Promise<SoakAnswer> {
    const { expect = [200] } = options;
    const tolerant = { ...options, expect: [...expect, EXPIRED] };
    const answer = await this.client.call(kind, method, path, { ...tolerant, token: this.#token });
    if (answer.status !== EXPIRED) return answer;
    const signedIn = await this.client.call('sign in', 'POST', '/rest/V1/integration/admin/token', { body: admin });
    this.#token = String(signedIn.body);
    return this.client.call(kind, method, path, { ...options, token: this.#token });
  }

  /** What an administrator posts and gets back. */
  async post(kind: string, path: string, body: object): Promise<Body> {
    return (await this.admin(kind, 'POST', `/rest/V1/${path}`, { body })).body;
  }

  /** Remembers an order for what comes after it; the oldest is left alone when there are many. */
  keepOrder(id: number): void {
    this.openOrders.push(id);
    if (this.openOrders.length > 50) this.openOrders.shift();
  }
}

/** Short lifetimes, so that everything that is removed with time is removed several times in a run. */
const shortened: Readonly<Record<string, string>> = {
  'souk/audit/lifetime': '1',
  'souk/events/lifetime': '1',
  'souk/events/delivery_lifetime': '1',
  'system/bulk/lifetime': '1',
  'souk/compare_list/lifetime': '1',
  'checkout/cart/delete_quote_after': '1',
  'souk/operations/retention_interval': '5',
  // Two steps of the clock: a visit is shorter.
  'oauth/access_token_lifetime/customer': '12',
  // Hostile callers fail from the same address as everybody.
  'souk/attempts/address': '1000000',
  'souk/events/allow_private': '127.0.0.1',
};

/** Makes what the load needs: settings, products, and a receiver that is told of orders and products. */
export async function fillShop({ servers, receivers }: Shop): Promise<void> {
  const { base } = servers.first();
  await call(base, 'PUT', '/_/configuration', undefined, { settings: shortened });
  const token = (await call(base, 'POST', '/rest/V1/integration/admin/token', undefined, admin)) as string;
  const post = (path: string, body: object): Promise<unknown> => call(base, 'POST', `/rest/V1/${path}`, token, body);
  for (let i = 0; i < PRODUCTS; i++) {
    await post('products', {
      product: {
        sku: `${MARK}${i}`,
        name: `Soak product ${i}`,
        attribute_set_id: 4,
        type_id: 'simple',
        price: 5 + i,
        weight: 1,
        status: 1,
        visibility: 4,
        extension_attributes: {
          stock_item: { qty: STOCK, is_in_stock: true },
          category_links: [{ category_id: '2', position: i }],
        },
      },
    });
  }
  const workspace = JSON.stringify({ url: receivers.events.url, batch: 20 });
  const config = { provider_id: 'soak', workspace_configuration: workspace };
  await call(base, 'PUT', '/rest/V1/eventing/updateConfiguration', token, { config });
  for (const name of ['order.*', 'product.*', 'stock.*']) await post('eventing/eventSubscribe', { event: { name } });
}
