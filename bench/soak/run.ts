import { mkdirSync, mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { remove } from '../support.ts';
import { closeBooks } from './books.ts';
import { compare, customerBuys, guestBuys, leaveCart } from './buying.ts';
import { LostAnswer } from './client.ts';
import { misbehave } from './hostile.ts';
import { Ledger } from './ledger.ts';
import { changePrices, configure, edit, importProducts } from './managing.ts';
import { handleOrder } from './orders.ts';
import { browse, readFeed, readLists } from './reading.ts';
import { startReceivers } from './receivers.ts';
import type { Sample, SoakRecord } from './record.ts';
import { writeReport } from './report.ts';
import { takeSample } from './sampling.ts';
import { startServers } from './servers.ts';
import { fillShop, Shop } from './shop.ts';
import { createStore } from './stores.ts';
import { judge } from './verdict.ts';

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    database: { type: 'string' },
    amqp: { type: 'string' },
    out: { type: 'string', default: 'soak-results' },
    help: { type: 'boolean', default: false },
  },
});
if (given.help) {
  console.log(
    `npm run soak -- [--minutes 60] [--rate 20] [--database postgres://…] [--amqp amqp://…] [--out soak-results]`,
  );
  process.exit(0);
}

/** What of the load comes how often. */
const journeys: readonly (readonly [weight: number, journey: (shop: Shop) => Promise<void>])[] = [
  [20, browse],
  [14, readLists],
  [10, guestBuys],
  [6, customerBuys],
  [8, leaveCart],
  [3, compare],
  [9, edit],
  [5, changePrices],
  [2, importProducts],
  [14, handleOrder],
  [10, misbehave],
  [1, configure],
];
/** Journeys that are under way at once. */
const VISITORS = 10;
/** Days that the clock of the shop goes through in a run, so that what is kept for a day goes many times. */
const DAYS = 12;
const DAY = 86_400_000;
/** Steps in which the clock moves. */
const STEPS = DAYS * 4;
const WINDOWS = 40;
const RESTARTS = 10;
/** A shorter run keeps the machine's clock: what is kept for a day would go before anybody looks. */
const SHORTEST_WITH_CLOCK = 300;

const seconds = Math.max(20, Math.min(24 * 3600, Number(given.minutes) * 60));
const rate = Math.max(1, Math.min(500, Number(given.rate)));
if (!Number.isFinite(seconds) || !Number.isFinite(rate)) throw new Error('--minutes and --rate take numbers');
process.exitCode = (await soak()) ? 0 : 1;
process.exit();

/** Runs the load, writes the report, and gives whether the verdict is good. */
async function soak(): Promise<boolean> {
  const results = resolve(given.out);
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'souk-soak-'));
  const receivers = await startReceivers();
  const store = await createStore(folder, given.database);
  const interval = Math.max(1, Math.min(10, seconds / 240));
  const env = { DATABASE_URL: store.url, SMTP_URL: receivers.mails.url, ...(given.amqp && { AMQP_URL: given.amqp }) };
  const servers = await startServers({ var: folder, results, env, interval });
  try {
    const shop = new Shop(servers, receivers, new Ledger(), rate);
    await fillShop(shop);
    return await soakShop(shop, results, interval, {
      servers,
      store,
      ledger: shop.ledger,
      var: folder,
      probes: join(results, 'probes'),
    });
  } finally {
    await servers.stop();
    receivers.stop();
    await store.remove();
    remove(folder);
  }
}

