import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { call, cpuSeconds, residentMb, row, startBench, type Bench } from './support.ts';

/** A body that wants to cost much. */
interface Attack {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** Whether an admin user sends it. */
  readonly signedIn: boolean;
  /** Whether it is about products that are there. */
  readonly needsProducts?: boolean;
}

const JSON_TYPE = 'application/json';
const XML_TYPE = 'application/xml';
const GUEST = '/rest/V1/guest-carts/x/estimate-shipping-methods';

const attribute = '{"attribute_code":"description","value":"some words about it"}';
const product = `{"product":{"sku":"x","custom_attributes":[${Array.from({ length: 12 }, () => attribute).join(',')}]}}`;
const small = `{"product":{"sku":"x","custom_attributes":[${attribute}]}}`;
const price = '<item><sku>no-such</sku><price>1.5</price><store_id>0</store_id></item>';

function attacks(): Attack[] {
  const text = (name: string, path: string, type: string, body: string, signedIn = false): Attack => ({
    name,
    path,
    type,
    body: Buffer.from(body),
    signedIn,
  });
  return [
    text('guest: 33 MB of {}', GUEST, JSON_TYPE, `[${'{},'.repeat(11_000_000)}{}]`),
    text('guest: 1 MB of {}', GUEST, JSON_TYPE, `[${'{},'.repeat(340_000)}{}]`),
    text('guest: 1 MB of numbers', GUEST, JSON_TYPE, `{"address":[${'1,'.repeat(500_000)}1]}`),
    text('guest: a million XML nodes', GUEST, XML_TYPE, `<r>${'<a/>'.repeat(1_000_000)}</r>`),
    text('guest: 1 MB of XML nodes', GUEST, XML_TYPE, `<r>${'<a/>'.repeat(250_000)}</r>`),
    text('guest: 1 MB of [', GUEST, JSON_TYPE, '['.repeat(1_000_000)),
    text('guest: 1 MB of backslashes', GUEST, JSON_TYPE, `"${'\\'.repeat(1_000_001)}`),
    text('guest: an XML declaration without end', GUEST, XML_TYPE, `<!${'x'.repeat(1_000_000)}`),
    text('admin: 33 MB of {}', '/rest/V1/products', JSON_TYPE, `[${'{},'.repeat(11_000_000)}{}]`, true),
    text('admin: 12 MB of XML nodes', '/rest/V1/products', XML_TYPE, `<r>${'<a/>'.repeat(3_000_001)}</r>`, true),
    text('admin: 24 MB of short texts', '/rest/V1/products', JSON_TYPE, `[${'"abcdef",'.repeat(2_700_000)}{}]`, true),
    text(
      'admin: 30 MB of text with escapes',
      '/rest/V1/products',
      JSON_TYPE,
      `["${`${'x'.repeat(98)}\\\\`.repeat(300_000)}`,
      true,
    ),
    // Refused at their end only: all of it has been read and decoded.
    text(
      'admin: bulk of 30 MB',
      '/rest/async/bulk/V1/products',
      JSON_TYPE,
      `[${`${product},`.repeat(37_000)}{}]`,
      true,
    ),
    text(
      'admin: list of 3 MB in XML',
      '/rest/V1/products/base-prices',
      XML_TYPE,
      `<r><prices>${price.repeat(45_000)}<item><price>x</price></item></prices></r>`,
      true,
    ),
    ...large(),
  ];
}

const BULK_ITEMS = 50_000;
const PRICES = 45_000;
/** Products that prices are sent for. */
const PRODUCTS = 10_000;

/** Bodies that are taken: what they ask for is done. */
function large(): Attack[] {
  const listed = (name: string, path: string, fields: object, needsProducts: boolean): Attack => {
    const prices = Array.from({ length: PRICES }, (_, i) => ({
      sku: `import-${i % PRODUCTS}`,
      price: 2 + i,
      ...fields,
    }));
    const body = Buffer.from(JSON.stringify({ prices }));
    return {
      name: `admin: ${name}`,
      path: `/rest/V1/products/${path}`,
      type: JSON_TYPE,
      body,
      signedIn: true,
      needsProducts,
    };
  };
  const tier = { price_type: 'fixed', website_id: 0, customer_group: 'ALL GROUPS', quantity: 2 };
  return [
    {
      name: 'admin: bulk of 50,000, taken',
      path: '/rest/async/bulk/V1/products',
      type: JSON_TYPE,
      body: Buffer.from(`[${Array.from({ length: BULK_ITEMS }, () => small).join(',')}]`),
      signedIn: true,
    },
    listed('45,000 prices of no products', 'base-prices', { store_id: 0 }, false),
    listed('45,000 base prices', 'base-prices', { store_id: 0 }, true),
    listed('45,000 special prices', 'special-price', { store_id: 0, price_from: '2030-01-01 00:00:00' }, true),
    listed('45,000 tier prices', 'tier-prices', tier, true),
  ];
}

/** What hostile and very large bodies cost: CPU, peak memory, and how long others wait meanwhile. `only`: those named so. */
export async function benchHostileBodies(only = ''): Promise<void> {
  for (const attack of attacks().filter(({ name }) => name.includes(only))) {
    const bench = await startBench();
    try {
      await measure(bench, attack);
    } finally {
      await bench.stop();
    }
  }
}

async function measure(bench: Bench, attack: Attack): Promise<void> {
  if (attack.needsProducts) await makeProducts(bench);
  // What is accepted is not executed meanwhile.
  await call(bench.base, 'POST', '/_/queue/pause', bench.token, {});
  // As warm as a server is.
  for (let i = 0; i < 50; i++) await send(bench, { ...attack, body: Buffer.from('[]') });
  const memory = residentMb(bench.pid);
  const before = cpuSeconds(bench.pid);
  const sending = { isDone: false };
  let longest = 0;
  const others = (async () => {
    while (!sending.isDone) {
      const start = performance.now();
      await get(`${bench.base}/health/live`);
      longest = Math.max(longest, performance.now() - start);
    }
  })();
  const status = await send(bench, attack);
  sending.isDone = true;
  await others;
  const cpu = (cpuSeconds(bench.pid) - before) * 1000;
  const more = peakMb(bench.pid) - memory;
  const mb = attack.body.length / 2 ** 20;
  row(
    `${attack.name} (${status})`,
    `${cpu.toFixed(0)} ms CPU, +${more.toFixed(0)} MB`,
    `${(more / mb).toFixed(1)} x its size; others waited ${longest.toFixed(0)} ms at most`,
  );
}

async function makeProducts({ base, token }: Bench): Promise<void> {
  const products = Array.from({ length: PRODUCTS }, (_, i) => ({
    product: { sku: `import-${i}`, name: `Product ${i}`, attribute_set_id: 4, type_id: 'simple', price: 1 },
  }));
  await call(base, 'POST', '/rest/async/bulk/V1/products', token, products);
  while (((await call(base, 'GET', '/_/queue', token)) as { depth: number }).depth > 0) await pause(100);
}

function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

function get(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, (answer) => void answer.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
}

/** The status of the answer; 0 when the server closed the connection while the body was sent. */
function send(bench: Bench, { path, type, body, signedIn }: Attack): Promise<number> {
  const headers = {
    'content-type': type,
    'content-length': body.length,
    ...(signedIn ? { authorization: `Bearer ${bench.token}` } : {}),
  };
  return new Promise((resolve) => {
    request(bench.base + path, { method: 'POST', headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    })
      .on('error', () => resolve(0))
      .end(body);
  });
}
