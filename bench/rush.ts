import { spawn } from 'node:child_process';
import { address } from './checkout.ts';
import { quantile } from './soak/trend.ts';
import { call, createDatabase, end, firstAddress, remove, row, startBench, type Bench } from './support.ts';

const GUESTS = 16;
const ROUNDS = 3;
/** Stock that no run uses up. */
const PLENTY = 1_000_000;

/**
 * Orders of one store view that sixteen guests place at once, through two web processes on PostgreSQL (`TEST_DATABASE_URL`): all of
 * one product, and each guest of another. The carts are ready before, so that what counts is the call that places an order.
 * `size`: orders of each round, 480 unless told.
 */
export async function benchRush(size = '480'): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) {
    row('simultaneous orders', 'left out', 'TEST_DATABASE_URL names no PostgreSQL server');
    return;
  }
  const database = await createDatabase(server);
  const bench = await startBench(undefined, ['--no-consumer'], { DATABASE_URL: database.url });
  const other = spawn('bin/souk', ['serve', '--no-consumer'], { env: bench.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const bases = [bench.base, await firstAddress(other)];
  for (let i = 0; i < GUESTS; i++) await makeProduct(bench, skuOf(i));
  await rush(bases, GUESTS * 4, () => skuOf(0));
  for (let round = 0; round < ROUNDS; round++) {
    await report('orders of one product', bases, Number(size), () => skuOf(0));
    await report('orders of a product for each guest', bases, Number(size), skuOf);
  }
  await end(other);
  await bench.stop();
  remove(bench.folder);
  await database.drop();
}

const skuOf = (guest: number): string => `rush-${guest}`;

async function makeProduct({ base, token }: Bench, sku: string): Promise<void> {
  const extension_attributes = { stock_item: { qty: PLENTY, is_in_stock: true }, website_ids: [1] };
  const product = { sku, name: sku, attribute_set_id: 4, price: 5, weight: 1, extension_attributes };
  await call(base, 'POST', '/rest/V1/products', token, { product });
}

async function report(
  what: string,
  bases: readonly string[],
  count: number,
  skuFor: (guest: number) => string,
): Promise<void> {
  const { rate, times } = await rush(bases, count, skuFor);
  const ms = (part: number): string => `${quantile(times, part).toFixed(0)} ms`;
  row(what, `${rate.toFixed(0)}/s`, `${GUESTS} guests, ${bases.length} processes; p50 ${ms(0.5)}, p99 ${ms(0.99)}`);
}

/** Fills carts, then places their orders with all guests at once; gives orders a second, and what each took in milliseconds. */
async function rush(
  bases: readonly string[],
  count: number,
  skuFor: (guest: number) => string,
): Promise<{ rate: number; times: number[] }> {
  const baseOf = (guest: number): string => bases[guest % bases.length]!;
  const carts: string[][] = Array.from({ length: GUESTS }, () => []);
  const each = Math.ceil(count / GUESTS);
  const all = (work: (guest: number) => Promise<void>): Promise<unknown> => Promise.all(carts.map((_, i) => work(i)));
  await all(async (guest) => {
    for (let i = 0; i < each; i++) carts[guest]!.push(await fillCart(baseOf(guest), skuFor(guest)));
  });
  const times: number[] = [];
  const start = performance.now();
  await all(async (guest) => {
    for (const path of carts[guest]!) {
      const begun = performance.now();
      const payment = { email: address.email, paymentMethod: { method: 'checkmo' } };
      await call(baseOf(guest), 'POST', `${path}/payment-information`, undefined, payment);
      times.push(performance.now() - begun);
    }
  });
  return { rate: (each * GUESTS * 1000) / (performance.now() - start), times };
}

/** A guest's cart that is ready to be ordered; gives its path. */
async function fillCart(base: string, sku: string): Promise<string> {
  const id = String(await call(base, 'POST', '/rest/V1/guest-carts', undefined, {}));
  const path = `/rest/V1/guest-carts/${id}`;
  await call(base, 'POST', `${path}/items`, undefined, { cartItem: { sku, qty: 1, quote_id: id } });
  const addressInformation = {
    shipping_address: address,
    billing_address: address,
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
  };
  await call(base, 'POST', `${path}/shipping-information`, undefined, { addressInformation });
  return path;
}
