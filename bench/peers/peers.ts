import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { cpuSeconds, postgresServer, residentMb } from '../support.ts';
import { drawPeers } from './chart.ts';
import { medusa } from './medusa.ts';
import type { Cost, Peer, RunningPeer } from './peer.ts';
import { souk } from './souk.ts';
import { vendure } from './vendure.ts';

const PRODUCTS = 1000;
/** Requests of each kind, after a tenth as many for warming up, and checkouts. */
const REQUESTS = 500;
const CHECKOUTS = 100;
/** Ticks of `/proc` in a second. */
const TICKS = 100;

/** The measurements of a server; CPU in milliseconds per request, of the server and of its database. */
interface Measured {
  readonly name: string;
  readonly importing: Cost;
  readonly startMs: number;
  readonly memoryMb: number;
  readonly requests: readonly (readonly [what: string, server: number, database: number])[];
}

/**
 * Souk beside other commerce servers from npm, one after another on this machine, with the same products and the same steps. Installs
 * them into temporary folders. `size`: number of products, 1,000 by default. Needs the npm registry and `TEST_DATABASE_URL`, a PostgreSQL
 * server of this machine where databases may be created and that nothing else uses meanwhile. Draws docs/pictures/peers.svg.
 */
export async function benchPeers(size?: string): Promise<void> {
  const server = postgresServer('other commerce servers');
  if (!server) return;
  const count = Number(size ?? PRODUCTS);
  const measured: Measured[] = [];
  for (const make of [() => souk(), () => souk(server), () => vendure(server), () => medusa(server)]) {
    const peer = make();
    try {
      measured.push(await measure(peer, count));
    } finally {
      await peer.remove();
    }
  }
  printTable(measured, count);
  const groups = (measured[0]?.requests ?? []).map(([what], at) => {
    const bars = measured.map(({ name, requests }) => {
      const [, cpu = 0, database = 0] = requests[at] ?? [];
      return { name, server: cpu, database };
    });
    return [what, bars] as const;
  });
  drawPeers(groups);
}

async function measure(peer: Peer, count: number): Promise<Measured> {
  const importing = await peer.install(count);
  const begun = performance.now();
  const running = await peer.start();
  await running.readProduct(1);
  const startMs = performance.now() - begun;
  const requests: [string, number, number][] = [];
  const costOf = async (what: string, times: number, one: (i: number) => Promise<unknown>): Promise<void> => {
    for (let i = 0; i < times / 10; i++) await one(i);
    const before = await cpuOf(running);
    for (let i = 0; i < times; i++) await one(i);
    const after = await cpuOf(running);
    requests.push([
      what,
      ((after.server - before.server) / times) * 1000,
      ((after.database - before.database) / times) * 1000,
    ]);
  };
  try {
    await costOf('a product', REQUESTS, (i) => running.readProduct((i % count) + 1));
    await costOf('a list of 20 products', REQUESTS, running.readList);
    await costOf('a product added to a new cart', REQUESTS, running.addToCart);
    await costOf('a guest checkout', CHECKOUTS, running.checkOut);
    return { name: peer.name, importing, startMs, memoryMb: residentMb(running.pid), requests };
  } finally {
    await running.stop();
  }
}

async function cpuOf({ pid, db }: RunningPeer): Promise<{ server: number; database: number }> {
  return { server: cpuSeconds(pid), database: db ? await postgresCpu(db) : 0 };
}

/** CPU seconds of a PostgreSQL server with all its processes, those that have ended included. */
async function postgresCpu(db: Client): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(rows[0]!.pid).parent;
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  let ticks = statOf(postmaster).ofEndedChildren;
  for (const pid of processes) {
    try {
      const { parent, own } = statOf(Number(pid));
      if (parent === postmaster) ticks += own;
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks / TICKS;
}

/** Parent of a process, and ticks of CPU: its own, and those of children that ended. */
function statOf(pid: number): { parent: number; own: number; ofEndedChildren: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return { parent, own: user + system, ofEndedChildren: childUser + childSystem };
}

/** A table in Markdown, as docs/performance.md has it. */
function printTable(all: readonly Measured[], count: number): void {
  const line = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);
  line(['', ...all.map(({ name }) => name)]);
  line(['---', ...all.map(() => '--:')]);
  line(['start to first response', ...all.map(({ startMs }) => `${startMs.toFixed(0)} ms`)]);
  line(['import, products a second', ...all.map(({ importing }) => (count / importing.seconds).toFixed(0))]);
  for (const [at, [what]] of (all[0]?.requests ?? []).entries()) {
    const cells = all.map(({ requests }) => {
      const [, server = 0, database = 0] = requests[at] ?? [];
      return database ? `${server.toFixed(1)} + ${database.toFixed(1)} ms` : `${server.toFixed(1)} ms`;
    });
    line([what, ...cells]);
  }
  line(['memory of the server after that', ...all.map(({ memoryMb }) => `${memoryMb.toFixed(0)} MB`)]);
}