/** Puts the load on the shop, closes its books and writes the report. */
async function soakShop(
  shop: Shop,
  results: string,
  interval: number,
  sources: Parameters<typeof takeSample>[0],
): Promise<boolean> {
  const { ledger, servers } = shop;
  console.log(`${given.minutes} minutes at ${rate} calls a second; results in ${results}`);
  const samples: Sample[] = [];
  const yardstick: [number, number][] = [];
  const begun = performance.now();
  const at = (): number => (performance.now() - begun) / 1000;
  const isOver = (): boolean => at() >= seconds;
  /** Does something again and again until the load ends. */
  const every = async (pauseSeconds: number, work: () => Promise<void> | void): Promise<void> => {
    while (!isOver()) {
      await pause(1000 * Math.min(pauseSeconds, Math.max(0, seconds - at())));
      if (!isOver()) await work();
    }
  };
  const withClock = seconds >= SHORTEST_WITH_CLOCK;
  let [ahead, restarts] = [0, 0];
  await Promise.all([
    ...Array.from({ length: VISITORS }, () => visit(shop, isOver)),
    every(interval, async () => {
      samples.push(await takeSample(sources, at()));
      yardstick.push([at(), pieceOfWork()]);
    }),
    every(seconds / WINDOWS, () => ledger.closeWindow(at())),
    every(seconds / STEPS, async () => {
      if (withClock) await servers.moveClock((ahead += (DAYS / STEPS) * DAY));
    }),
    every(seconds / RESTARTS, () => servers.restartSecond((restarts += 1) % 2 === 0)),
    // Not by chance: whoever reads more seldom than the log is kept has to begin anew.
    every(1, () => attempt(shop, readFeed)),
    every(60, () => console.log(progress(at(), samples.at(-1)))),
  ]);
  console.log('the load has ended; the books are closed');
  const books = await closeBooks(shop);
  const record: SoakRecord = {
    seconds,
    warmUp: seconds / 4,
    retention: seconds / DAYS,
    samples,
    latencies: ledger.latencies,
    yardstick,
    unexpected: ledger.unexpectedAnswers,
    books,
  };
  const findings = judge(record);
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, Node.js ${process.versions.node}`;
  const database = given.database ? 'PostgreSQL' : 'SQLite';
  const heading = { minutes: seconds / 60, rate, database, machine, days: ahead / DAY, restarts };
  writeReport(results, record, findings, heading);
  for (const { isBad, kind, what, text } of findings) if (isBad) console.log(`failed: ${kind}: ${what}: ${text}`);
  const isGood = findings.every(({ isBad }) => !isBad);
  console.log(isGood ? 'passed' : 'failed', join(results, 'summary.md'));
  return isGood;
}

/** A visitor who goes on one journey after another. */
async function visit(shop: Shop, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await attempt(shop, choose(shop));
    // Journeys that have nothing to do take turns with the others.
    await pause(5);
  }
}

/** Goes on a journey; what goes wrong there is noted, and ends it. */
async function attempt(shop: Shop, journey: (shop: Shop) => Promise<void>): Promise<void> {
  try {
    await journey(shop);
  } catch (error) {
    // A server that was killed has taken an answer with it; the ledger knows what that may mean.
    if (!(error instanceof LostAnswer)) shop.ledger.unexpected(`${journey.name}: ${(error as Error).message}`);
  }
}

function choose(shop: Shop): (shop: Shop) => Promise<void> {
  let point = shop.any(journeys.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, journey] of journeys) {
    point -= weight;
    if (point < 0) return journey;
  }
  return browse;
}

/** A fixed piece of work: how long it takes says how busy the machine is with others. */
function pieceOfWork(): number {
  const begun = performance.now();
  let text = '';
  for (let i = 0; i < 2000; i++) text = JSON.stringify({ i, text: text.slice(0, 200) });
  return performance.now() - begun + (text === '' ? 1 : 0);
}

function progress(at: number, sample: Sample | undefined): string {
  const server = sample?.processes.server;
  const memory = server ? `${server.rssMb.toFixed(0)} MB, live ${server.liveMb?.toFixed(1) ?? '?'} MB` : '';
  return `${(at / 60).toFixed(0)} min: ${sample?.calls ?? 0} calls, ${sample?.made.orders ?? 0} orders, ${memory}`;
}
