import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'amqplib';
import { Client, Pool } from 'pg';
import { declareTopology, queuesOf } from '../src/platform/operation-queue/amqp/topology.ts';

const queues = queuesOf('');
const { operations: queue, deadLetters } = queues;
import { call, cpuSeconds, end, load, remove, row, send, startBench, type Bench } from './support.ts';

const PRODUCTS = 8000;
const REQUEST = 500;
/** Connections that send bulks at the same time. */
const SENDERS = 4;
const MESSAGES = 20_000;

const postgres = process.env['TEST_DATABASE_URL'];
const rabbit = process.env['TEST_AMQP_URL'];

/** Acceptance and execution on PostgreSQL with each broker, and reads against the same driver without Souk. */
export async function benchBroker(): Promise<void> {
  if (!postgres || !rabbit) {
    console.log('needs TEST_DATABASE_URL (PostgreSQL) and TEST_AMQP_URL (RabbitMQ)');
    return;
  }
  const raw = await rawPublishing(rabbit);
  row('raw publishing with confirms, 1 KB, batches of 500', `${raw.toFixed(0)}/s`, 'ceiling');
  for (const [name, amqpUrl] of [
    ['database broker', ''],
    ['RabbitMQ', rabbit],
  ] as const) {
    await acceptance(name, amqpUrl, raw);
    for (const consumers of [1, 2, 4]) await execution(name, amqpUrl, consumers);
  }
  await relaying(raw);
  await reads();
}

async function rawPublishing(url: string): Promise<number> {
  const connection = await connect(url, { noDelay: true });
  const channel = await connection.createConfirmChannel();
  const name = `souk-bench-${process.pid}`;
  await channel.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  const body = Buffer.alloc(1024, 'x');
  const start = performance.now();
  for (let sent = 0; sent < MESSAGES; sent += REQUEST) {
    for (let i = 0; i < REQUEST; i++) channel.sendToQueue(name, body, { persistent: true });
    await channel.waitForConfirms();
  }
  const seconds = (performance.now() - start) / 1000;
  await channel.deleteQueue(name);
  await connection.close();
  return MESSAGES / seconds;
}

/** A server on a new PostgreSQL database, which executes nothing itself. */
interface Installation extends Bench {
  readonly client: Client;
  remove(): Promise<void>;
}

