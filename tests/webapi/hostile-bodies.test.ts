import { execFile } from 'node:child_process';
import { request as open } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../support/programs.ts';
import { fails, ok, startProcess, unique, type Answer, type SoukProcess } from '../support/souk.ts';

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess();
});
afterAll(() => souk?.stop());

const xml = { 'content-type': 'application/xml' };
const MB = 2 ** 20;

describe('a guest', () => {
  const GUEST_ROUTE = '/V1/guest-carts/x/estimate-shipping-methods';
  const values = /^The request body has more than 50000 values\.$/;

  test.each([
    ['of objects', `[${'{},'.repeat(300_000)}{}]`],
    ['of empty lists', `[${'[],'.repeat(300_000)}[]]`],
    ['of numbers', `{"address":[${'1,'.repeat(400_000)}1]}`],
  ])('sends no JSON bomb %s', async (_, body) => {
    fails(await souk.guest.post(GUEST_ROUTE, body), 413, values);
  });

  test.each([
    ['of elements', `<r>${'<a/>'.repeat(200_000)}</r>`],
    ['of elements in elements', `<r>${'<a><b>1</b></a>'.repeat(60_000)}</r>`],
  ])('sends no XML bomb %s', async (_, body) => {
    fails(await souk.guest.send('POST', GUEST_ROUTE, body, xml), 413, values);
  });

  test('sends no XML bomb of attributes', async () => {
    const attributes = Array.from({ length: 60_000 }, (_, i) => `a${i}="1"`).join(' ');
    fails(await souk.guest.send('POST', GUEST_ROUTE, `<r><a ${attributes}/></r>`, xml), 413, values);
  });

  test.each([
    ['JSON lists', '['.repeat(100_000), 'application/json'],
    ['JSON objects', '{"a":'.repeat(100_000), 'application/json'],
    ['XML elements', '<a>'.repeat(40_000), 'application/xml'],
    ['a declaration without end', `<!${'x'.repeat(900_000)}`, 'application/xml'],
    ['an entity without end', `<r>&${'x'.repeat(900_000)}`, 'application/xml'],
    ['a number without end', `{"address":${'1'.repeat(900_000)}x}`, 'application/json'],
    ['a string of backslashes', `{"address":"${'\\'.repeat(900_001)}`, 'application/json'],
  ])('is told that %s are malformed', async (_, body, type) => {
    fails(await souk.guest.send('POST', GUEST_ROUTE, body, { 'content-type': type }), 400, 'Decoding error.');
  });

  test('sends at most a megabyte', async () => {
    const body = JSON.stringify({ address: { city: 'x'.repeat(MB) } });
    fails(await souk.guest.post(GUEST_ROUTE, body), 413, `The request body is larger than ${MB} bytes.`);
    fails(await souk.guest.post(GUEST_ROUTE, body, { 'content-type': 'text/plain' }), 400, /text\/plain/);
    fails(await souk.guest.post(GUEST_ROUTE, 'x'.repeat(20 * MB)), 413);
  });

  test('sends a larger file of a custom option', async () => {
    const file_info = { base64_encoded_data: 'A'.repeat(4 * MB), type: 'image/png', name: 'a.png' };
    const custom_options = [{ option_id: '1', option_value: 'file', extension_attributes: { file_info } }];
    const cartItem = {
      sku: 'x',
      qty: 1,
      product_option: { extension_attributes: { custom_options } },
    };
    fails(await souk.guest.post('/V1/guest-carts/nosuchcart/items', { cartItem }), 400, /quoteId/);
    fails(await souk.guest.post('/V1/carts/mine/items', { cartItem }), 401);
  });
});

describe('a customer', () => {
  test('may send as much as a guest', async () => {
    const email = `${unique('much')}@example.com`;
    const customer = { email, firstname: 'A', lastname: 'B' };
    ok(await souk.guest.post('/V1/customers', { customer, password: 'Password1!' }));
    const token = ok(
      await souk.guest.post('/V1/integration/customer/token', { username: email, password: 'Password1!' }),
    );
    const own = souk.guest.as(token);
    fails(await own.put('/V1/customers/me', { customer: { ...customer, prefix: 'x'.repeat(MB) } }), 413);
    fails(await own.post('/V1/guest-carts/x/estimate-shipping-methods', `[${'{},'.repeat(60_000)}1]`), 413);
  });
});

