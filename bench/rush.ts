import { spawn } from 'node:child_process';
import { fillCart, makeProduct, placeOrder, shipTo } from './checkout.ts';
import { quantile } from './soak/trend.ts';
import { createDatabase, end, firstAddress, remove, postgresServer, row, startBench } from './support.ts';

const GUESTS = 16;
const ROUNDS = 3;

/**
 * Orders of one store view that sixteen guests place at once, through two web processes on PostgreSQL (`TEST_DATABASE_URL`): all of
 * one product, and each guest of another. The carts are ready before, so that what counts is the call that places an order.
 * `size`: orders of each round, 480 unless told.
 */
export async function benchRush(size = '480'): Promise<void> {
  const server = postgresServer('simultaneous orders');
  if (!server) return;
  const database = await createDatabase(server);
  const bench = await startBench(undefined, ['--no-consumer'], { DATABASE_URL: database.url });
  const other = spawn('bin/souk', ['serve', '--no-consumer'], { env: bench.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const bases = [bench.base, await firstAddress(other)];
  for (let guest = 0; guest < GUESTS; guest++) await makeProduct(bench, guest);
  await rush(bases, GUESTS * 4, sameProduct);
  for (let round = 0; round < ROUNDS; round++) {
    await report('orders of one product', bases, Number(size), sameProduct);
    await report('orders of a product for each guest', bases, Number(size), ownProduct);
  }
  await end(other);
  await bench.stop();
  remove(bench.folder);
  await database.drop();
}

/** The product that a guest buys, as `makeProduct` numbers them. */
type Choice = (guest: number) => number;
const sameProduct: Choice = () => 0;
const ownProduct: Choice = (guest) => guest;

async function report(what: string, bases: readonly string[], count: number, choice: Choice): Promise<void> {
  const { rate, times } = await rush(bases, count, choice);
  const ms = (part: number): string => `${quantile(times, part).toFixed(0)} ms`;
  row(what, `${rate.toFixed(0)}/s`, `${GUESTS} guests, ${bases.length} processes; p50 ${ms(0.5)}, p99 ${ms(0.99)}`);
}

/** Fills carts, then places their orders with all guests at once; gives orders a second, and what each took in milliseconds. */
async function rush(
  bases: readonly string[],
  count: number,
  choice: Choice,
): Promise<{ rate: number; times: number[] }> {
  const serverOf = (guest: number): { base: string } => ({ base: bases[guest % bases.length]! });
  const carts: string[][] = Array.from({ length: GUESTS }, () => []);
  const each = Math.ceil(count / GUESTS);
  const all = (work: (guest: number) => Promise<void>): Promise<unknown> => Promise.all(carts.map((_, i) => work(i)));
  await all(async (guest) => {
    for (let i = 0; i < each; i++) {
      const path = await fillCart(serverOf(guest), choice(guest), 1);
      await shipTo(serverOf(guest), path);
      carts[guest]!.push(path);
    }
  });
  const times: number[] = [];
  const start = performance.now();
  await all(async (guest) => {
    for (const path of carts[guest]!) {
      const begun = performance.now();
      await placeOrder(serverOf(guest), path);
      times.push(performance.now() - begun);
    }
  });
  return { rate: (each * GUESTS * 1000) / (performance.now() - start), times };
}
