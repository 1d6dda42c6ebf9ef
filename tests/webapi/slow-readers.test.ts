import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startProcess, until, type SoukProcess } from '../support/souk.ts';

const PRODUCTS = 3000;
const READERS = 24;
/** Makes a product some kilobytes large. */
const DESCRIPTION = 'words '.repeat(700);

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess();
  const product = (i: number): object => ({
    product: {
      sku: `slow-${i}`,
      name: `Slow ${i}`,
      attribute_set_id: 4,
      price: 1,
      custom_attributes: [{ attribute_code: 'description', value: DESCRIPTION }],
    },
  });
  for (let start = 0; start < PRODUCTS; start += 500) {
    const bulk = Array.from({ length: 500 }, (_, i) => product(start + i));
    expect((await souk.admin.send('POST', '/async/bulk/V1/products', bulk)).status).toBe(202);
  }
  await until(async () => ok(await souk.guest.raw('GET', '/_/queue')).depth === 0, 240);
}, 300_000);
afterAll(() => souk?.stop());

const LIST = '/rest/V1/products?searchCriteria=&fields=items[sku,custom_attributes],total_count';

function open(accept: string): Promise<IncomingMessage> {
  const headers = { accept, authorization: `Bearer ${souk.admin.token}` };
  return new Promise((resolve, reject) => {
    request(souk.base + LIST, { headers, agent: false }, resolve)
      .on('error', reject)
      .end();
  });
}

function residentMb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${souk.pid}/status`, 'utf8'))![1]) / 1024;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer) text += String(part);
  return text;
}

test.each(['application/json', 'application/xml'])(
  'a list without end is written as it is read: %s',
  async (accept) => {
    const answer = await open(accept);
    expect(answer.headers['transfer-encoding']).toBe('chunked');
    const text = await textOf(answer);
    expect(text.length).toBeGreaterThan(PRODUCTS * DESCRIPTION.length);
    for (const i of [0, PRODUCTS - 1]) expect(text).toMatch(new RegExp(`slow-${i}["<]`));
    if (accept === 'application/xml') {
      expect(text.startsWith('<?xml version="1.0"?>\n<response>\n  <items>\n    <item>\n')).toBe(true);
      expect(text.endsWith(`  <total_count>${PRODUCTS}</total_count>\n</response>\n`)).toBe(true);
      expect(text.match(/<sku>/g)).toHaveLength(PRODUCTS);
    } else expect(JSON.parse(text).items).toHaveLength(PRODUCTS);
  },
);

test.runIf(process.platform === 'linux').each(['application/json', 'application/xml'])(
  'readers that take nothing hold a part of their answers only: %s',
  async (accept) => {
    const whole = (PRODUCTS * DESCRIPTION.length) / 2 ** 20;
    const openAll = async (): Promise<IncomingMessage[]> => {
      const opened = await Promise.all(Array.from({ length: READERS }, () => open(accept)));
      // Each has been given what fits; a server that read on would fill up now.
      for (let i = 0; i < 40; i++) ok(await souk.guest.get('/V1/directory/currency'));
      return opened;
    };
    // The first ones make room for what such reads leave behind until it is collected; what is held shows after them.
    for (const reader of await openAll()) reader.destroy();
    const before = residentMb();
    const readers = await openAll();
    // Garbage goes as the server works on; what readers were to be given stays as long as they are there.
    await until(async () => {
      for (let i = 0; i < 20; i++) ok(await souk.admin.get('/V1/products?searchCriteria[pageSize]=20'));
      return residentMb() - before < (READERS * whole) / 2;
    }, 60);
    for (const reader of readers.slice(1)) reader.destroy();
    // Whoever does read gets it all.
    expect((await textOf(readers[0]!)).length).toBeGreaterThan(PRODUCTS * DESCRIPTION.length);
    ok(await souk.guest.get('/V1/directory/currency'));
  },
);
