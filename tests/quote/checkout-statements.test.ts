import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureFirstAdmin } from '../../src/platform/access/users.ts';
import { lonePeers } from '../../src/program/processes/peers.ts';
import { startServer, type Server } from '../../src/program/server.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { openSouk, type Souk } from '../../src/program/souk.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { cart } from '../support/carts.ts';
import { Client, ok } from '../support/client.ts';
import { newProduct } from '../support/products.ts';
import { ADDRESS, PAYMENT } from './shop.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

const ITEMS = 10;
/** One in each request writes down what has changed. */
const MOST = 60;
/**
 * Round trips of each request: one for all that is read, and one for all that is written, with the commit. An order draws its numbers
 * between them.
 */
const MOST_TRIPS = { cart: 2, item: 2, shipping: 2, order: 3 };
const MOST_ROUND_TRIPS = MOST_TRIPS.cart + ITEMS * MOST_TRIPS.item + MOST_TRIPS.shipping + MOST_TRIPS.order;

describe.each(engines)('a guest checkout on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let souk: Souk;
  let server: Server;
  let guest: Client;
  let counted: StatementCount;
  const skus = Array.from({ length: ITEMS }, (_, i) => `statement-${i}`);

  beforeAll(async () => {
    counted = countStatements();
    database = await createDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'souk-statements-'));
    const settings = readSettings({ DATABASE_URL: database.url, PORT: '0', SOUK_VAR: folder, SOUK_LOG: 'silent' });
    souk = await openSouk(settings, pino({ level: 'silent' }));
    await ensureFirstAdmin(souk.systemCall(), 'admin', 'Admin123!');
    server = await startServer(souk, { consumer: false, peers: lonePeers() });
    guest = new Client(server.address);
    const admin = guest.as(
      ok(await guest.post('/V1/integration/admin/token', { username: 'admin', password: 'Admin123!' })),
    );
    for (const sku of skus) await newProduct({ admin }, { sku });
  });
  afterAll(async () => {
    await server.stop();
    await souk.close();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
    counted.stop();
  });

  /** The requests of a checkout, one after another, by their kind. */
  async function* checkOutBySteps(): AsyncGenerator<keyof typeof MOST_TRIPS> {
    const { path } = await cart({ guest });
    yield 'cart';
    for (const sku of skus) {
      const cartItem = { sku, qty: 2, quote_id: path.split('/').at(-1) };
      ok(await guest.post(`${path}/items`, { cartItem }));
      yield 'item';
    }
    const addresses = { shipping_address: ADDRESS, billing_address: ADDRESS };
    const method = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
    ok(await guest.post(`${path}/shipping-information`, { addressInformation: { ...addresses, ...method } }));
    yield 'shipping';
    expect(ok(await guest.post(`${path}/payment-information`, PAYMENT))).toBeGreaterThan(0);
    yield 'order';
  }

  async function checkOut(): Promise<void> {
    for await (const _ of checkOutBySteps());
  }

  it(`of ${ITEMS} items costs at most ${MOST} statements`, async () => {
    const statements = await counted.settled(checkOut);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST);
    // The count is one of what happens, not of nothing.
    expect(statements.length).toBeGreaterThan(ITEMS * 3);
  });

  it.runIf(engine === 'postgres')(`waits for the database ${MOST_ROUND_TRIPS} times at most`, async () => {
    // What happens after earlier requests dates anew what is kept, which costs a checkout more.
    const fewest = { cart: Infinity, item: Infinity, shipping: Infinity, order: Infinity };
    let fewestOfAll = Infinity;
    for (let tries = 0; tries < 10 && fewestOfAll > MOST_ROUND_TRIPS; tries++) {
      const begun = counted.roundTrips;
      let before = begun;
      for await (const step of checkOutBySteps()) {
        fewest[step] = Math.min(fewest[step], counted.roundTrips - before);
        before = counted.roundTrips;
      }
      fewestOfAll = Math.min(fewestOfAll, before - begun);
    }
    expect(fewest, counted.statements.join('\n')).toEqual(MOST_TRIPS);
    expect(fewestOfAll).toBeLessThanOrEqual(MOST_ROUND_TRIPS);
  });

  it('reserves stock when the order and the cart are written: orders of the same products wait from there on', async () => {
    counted.reset();
    await checkOut();
    const texts = counted.statements.map((text) => text.replaceAll('"', ''));
    const reserved = texts.findIndex((text) => text.startsWith('insert into cataloginventory_reservation'));
    const written = texts.findLastIndex((text) => /^(insert into|update) (quote|sales_|sequence)/.test(text));
    expect(written).toBeGreaterThan(0);
    expect(reserved).toBeGreaterThan(written);
  });
});