describe('who imports', () => {
  const tooDense = /^The request body has more than \d+ values in its first \d+ bytes\.$/;

  test.each([
    ['{}', `[${'{},'.repeat(1_000_000)}{}]`, 'application/json'],
    ['numbers', `{"product":[${'1,'.repeat(1_000_000)}1]}`, 'application/json'],
    ['texts', `{"product":[${'"",'.repeat(1_000_000)}1]}`, 'application/json'],
    ['XML nodes', `<r>${'<a/>'.repeat(1_000_000)}</r>`, 'application/xml'],
  ])('D82: is stopped in the first two megabytes of a body of %s', async (_, body, type) => {
    const answer = await souk.admin.send('POST', '/V1/products', body, { 'content-type': type });
    fails(answer, 413, tooDense);
    const { max, bytes } = answer.body.parameters as { max: number; bytes: number };
    expect(max).toBeLessThan(500_000);
    expect(bytes).toBeLessThanOrEqual(2 * MB);
  });

  test('D82: is stopped at the same byte however the body arrives', async () => {
    const body = Buffer.from(`[${'{},'.repeat(300_000)}{}]`);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${souk.admin.token}` };
    const sendIn = (piece: number): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const outgoing = open(`${souk.base}/rest/V1/products`, { method: 'POST', headers }, (incoming) => {
          let text = '';
          incoming.on('data', (data: Buffer) => (text += data.toString()));
          incoming.on('end', () => resolve(JSON.parse(text)));
        });
        outgoing.on('error', reject);
        for (let at = 0; at < body.length; at += piece) outgoing.write(body.subarray(at, at + piece));
        outgoing.end();
      });
    const whole = await sendIn(body.length);
    expect(whole).toMatchObject({ parameters: { bytes: expect.any(Number) } });
    for (const piece of [100_000, 9999]) expect(await sendIn(piece)).toEqual(whole);
  });

  test.each([
    ['a list without end', '[{"product":{"sku":"x"}}'],
    ['a list that ends as an object', '[{"product":{"sku":"x"}}}'],
    ['an object that ends as a list', '[{"product":{"sku":"x"]}]'],
    ['one end too many', '[{"product":{"sku":"x"}}]]'],
    ['a text without end', '[{"product":{"sku":"x}}]'],
    ['a text that ends in an escape', '[{"product":{"sku":"x\\"}}]'],
  ])('is told that %s is malformed', async (_, bulk) => {
    fails(await souk.admin.send('POST', '/async/bulk/V1/products', bulk), 400, 'Decoding error.');
  });

  test('D82: sends as many short values as imports have', async () => {
    const value = Array.from({ length: 20 }, (_, i) => String(10 + i));
    const product = { sku: 'x', custom_attributes: [{ attribute_code: 'category_ids', value }] };
    const bulk = [...Array.from({ length: 49_999 }, () => ({ product })), {}];
    // Read to its end: what is wrong there is told.
    fails(await souk.admin.send('POST', '/async/bulk/V1/products', bulk), 400, /product/);
    // 1,000,000 values, ten bytes each.
    const codes = Array.from({ length: 40_000 }, (_, i) => ({ x: Array(25).fill('abcdefg'), sku: `${i}` }));
    fails(await souk.admin.post('/V1/products', { product: codes }), 400);
  });

  test('sends no bomb either', async () => {
    const bomb = `[${'{},'.repeat(11_000_000)}{}]`;
    fails(await souk.admin.post('/V1/products', bomb), 413, tooDense);
    fails(await souk.admin.send('POST', '/async/bulk/V1/products', bomb), 413);
    const keys = Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',');
    fails(await souk.admin.post('/V1/products', `{"product":{${keys}}}`), 413, /^The request body has an object with/);
  });

  test('D41: sends no list or bulk that no shop has', async () => {
    const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
    const customer = { email: 'a@example.com', firstname: 'A', lastname: 'B', addresses: many(5001, { city: 'x' }) };
    fails(
      await souk.admin.post('/V1/customers', { customer }),
      400,
      /Maximum items of type "\\Magento\\Customer\\Api\\Data\\AddressInterface" is 5000$/,
    );
    const attributes = many(5001, { attribute_code: 'description', value: 'x' });
    fails(
      await souk.admin.post('/V1/products', { product: { sku: 'x', custom_attributes: attributes } }),
      400,
      /is 5000$/,
    );
    const prices = many(50_001, { sku: 'x', price: 1, store_id: 0 });
    fails(await souk.admin.post('/V1/products/base-prices', { prices }), 400, /is 50000$/);
    const bulk = many(50_001, { customer: {} });
    fails(await souk.admin.send('POST', '/async/bulk/V1/customers', bulk), 400, 'Maximum items of a bulk is 50000');
  });

  test('may set other limits', async () => {
    await souk.configure({ 'souk/input/list_items': '2' });
    const product = {
      sku: unique('limits'),
      name: 'Limits',
      attribute_set_id: 4,
      price: 1,
      tier_prices: [1, 2, 3].map((qty) => ({ customer_group_id: 0, qty, value: 1 })),
    };
    await expect.poll(async () => (await souk.admin.post('/V1/products', { product })).status).toBe(400);
    ok(await souk.admin.post('/V1/products', { product: { ...product, tier_prices: [] } }));
    await souk.configure({ 'souk/input/list_items': '5000' });
    await expect.poll(async () => (await souk.admin.post('/V1/products', { product })).status).toBe(200);
  });
});

test.each(['"\\ud800"', '"a\\udc00"', '{"\\ud800":1}'])(
  'text that is half a character is refused: %s',
  async (value) => {
    const body = `{"product":{"sku":"x","attribute_set_id":4,"name":"x","custom_attributes":[{"attribute_code":"no_such","value":${value}}]}}`;
    fails(await souk.admin.post('/V1/products', body), 400, 'Decoding error.');
  },
);

/** Sends a body in one go; `sent` resolves when it has left this process. */
function upload(
  path: string,
  body: Buffer,
  type: string,
): { sent: Promise<void>; answer: Promise<Pick<Answer, 'status' | 'text'>> } {
  const outgoing = open(`${souk.base}/rest${path}`, {
    method: 'POST',
    headers: { 'content-type': type, 'content-length': body.length, authorization: `Bearer ${souk.admin.token}` },
  });
  const sent = new Promise<void>((resolve) => outgoing.on('finish', resolve));
  const answer = new Promise<Pick<Answer, 'status' | 'text'>>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (incoming) => {
      let text = '';
      incoming.on('data', (data: Buffer) => (text += data.toString()));
      incoming.on('end', () => resolve({ status: incoming.statusCode!, text }));
    });
  });
  outgoing.end(body);
  return { sent, answer };
}

/** How many others a server answers at most that does nothing else while it reads: one that came before. */
const ANSWERED_BEFORE = 1;

describe('while a large body is read', () => {
  const attributes = Array.from({ length: 20 }, (_, i) => ({ attribute_code: `no_such_${i}`, value: String(i) }));
  const prices = Array.from({ length: 50_000 }, (_, i) => ({ sku: `no-such-${i}`, price: i, store_id: 0 }));
  // Refused at its end only, so that nothing is measured but reading.
  const products = [
    ...Array.from({ length: 15_000 }, (_, i) => ({ product: { sku: `x${i}`, custom_attributes: attributes } })),
    {},
  ];
  const asXml = `<r><prices>${prices.map(({ sku, price }) => `<item><sku>${sku}</sku><price>${price}</price><store_id>0</store_id></item>`).join('')}</prices><x/></r>`;

  test.each([
    ['a bulk', '/async/bulk/V1/products', JSON.stringify(products), 'application/json', /"product"|product/],
    [
      'a list of items with lists',
      '/V1/products/base-prices',
      JSON.stringify({ prices: products }),
      'application/json',
      /Product|custom/i,
    ],
    ['XML', '/async/bulk/V1/products/base-prices', asXml, 'application/xml', /prices/],
  ])('D83: others are answered: %s', async (_, path, text, type, message) => {
    const { sent, answer } = upload(path, Buffer.from(text), type);
    await sent;
    const { others, answered } = await meanwhile(answer);
    expect(answered.status, answered.text).toBe(400);
    expect(answered.text).toMatch(message);
    expect(others).toBeGreaterThan(ANSWERED_BEFORE);
  });
});

/** How often others were answered before `answer` was there. */
async function meanwhile<A extends object>(answer: Promise<A>): Promise<{ others: number; answered: A }> {
  for (let others = 0; ; others++) {
    const other = souk.guest.get('/V1/directory/currency').then(() => undefined);
    const answered = await Promise.race([answer, other]);
    await other;
    if (answered) return { others, answered };
  }
}

describe('while a very long list is taken', () => {
  const PRODUCTS = 450;
  const skuOf = (i: number): string => `long-list-${i % PRODUCTS}`;

  beforeAll(async () => {
    const products = Array.from({ length: PRODUCTS }, (_, i) => ({
      product: { sku: skuOf(i), name: `Long ${i}`, attribute_set_id: 4, type_id: 'simple', price: 1 },
    }));
    const { bulk_uuid } = (await souk.admin.send('POST', '/async/bulk/V1/products', products)).body;
    while (ok(await souk.admin.get(`/V1/bulk/${bulk_uuid}/operation-status/4`)) > 0) await pause(100);
  });

  test('others are answered: prices, each of which counts', async () => {
    const prices = Array.from({ length: 20_000 }, (_, i) => ({ sku: skuOf(i), price: 10 + i, store_id: 0 }));
    const { sent, answer } = upload(
      '/V1/products/base-prices',
      Buffer.from(JSON.stringify({ prices: [...prices, { sku: 'nosuch', price: 1, store_id: 0 }] })),
      'application/json',
    );
    await sent;
    const { others, answered } = await meanwhile(answer);
    expect(others).toBeGreaterThan(ANSWERED_BEFORE);
    expect(answered.status).toBe(200);
    expect(JSON.parse(answered.text)).toHaveLength(1);
    const skus = Array.from({ length: PRODUCTS }, (_, i) => skuOf(i));
    const last = new Map(prices.map(({ sku, price }) => [sku, price]));
    const now = ok(await souk.admin.post('/V1/products/base-prices-information', { skus })) as typeof prices;
    expect(new Map(now.map(({ sku, price }) => [sku, price]))).toEqual(last);
  });

  test('tier prices replace those of a product wherever they stand in the list, and faults are all told', async () => {
    const tier = (sku: string, quantity: number) => ({
      sku,
      quantity,
      price: 1 + quantity / 10,
      price_type: 'fixed',
      website_id: 0,
      customer_group: 'ALL GROUPS',
    });
    const rows = [2, 3].flatMap((quantity) => Array.from({ length: PRODUCTS }, (_, i) => tier(skuOf(i), quantity)));
    const wrong = Array.from({ length: 1500 }, (_, i) => tier(`nosuch-${i}`, 2));
    const faults = ok(await souk.admin.put('/V1/products/tier-prices', { prices: [...rows, ...wrong] })) as {
      parameters: string[];
    }[];
    expect(faults.map(({ parameters }) => parameters[0])).toEqual(wrong.map(({ sku }) => sku));
    const skus = Array.from({ length: PRODUCTS }, (_, i) => skuOf(i));
    const now = ok(await souk.admin.post('/V1/products/tier-prices-information', { skus })) as typeof rows;
    const text = (list: typeof rows): string[] => list.map(({ sku, quantity }) => `${sku} ${quantity}`).toSorted();
    expect(text(now)).toEqual(text(rows));
  });

  test('others are answered: a bulk', async () => {
    const bulk = Array.from({ length: 30_000 }, (_, i) => ({ product: { sku: skuOf(i), price: i } }));
    const { sent, answer } = upload('/async/bulk/V1/products', Buffer.from(JSON.stringify(bulk)), 'application/json');
    await sent;
    const { others, answered } = await meanwhile(answer);
    expect(others).toBeGreaterThan(ANSWERED_BEFORE);
    expect(answered.status).toBe(202);
    const { bulk_uuid, request_items } = JSON.parse(answered.text) as {
      bulk_uuid: string;
      request_items: { id: number; status: string; data_hash: string }[];
    };
    expect(request_items.map(({ id }) => id)).toEqual(bulk.map((_, i) => i));
    expect(new Set(request_items.map((item) => item.data_hash)).size).toBe(bulk.length);
    const status = ok(await souk.admin.get(`/V1/bulk/${bulk_uuid}/status`));
    expect(status).toMatchObject({ operation_count: bulk.length });
    expect(status.operations_list).toHaveLength(bulk.length);
  });
});

describe('a body of 33 MB is refused, and its client sees why', () => {
  const path = '/rest/V1/guest-carts/x/estimate-shipping-methods';
  const body = Buffer.from(`[${'{},'.repeat(11_000_000)}{}]`);
  const headers = { 'content-type': 'application/json' };
  const message = /The request body (is larger than %max bytes|has more than %max values)\./;

  test('by fetch', async () => {
    for (let i = 0; i < 3; i++) {
      const answer = await fetch(souk.base + path, { method: 'POST', headers, body });
      expect(answer.status).toBe(413);
      expect(await answer.text()).toMatch(message);
    }
  });

  test('by node:http, in one go and in chunks', async () => {
    const answer = await upload(path.slice('/rest'.length), body, 'application/json').answer;
    expect(answer.status).toBe(413);
    const chunked = await new Promise<number>((resolve, reject) => {
      const outgoing = open(souk.base + path, { method: 'POST', headers }, (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode!);
      });
      outgoing.on('error', reject);
      for (let at = 0; at < body.length; at += MB) outgoing.write(body.subarray(at, at + MB));
      outgoing.end();
    });
    expect(chunked).toBe(413);
  });

  test.skipIf(!hasProgram('curl')).each([
    ['that asks before it sends', []],
    ['that does not ask', ['-H', 'Expect:']],
    ['that sends chunks', ['-H', 'Expect:', '-H', 'Transfer-Encoding: chunked']],
  ])('by curl %s', async (_, more) => {
    const type = ['-H', 'Content-Type: application/json'];
    const { text, sent } = await curl([...type, ...more, '--data-binary', '@-', souk.base + path], body);
    expect(text).toMatch(/^HTTP\/1.1 413 /m);
    expect(text).toMatch(message);
    if (more.length === 0) {
      expect(text).not.toContain('100 Continue');
      expect(sent).toBe(0);
    }
  });

  test('by one who sends on whatever the answer: it is not read to its end', async () => {
    const socket = connect(Number(new URL(souk.base).port), '127.0.0.1');
    const huge = 400 * MB;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${huge}\r\n\r\n`,
    );
    let text = '';
    let written = 0;
    const ended = new Promise<void>((resolve) => socket.on('error', () => undefined).on('close', () => resolve()));
    socket.on('data', (data: Buffer) => (text += data.toString()));
    const piece = Buffer.alloc(MB, 'x');
    const sendOn = (): void => {
      if (socket.destroyed || written >= huge) return;
      written += MB;
      socket.write(piece, (error) => !error && sendOn());
    };
    sendOn();
    await ended;
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(text).toMatch(/connection: close/i);
    expect(written).toBeLessThan(100 * MB);
    expect((await souk.guest.get('/V1/directory/currency')).status).toBe(200);
  });

  test('who may not call at all does not send it either', async () => {
    const answer = await fetch(`${souk.base}/rest/V1/products`, { method: 'POST', headers, body });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('connection')).toBe('close');
  });
});

/** Runs curl with a body on its standard input; gives what it has received, heads too, and how many bytes it has sent. */
function curl(options: string[], body: Buffer): Promise<{ text: string; sent: number }> {
  return new Promise((resolve) => {
    const child = execFile('curl', ['-s', '-i', '-w', '\nsent %{size_upload}', ...options], (_, text) => {
      resolve({ text, sent: Number(/sent (\d+)$/.exec(text)?.[1]) });
    });
    child.stdin!.on('error', () => undefined).end(body);
  });
}
