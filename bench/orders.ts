import { fillOrders, removeTarget, targets, type Target } from './orders/fill.ts';
import { showPlans } from './orders/plans.ts';
import { orderPages } from './orders/pages.ts';
import { load, row, send, startBench } from './support.ts';

const REQUESTS = 200;
const SMALL = 10_000;

/**
 * Pages of 20 out of many orders and documents against the same pages out of 10,000 orders, on SQLite, and on PostgreSQL where
 * TEST_DATABASE_URL names a server; with the plans of the databases. `count` is the number of orders.
 */
export async function benchOrders(count = '1000000'): Promise<void> {
  for (const target of targets()) {
    const small = await measure(target, SMALL, false);
    const large = await measure(target, Number(count), true);
    for (const [what, cost] of Object.entries(large)) {
      const times = `${cost.toFixed(2)} ms, ${(cost / small[what]!).toFixed(2)} x`;
      row(`${target.kind}: ${what}`, times, `of ${count} against ${SMALL} (${small[what]!.toFixed(2)} ms)`);
    }
  }
}

/** The median time of each page in milliseconds. */
async function measure(target: Target, orders: number, withPlans: boolean): Promise<Record<string, number>> {
  const database = await target.create();
  await fillOrders(database, orders);
  if (withPlans) await showPlans(database, orders);
  const bench = await startBench(database.folder, [], { DATABASE_URL: database.url });
  const times: Record<string, number> = {};
  for (const { what, path, query } of orderPages(orders)) {
    const taken: number[] = [];
    const one = async (): Promise<void> => {
      const start = performance.now();
      const { status, text } = await send(bench.base, 'GET', `/rest${path}?${query}`, bench.token);
      if (status !== 200) throw new Error(text);
      taken.push(performance.now() - start);
    };
    await load(bench.pid, one, REQUESTS, 1);
    times[what] = taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)]!;
  }
  await bench.stop();
  await removeTarget(database);
  return times;
}
