import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { criteria, ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_CORS_ORIGINS: 'https://shop.example' } });
  const product = (sku: string, about: string): unknown => ({
    product: {
      sku,
      name: sku,
      attribute_set_id: 4,
      type_id: 'simple',
      price: 5,
      custom_attributes: [{ attribute_code: 'description', value: about }],
    },
  });
  ok(await souk.admin.post('/V1/products', product('small', 'short')));
  ok(await souk.admin.post('/V1/products', product('large', 'A long description. '.repeat(500))));
  ok(await souk.admin.post('/V1/products', product('huge', 'A longer description. '.repeat(6000))));
});
afterAll(() => souk?.stop());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer as it came over the line. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const authorization = path.startsWith('/rest') ? { authorization: `Bearer ${souk.admin.token!}` } : {};
    const sent = request(`${souk.base}${path}`, { method, headers: { ...authorization, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

const plain: Record<string, (body: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };
const list = `/rest/V1/products?${criteria()}`;

describe.each([
  ['/rest/V1/products/large', 'kept in memory'],
  ['/rest/V1/products/huge', 'of a hundred thousand bytes'],
  [list, 'in a list'],
  ['/openapi.json', 'of a document'],
  ['/swagger/assets/swagger-ui.css', 'of a file'],
])('%s, an answer %s', (path) => {
  test.each(['gzip', 'br'])('is the same in %s', async (encoding) => {
    const bare = await get(path);
    // The second time, what was compressed may be kept.
    for (let time = 0; time < 2; time++) {
      const packed = await get(path, { 'accept-encoding': encoding });
      expect(packed.status).toBe(200);
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers['content-type']).toBe(bare.headers['content-type']);
      expect(packed.headers.vary).toMatch(/\baccept-encoding\b/);
      expect(packed.body.length).toBeLessThan(bare.body.length / 2);
      expect(plain[encoding]!(packed.body).equals(bare.body)).toBe(true);
    }
    expect(bare.headers['content-encoding']).toBeUndefined();
    expect(bare.headers.vary).toMatch(/\baccept-encoding\b/);
  });
});

describe('nothing is compressed', () => {
  test.each([
    ['for a client that does not ask', '/rest/V1/products/large', {}],
    ['for one that refuses', '/rest/V1/products/large', { 'accept-encoding': 'gzip;q=0, br; q=0.0' }],
    ['for one that knows other ways only', '/rest/V1/products/large', { 'accept-encoding': 'zstd, deflate' }],
    ['that is short', '/rest/V1/products/small', { 'accept-encoding': 'gzip, br' }],
    ['that is short and no call', '/health/live', { 'accept-encoding': 'gzip, br' }],
  ])('%s', async (_, path, headers) => {
    const { status, headers: answered, body } = await get(path, headers);
    expect(status).toBe(200);
    expect(answered['content-encoding']).toBeUndefined();
    expect(() => JSON.parse(body.toString())).not.toThrow();
  });
});

test('brotli is taken before gzip, whatever else is offered', async () => {
  const { headers } = await get('/rest/V1/products/large', { 'accept-encoding': 'gzip, deflate, BR;q=0.8, zstd' });
  expect(headers['content-encoding']).toBe('br');
});

test('each form has an entity tag of its own, and any of them says that nothing has changed', async () => {
  const path = '/rest/V1/products/large';
  const answers = await Promise.all(
    ['identity', 'gzip', 'br'].map((encoding) => get(path, { 'accept-encoding': encoding })),
  );
  const tags = answers.map(({ headers }) => headers.etag!);
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) {
    expect((await get(path, { 'if-none-match': tag, 'accept-encoding': 'gzip' })).status).toBe(304);
  }
  expect((await get(path, { 'if-none-match': '"other-gzip"' })).status).toBe(200);
});

test('XML is compressed as well', async () => {
  const bare = await get(list, { accept: 'application/xml' });
  const packed = await get(list, { accept: 'application/xml', 'accept-encoding': 'gzip' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.body).equals(bare.body)).toBe(true);
});

test('an answer to a page of another origin varies by both', async () => {
  const { headers } = await get('/rest/V1/products/large', {
    origin: 'https://shop.example',
    'accept-encoding': 'gzip',
  });
  expect(headers.vary!.toLowerCase().split(/, */).toSorted()).toEqual(['accept-encoding', 'origin']);
  expect(headers['access-control-allow-origin']).toBe('https://shop.example');
});

describe('HEAD', () => {
  test.each(['/', '/swagger', '/openapi.json', '/health/live', '/health/ready', '/swagger/assets/swagger-ui.css'])(
    '%s tells what GET does, without a body',
    async (path) => {
      const got = await get(path);
      const head = await get(path, {}, 'HEAD');
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-length', 'vary', 'content-security-policy']) {
        expect(head.headers[name], name).toBe(got.headers[name]);
      }
    },
  );

  test('of what is not there says so', async () => {
    expect((await get('/nowhere', {}, 'HEAD')).status).toBe(404);
  });
});