async function install(amqpUrl: string, workers = 1): Promise<Installation> {
  const name = `souk_bench_${randomBytes(4).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = new URL(postgres!);
  url.pathname = `/${name}`;
  await deleteQueues();
  const env = { DATABASE_URL: url.href, AMQP_URL: amqpUrl };
  const bench = await startBench(
    mkdtempSync(join(tmpdir(), 'souk-bench-')),
    ['--no-consumer', '--workers', String(workers)],
    env,
  );
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return {
    ...bench,
    client,
    async remove() {
      await client.end();
      await bench.stop();
      remove(bench.folder);
      await onServer(`drop database ${name} with (force)`);
      await deleteQueues();
    },
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function deleteQueues(): Promise<void> {
  const connection = await connect(rabbit!);
  const channel = await connection.createChannel();
  for (const name of [queue, deadLetters]) await channel.deleteQueue(name);
  await connection.close();
}

/** What is accepted, until the broker has it all. */
async function acceptance(name: string, amqpUrl: string, raw: number): Promise<void> {
  for (const workers of [1, 4]) {
    const bench = await install(amqpUrl, workers);
    await accept(bench, REQUEST * SENDERS, 'warm');
    const cpu = familyCpu(bench.pid);
    const start = performance.now();
    await accept(bench, PRODUCTS, 'item');
    const accepted = PRODUCTS / ((performance.now() - start) / 1000);
    await published(bench);
    const handed = PRODUCTS / ((performance.now() - start) / 1000);
    const cost = ((familyCpu(bench.pid) - cpu) / PRODUCTS) * 1e6;
    row(
      `${name}: items accepted, ${workers} web process${workers > 1 ? 'es' : ''}`,
      `${accepted.toFixed(0)}/s`,
      `${cost.toFixed(0)} µs CPU an item${amqpUrl ? `; confirmed ${handed.toFixed(0)}/s, ${((100 * handed) / raw).toFixed(0)} % of raw` : ''}`,
    );
    await bench.remove();
  }
}

async function accept({ base, token }: Bench, products: number, mark: string): Promise<void> {
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < products) {
      const first = next;
      next += REQUEST;
      const items = Array.from({ length: REQUEST }, (_, i) => product(`${mark}-${first + i}`));
      await call(base, 'POST', '/rest/all/async/bulk/V1/products', token, items);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
}

/** Resolves when the broker has confirmed every bulk. */
async function published({ client }: Installation): Promise<void> {
  const left = async (): Promise<number> =>
    (await client.query('select count(*)::int as n from bulk where publish_at is not null')).rows[0].n;
  while ((await left()) > 0) await pause(5);
}

async function execution(name: string, amqpUrl: string, count: number): Promise<void> {
  const bench = await install(amqpUrl);
  await accept(bench, PRODUCTS, 'item');
  await published(bench);
  const depth = async (): Promise<number> =>
    (await bench.client.query('select count(*)::int as n from operation where status = 4')).rows[0].n;
  const consumers: ChildProcess[] = Array.from({ length: count }, () =>
    spawn('bin/souk', ['queue:consumers:start', 'async.operations.all'], {
      env: bench.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  await Promise.all(consumers.map((consumer) => once(consumer.stdout!, 'data')));
  const begun = await depth();
  const start = performance.now();
  while ((await depth()) > 0) await pause(20);
  const rate = begun / ((performance.now() - start) / 1000);
  row(`${name}: products created, ${count} consumer${count > 1 ? 's' : ''}`, `${rate.toFixed(0)}/s`);
  await Promise.all(consumers.map(end));
  await bench.remove();
}

/** How fast one process hands over what was accepted while the broker was away: from the last look at an empty queue on. */
async function relaying(raw: number): Promise<void> {
  const bench = await install('amqp://127.0.0.1:9');
  await accept(bench, PRODUCTS, 'item');
  const waiting = await watchQueue();
  const relay = spawn('bin/souk', ['serve', '--no-consumer'], {
    env: { ...bench.env, AMQP_URL: rabbit },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let start: number;
  do {
    start = performance.now();
    await pause(1);
  } while ((await waiting.messages()) === 0);
  await published(bench);
  const rate = PRODUCTS / ((performance.now() - start) / 1000);
  row(
    'RabbitMQ: items handed over after an outage',
    `${rate.toFixed(0)}/s`,
    `${(rate / raw).toFixed(1)} x raw; goal 0.6 x`,
  );
  await end(relay);
  await waiting.close();
  await bench.remove();
}

/** How many messages wait in the queue of operations, which is declared as every process does. */
async function watchQueue(): Promise<{ messages(): Promise<number>; close(): Promise<void> }> {
  const connection = await connect(rabbit!);
  await declareTopology(connection, queues);
  const channel = await connection.createChannel();
  return {
    messages: async () => (await channel.checkQueue(queue)).messageCount,
    close: () => connection.close(),
  };
}

/** One product by SKU over HTTP, against its row by the same driver. */
async function reads(): Promise<void> {
  const bench = await install('');
  await call(bench.base, 'POST', '/rest/V1/products', bench.token, product('read'));
  const pool = new Pool({ connectionString: bench.env.DATABASE_URL!, max: 8 });
  const query = { name: 'read', text: 'select * from catalog_product where sku = $1', values: ['read'] };
  const raw = await load(process.pid, () => pool.query(query), 20_000);
  const souk = await load(bench.pid, () => send(bench.base, 'GET', '/rest/V1/products/read', bench.token), 10_000);
  row(
    'PostgreSQL: GET one product against its row by the driver',
    `${((100 * souk.rate) / raw.rate).toFixed(0)} %`,
    `${souk.rate.toFixed(0)}/s against ${raw.rate.toFixed(0)}/s`,
  );
  await pool.end();
  await bench.remove();
}

/** CPU seconds of a process and of those that it has started. */
function familyCpu(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return cpuSeconds(pid) + children.reduce((sum, child) => sum + cpuSeconds(Number(child)), 0);
}

function product(sku: string): unknown {
  return {
    product: {
      sku,
      name: `Product ${sku}`,
      attribute_set_id: 4,
      type_id: 'simple',
      price: 9.99,
      weight: 0.5,
      status: 1,
      visibility: 4,
      custom_attributes: [
        { attribute_code: 'description', value: `<p>${'It has a description of some length. '.repeat(8)}</p>` },
        { attribute_code: 'short_description', value: sku },
      ],
      extension_attributes: { stock_item: { qty: 5, is_in_stock: true } },
    },
  };
}
