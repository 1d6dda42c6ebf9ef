import { get as openResponse, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamed } from '../../src/kernel/encode.ts';
import { defineErrors } from '../../src/kernel/errors.ts';
import { acl, anonymous, route } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import { createTestApi, Product, type TestApi } from './support.ts';

const common = { service: 'catalogProductRepositoryV1', summary: 'For tests.', access: anonymous } as const;

let version: string | undefined = '1';
let rendered = 0;
let chunks: { sku: string }[][] = [];
let read = 0;
let failAfter = Number.POSITIVE_INFINITY;

async function* arriving(): AsyncGenerator<{ sku: string }[]> {
  for (const [i, chunk] of chunks.entries()) {
    if (i >= failAfter) throw new Error('the connection was lost');
    read += 1;
    yield chunk;
  }
}

const failures = defineErrors('test', {
  numbered: ['alreadyExists', 'The "%1" code exists.', 'for tests'],
});

const routes = [
  route({
    ...common,
    method: 'GET',
    path: '/V1/versioned/:sku',
    operation: 'versioned',
    access: acl('Magento_Catalog::products'),
    input: { sku: t.string },
    output: Product,
    version: async () => version,
    handle: ({ sku }) => {
      rendered += 1;
      return { sku, price: rendered };
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/V1/streamed',
    operation: 'streamed',
    input: {},
    output: t.object('streamed-results', { items: t.array(Product), total_count: t.integer }),
    handle: () => ({ items: streamed(arriving()) as never, total_count: 3 }),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/V1/streamed',
    operation: 'streamedWrite',
    input: {},
    output: t.array(Product),
    handle: () => streamed(arriving()) as never,
  }),
  route({
    ...common,
    method: 'GET',
    path: '/V1/numbered',
    operation: 'numbered',
    input: {},
    output: t.nothing,
    handle: () => {
      throw failures.numbered(['a"b']);
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/V1/busy',
    operation: 'busy',
    input: {},
    output: t.nothing,
    handle: () => {
      throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    },
  }),
];

let api: TestApi;
const metered: { method: string; route: string; status: number }[] = [];
beforeAll(async () => {
  api = await createTestApi({ routes, parts: { metrics: { request: (labels) => void metered.push(labels) } } });
});
afterAll(() => api.app.close());

describe('formats of answers', () => {
  test.each([
    ['application/json', 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['text/plain, application/json', 'json'],
    ['', 'json'],
    ['(absent)', 'json'],
    ['application/xml', 'xml'],
    ['text/xml', 'xml'],
    ['text/*', 'xml'],
    ['application/json;q=0.5, application/xml;q=0.9', 'xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'xml'],
  ])('Accept %j is answered in %s', async (accept, format) => {
    const answer = await api.send('GET', '/rest/V1/products/types', { headers: { accept } });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, `application/${format}; charset=utf-8`]);
  });

  test.each(['text/html', 'image/png', 'image/*;q=0.1'])('Accept %j cannot be served', async (accept) => {
    const answer = await api.send('GET', '/rest/V1/products/types', { headers: { accept } });
    expect(answer.status).toBe(406);
    expect(answer.body.message).toContain(`from the request: "${accept}" with media types`);
  });

  test.each([
    ['text/plain', 'Server cannot understand Content-Type HTTP header media type text/plain'],
    ['json', 'Server cannot understand Content-Type HTTP header media type json'],
    [
      'application/vnd.api+json',
      'Server cannot understand Content-Type HTTP header media type application/vnd.api+json',
    ],
    ['application/json; charset=iso-8859-1', 'UTF-8 is the only supported charset.'],
    ['application/json; boundary=x', 'Content-Type header is invalid.'],
    ['a b', 'Content-Type header is invalid.'],
    ['(absent)', 'Content-Type header is empty.'],
    ['multipart/form-data; boundary=x', '"%fieldName" is required. Enter and try again.'],
  ])('Content-Type %j is refused', async (type, message) => {
    const options = { headers: { 'content-type': type }, body: '{"customerEmail":"a"}' };
    const answer = await api.send('POST', '/rest/V1/customers/isEmailAvailable', options);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  test.each(['application/json; charset=UTF-8', 'application/json;charset=utf-8', 'Application/JSON'])(
    'Content-Type %j is understood',
    async (type) => {
      const options = { headers: { 'content-type': type }, body: '{"customerEmail":"a"}' };
      expect((await api.send('POST', '/rest/V1/customers/isEmailAvailable', options)).body).toBe(true);
    },
  );

  test('headers of every answer', async () => {
    const answer = await api.send('GET', '/rest/V1/products/types', { headers: { 'x-request-id': 'mine-1' } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'mine-1',
      'content-length': String(Buffer.byteLength(answer.text)),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const other = await api.send('GET', '/rest/V1/products/types', { headers: { 'x-request-id': 'bad id\t' } });
    expect(other.headers['x-request-id']).toMatch(/^[0-9a-f]{10}-/);
  });
});

describe('XML', () => {
  const xml = { accept: 'application/xml', 'content-type': 'application/xml' };

  test('request and answer', async () => {
    const body = '<?xml version="1.0"?><whatever><customerEmail>a</customerEmail><websiteId>1</websiteId></whatever>';
    const answer = await api.send('POST', '/rest/V1/customers/isEmailAvailable', { headers: xml, body });
    expect(answer.text).toBe('<?xml version="1.0"?>\n<response>true</response>\n');
  });

  test('lists as items', async () => {
    const answer = await api.send('GET', '/rest/V1/products/types', { headers: { accept: 'application/xml' } });
    expect(answer.text).toBe(
      '<?xml version="1.0"?>\n<response>\n  <item>\n    <name>simple</name>\n    <label>Simple</label>\n  </item>\n</response>\n',
    );
  });

  test('errors', async () => {
    const answer = await api.send('GET', '/rest/V1/products', { headers: { accept: 'application/xml' } });
    expect(answer.status).toBe(400);
    expect(answer.text).toBe(
      '<?xml version="1.0"?>\n<response>\n  <message>"%fieldName" is required. Enter and try again.</message>\n' +
        '  <parameters>\n    <fieldName>searchCriteria</fieldName>\n  </parameters>\n</response>\n',
    );
  });

  test('D80: custom attributes as items, one or several', async () => {
    const item = (code: string): string => `<item><attribute_code>${code}</attribute_code><value>v</value></item>`;
    const product = (items: string): string =>
      `<r><product><sku>x</sku><custom_attributes>${items}</custom_attributes></product></r>`;
    const headers = { 'content-type': 'text/xml' };
    const [a, b] = ['a', 'b'].map((code) => ({ attribute_code: code, value: 'v' }));
    const two = await api.send('POST', '/rest/V1/products', { headers, body: product(item('a') + item('b')) });
    expect(two.body.custom_attributes).toEqual([a, b]);
    const one = await api.send('POST', '/rest/V1/products', { headers, body: product(item('a')) });
    expect(one.body.custom_attributes).toEqual([a]);
  });

  test('numbered parameters are items', async () => {
    const answer = await api.send('GET', '/rest/V1/numbered', { headers: { accept: 'text/xml' } });
    expect(answer.text).toContain('<parameters>\n    <item>a"b</item>\n  </parameters>');
  });

  test.each([
    ['cut', '<request><customerEmail>a'],
    ['a document type', '<!DOCTYPE r [<!ENTITY e "x">]><request><customerEmail>&e;</customerEmail></request>'],
    ['nested too deep', `${'<a>'.repeat(3000)}${'</a>'.repeat(3000)}`],
    ['no XML', 'hello'],
  ])('%s', async (_, body) => {
    const answer = await api.send('POST', '/rest/V1/customers/isEmailAvailable', {
      headers: { 'content-type': 'application/xml' },
      body,
    });
    expect([answer.status, answer.body]).toEqual([400, { message: 'Decoding error.' }]);
  });
});

describe('partial answers', () => {
  const get = async (fields: string): Promise<string> =>
    (await api.send('GET', `/rest/V1/products?searchCriteria[pageSize]=1&fields=${fields}`)).text;
  test.each([
    ['total_count', '{"total_count":1}'],
    ['items[sku],nope', '{"items":[{"sku":"p0"}]}'],
    ['items[nope]', '{"items":[[]]}'],
    ['search_criteria[page_size]', '{"search_criteria":[]}'],
    ['nope', '[]'],
    ['items[sku', '[]'],
    ['items]', '[]'],
    ['items[sku;name]', '[]'],
  ])('fields=%s gives %s', async (fields, text) => {
    expect(await get(fields)).toBe(text);
  });

  test('an empty filter keeps everything, a filtered empty list is null', async () => {
    expect(JSON.parse(await get('')).items[0]).toEqual({ sku: 'p0', name: 'P' });
    const empty = await api.send('GET', '/rest/V1/products?searchCriteria[pageSize]=0&fields=items[sku]');
    expect(empty.text).toBe('{"items":null}');
  });

  test('scalars are not touched', async () => {
    expect((await api.send('GET', '/rest/V1/products/attributes/color?fields=a[')).body).toBe('color');
  });
});

describe('answers kept by version', () => {
  const get = (headers: Record<string, string> = {}, as: 'admin' | 'guest' = 'admin') =>
    api.send('GET', '/rest/V1/versioned/a', { headers, as });

  test('are rendered again only when the version changes', async () => {
    const first = await get();
    const second = await get();
    expect(second.text).toBe(first.text);
    expect(second.headers.etag).toBe(first.headers.etag);
    version = '2';
    expect((await get()).body.price).toBe(first.body.price + 1);
    version = undefined;
    const unversioned = await get();
    expect(unversioned.body.price).toBe(first.body.price + 2);
    expect(unversioned.headers.etag).toBeUndefined();
  });

  test('are apart for fields, scope and format', async () => {
    version = 'x';
    const whole = await get();
    expect((await api.send('GET', '/rest/V1/versioned/a?fields=sku')).body).toEqual({ sku: 'a' });
    expect((await api.send('GET', '/rest/all/V1/versioned/a')).body.price).not.toBe(whole.body.price);
    expect((await get({ accept: 'application/xml' })).text).toContain('<sku>a</sku>');
    expect((await get()).text).toBe(whole.text);
  });

  test('answer conditional requests, after the permission', async () => {
    const { headers } = await get();
    const etag = headers.etag as string;
    const same = await get({ 'if-none-match': `"other", W/${etag}` });
    expect([same.status, same.text, same.headers.etag]).toEqual([304, '', etag]);
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get({ 'if-none-match': etag }, 'guest')).status).toBe(401);
  });
});

describe('lists that arrive in chunks', () => {
  test('are written as they come', async () => {
    chunks = [[{ sku: 'a' }, { sku: 'b' }], [], [{ sku: 'c' }]];
    const answer = await api.send('GET', '/rest/V1/streamed');
    expect(answer.body).toEqual({ items: [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }], total_count: 3 });
    const filtered = await api.send('GET', '/rest/V1/streamed?fields=items[sku]');
    expect(filtered.body).toEqual({ items: [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }] });
    const xml = await api.send('GET', '/rest/V1/streamed', { headers: { accept: 'application/xml' } });
    expect(xml.text.match(/<item>/g)).toHaveLength(3);
  });

  test('may be empty', async () => {
    chunks = [];
    expect((await api.send('GET', '/rest/V1/streamed')).text).toBe('{"items":[],"total_count":3}');
    expect((await api.send('GET', '/rest/V1/streamed?fields=items[sku]')).text).toBe('{"items":null}');
  });

  test('are read to the end within the transaction of a writing call', async () => {
    chunks = [[{ sku: 'a' }], [{ sku: 'b' }]];
    expect((await api.send('POST', '/rest/V1/streamed')).body).toEqual([{ sku: 'a' }, { sku: 'b' }]);
  });

  test('wait for a slow client, and stop when it leaves', async () => {
    chunks = Array.from({ length: 500 }, () => [{ sku: 'x'.repeat(100_000) }]);
    read = 0;
    const base = await api.app.listen({ port: 0, host: '127.0.0.1' });
    // A response of node:http takes nothing from its connection before it is read; that of fetch takes megabytes at once.
    const { promise: arrival, resolve } = Promise.withResolvers<IncomingMessage>();
    openResponse(`${base}/rest/V1/streamed`, resolve);
    const response = await arrival;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(chunks.length);
    response.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(read).toBeLessThan(chunks.length);
  });

  test('that fail before anything left are an error, later the end of the connection', async () => {
    chunks = [[{ sku: 'a' }], [{ sku: 'b' }]];
    for (failAfter of [0, 1]) expect((await api.send('GET', '/rest/V1/streamed')).status).toBe(500);
    chunks = [[{ sku: 'a'.repeat(100_000) }], [{ sku: 'b' }]];
    failAfter = 1;
    await expect(api.send('GET', '/rest/V1/streamed')).rejects.toThrow();
    failAfter = Number.POSITIVE_INFINITY;
  });
});

describe('limits', () => {
  test('on lists of objects, when configuration says so', async () => {
    const body = { product: { tier_prices: [{ qty: 1 }, { qty: 2 }] } };
    api.config.set('webapi/validation/complex_array_limit', '1');
    expect((await api.send('POST', '/rest/V1/products', { body })).status).toBe(200);
    api.config.set('webapi/validation/input_limit_enabled', '1');
    const refused = await api.send('POST', '/rest/V1/products', { body });
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        message: 'Maximum items of type "%type" is %max',
        parameters: { type: '\\Magento\\Catalog\\Api\\Data\\ProductTierPriceInterface', max: 1 },
      },
    ]);
    const scalars = { ids: [1, 2, 3] };
    expect((await api.send('POST', '/rest/V1/coupons/deleteByIds', { body: scalars })).status).toBe(200);
    expect((await api.send('POST', '/rest/async/bulk/V1/products', { body: [body] })).status).toBe(202);
    api.config.delete('webapi/validation/complex_array_limit');
    expect((await api.send('POST', '/rest/V1/products', { body })).status).toBe(200);
    api.config.clear();
  });

  test('on the size of a body', async () => {
    const body = JSON.stringify({ product: { sku: 'x'.repeat(40_000) } });
    const answer = await api.send('POST', '/rest/V1/products', { body });
    expect([answer.status, answer.body]).toEqual([
      413,
      { message: 'The request body is larger than %max bytes.', parameters: { max: 30_000 } },
    ]);
  });
});

describe('failures', () => {
  test('unexpected ones give away nothing but a report id', async () => {
    const answer = await api.send('GET', '/rest/V1/broken');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('secret');
    const [, id] = /Report ID: (webapi-[0-9a-f]+)$/.exec(answer.body.message)!;
    const entry = api.logged.find((line) => line.reportId === id)!;
    expect(entry).toMatchObject({ requestId: answer.headers['x-request-id'], path: '/V1/broken' });
    expect(JSON.stringify(entry)).toContain('secret');
  });

  test('a busy database asks to try again', async () => {
    const answer = await api.send('GET', '/rest/V1/busy');
    expect([answer.status, answer.body]).toEqual([503, { message: 'The database is busy. Please try again.' }]);
  });

  test('requests are counted by declared path', async () => {
    await api.send('GET', '/rest/V1/products/attributes/color');
    expect(metered.at(-1)).toEqual({ method: 'GET', route: '/V1/products/attributes/:code', status: 200 });
    await api.send('GET', '/rest/V1/nope/secret');
    expect(metered.at(-1)).toEqual({ method: 'GET', route: 'none', status: 404 });
  });
});
