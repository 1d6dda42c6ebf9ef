import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, createTestApi, type TestApi } from './support.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.app.close());

const noRoute = 'Request does not match any route.';
const cannotProcess = 'Specified request cannot be processed.';

describe('paths that lead nowhere', () => {
  test.each([
    ['GET', '/rest/V1/nope', 404, noRoute],
    ['GET', '/rest/V1', 404, noRoute],
    ['GET', '/rest/V2/products', 404, noRoute],
    ['GET', '/rest/V1/products/a/b/c/d', 404, noRoute],
    ['GET', '/rest/V1/Products/types', 404, noRoute],
    ['GET', '/rest/V1//products/types', 404, noRoute],
    ['PUT', '/rest/V1/products', 404, noRoute],
    ['POST', '/rest/V1/async/products', 404, noRoute],
    ['POST', '/rest/async/V1/nope', 404, noRoute],
    ['POST', '/rest/all/async/bulk/V1/products/bySku', 404, noRoute],
    ['POST', '/rest/async/V1/integration/customer/token', 404, noRoute],
    ['GET', '/rest', 400, cannotProcess],
    ['GET', '/rest/', 400, cannotProcess],
    ['GET', '/rest/nope', 400, cannotProcess],
    ['GET', '/rest/default', 400, cannotProcess],
    ['GET', '/rest//V1/products/types', 400, cannotProcess],
    ['GET', '/rest/v1/products/types', 400, cannotProcess],
    ['GET', '/rest/nostore/V1/products/types', 400, cannotProcess],
    ['GET', '/rest/DEFAULT/V1/products/types', 400, cannotProcess],
    ['GET', '/rest/0/V1/products/types', 400, cannotProcess],
    ['GET', '/rest/all/async/V1/products', 400, cannotProcess],
    ['GET', '/rest/async/bulk/V1/products', 400, cannotProcess],
    ['POST', '/rest/nostore/async/V1/products', 400, cannotProcess],
    ['PATCH', '/rest/V1/products/a', 405, 'The PATCH HTTP method is not supported.'],
    ['OPTIONS', '/rest/V1/products/a', 405, 'The OPTIONS HTTP method is not supported.'],
    ['PROPFIND', '/rest/V1/products/a', 405, 'The PROPFIND HTTP method is not supported.'],
    ['GET', '/elsewhere', 404, noRoute],
    ['GET', '/restful', 404, noRoute],
  ])('%s %s', async (method, url, status, message) => {
    const answer = await api.send(method, url);
    expect([answer.status, answer.body]).toEqual([status, { message }]);
  });

  test('HEAD is refused without a body', async () => {
    const answer = await api.send('HEAD', '/rest/V1/products/a');
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([405, '', '0']);
    expect(answer.headers.allow).toBe('GET, POST, PUT, DELETE');
  });

  test('a method that is no HTTP', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    const text = await new Promise<string>((resolve, reject) => {
      let seen = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('FOO /rest/V1/products HTTP/1.1\r\nHost: x\r\n\r\n'),
      );
      socket.on('data', (data) => (seen += data.toString()));
      socket.on('end', () => resolve(seen));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text).toContain('{"message":"The FOO HTTP method is not supported."}');
  });
});

describe('paths that lead to a route', () => {
  test.each([
    ['/rest/V1/products/types/', [{ name: 'simple', label: 'Simple' }]],
    ['/rest/V1/products/types///', [{ name: 'simple', label: 'Simple' }]],
    ['/index.php/rest/V1/products/types', [{ name: 'simple', label: 'Simple' }]],
    ['/rest/default/V1/products/types?x=1', [{ name: 'simple', label: 'Simple' }]],
    // A path without parameters takes its route; a parameter comes before letters.
    ['/rest/V1/products/attributes/media', ['attributes']],
    ['/rest/V1/products/attributes/color', 'color'],
  ])('%s', async (url, body) => {
    const answer = await api.send('GET', url);
    expect([answer.status, answer.body]).toEqual([200, body]);
  });

  test.each([
    ['SKU%20with%20space%2Fslash', 'SKU with space/slash'],
    ['a+b%2Bc', 'a b+c'],
    ['50%', '50%'],
    ['%E4%zz', '\ufffd%zz'],
    ['gr%C3%B6%C3%9Fe', 'größe'],
    ['me', 'me'],
  ])('the parameter %s is %j', async (segment, value) => {
    expect((await api.send('GET', `/rest/V1/products/${segment}`)).body.sku).toBe(value);
  });

  test('the store code is the scope', async () => {
    for (const [code, storeId] of [
      ['', 1],
      ['/all', 0],
      ['/default', 1],
    ] as const) {
      await api.send('GET', `/rest${code}/V1/products/a`);
      expect(calls.at(-1)!.scope.storeId).toBe(storeId);
      expect(calls.at(-1)!.scope.code).toBe(code ? code.slice(1) : undefined);
    }
  });
});

describe('permission', () => {
  test.each([
    ['GET', '/rest/V1/products/a', 'guest', 'Magento_Catalog::products'],
    ['POST', '/rest/all/async/V1/products', 'customer', 'Magento_Catalog::products'],
    ['PUT', '/rest/async/bulk/V1/products/bySku', 'guest', 'Magento_Catalog::products'],
    ['PUT', '/rest/V1/customers/me', 'guest', 'self'],
  ] as const)('%s %s as %s asks for %s', async (method, url, as, resources) => {
    // A body that does not decode: permission comes first.
    const answer = await api.send(method, url, { as, ...(method === 'GET' ? {} : { body: '{' }) });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources },
    });
  });

  test('a route for HTTPS only', async () => {
    const plain = await api.send('GET', '/rest/V1/secure');
    expect([plain.status, plain.body]).toEqual([400, { message: 'Operation allowed only in HTTPS' }]);
  });

  test.each([
    [[], 'https', 400],
    [['10.0.0.0/8'], 'https', 400],
    [['127.0.0.1'], 'https', 200],
    [['127.0.0.1'], 'http', 400],
    // What the proxy next to us says, behind what a client has sent.
    [['127.0.0.1'], 'https, http', 400],
  ] as const)('with the proxies %j, X-Forwarded-Proto: %s gives %i there', async (trustedProxies, proto, status) => {
    const behind = await createTestApi({ settings: { trustedProxies } });
    const answer = await behind.send('GET', '/rest/V1/secure', { headers: { 'x-forwarded-proto': proto } });
    expect(answer.status, answer.text).toBe(status);
    await behind.app.close();
  });
});

describe('updates', () => {
  const saved = async (url: string, body: unknown): Promise<unknown> => {
    const answer = await api.send('PUT', url, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  test('the path says which record it is', async () => {
    expect(await saved('/rest/V1/products/right', { product: { sku: 'wrong', name: 'N' } })).toEqual({
      sku: 'right',
      name: 'N',
    });
    expect(await saved('/rest/V1/products/right', { product: { name: 'N' }, saveOptions: true })).toEqual({
      sku: 'right',
      name: 'N',
    });
  });

  test('`me` in the path overrides nothing', async () => {
    expect(await saved('/rest/V1/products/me', { product: { sku: 'own' } })).toEqual({ sku: 'own' });
  });

  test('what the server forces wins under every spelling', async () => {
    const body = { customer: { ID: 9, email: 'e' }, cart_id: 9, cartId: 8 };
    const answer = await api.send('PUT', '/rest/V1/customers/me', { as: 'customer', body });
    expect(answer.status, answer.text).toBe(200);
    expect(calls.at(-1)!.input).toEqual({ customer: { id: 5, email: 'e' }, cartId: 77 });
  });

  test('what cannot be forced is missing, even when it was sent', async () => {
    const answer = await api.send('PUT', '/rest/V1/customers/me', { body: { customer: {}, cart_id: 9 } });
    expect(answer.body).toEqual({
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: 'cartId' },
    });
  });

  test('writing happens in a transaction, reading and what opts out do not', async () => {
    await api.send('DELETE', '/rest/V1/products/a', { body: '{' });
    expect(calls.at(-1)).toMatchObject({ operation: 'deleteById', inTransaction: true });
    await api.send('GET', '/rest/V1/products/a');
    expect(calls.at(-1)).toMatchObject({ operation: 'get', inTransaction: false });
    const { body } = await api.send('POST', '/rest/V1/customers', { body: { customer: {} } });
    expect(calls.at(-1)).toMatchObject({ operation: 'createAccount', inTransaction: false });
    expect(body).toEqual([]);
  });
});

describe('asynchronous calls', () => {
  const accepted = async (method: string, url: string, body?: unknown): Promise<unknown> => {
    const answer = await api.send(method, url, body === undefined ? {} : { body });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({ bulk_uuid: 'uuid', errors: false });
    const last = api.accepted.at(-1)!;
    expect(answer.body.request_items).toHaveLength(last.inputs.length);
    return last.inputs;
  };
  const required = (fieldName: string, more = {}) => ({
    message: '"%fieldName" is required. Enter and try again.',
    parameters: { fieldName, ...more },
  });

  test('one call, decoded', async () => {
    expect(await accepted('POST', '/rest/all/async/V1/products', { product: { sku: 1, typeId: 't' } })).toEqual([
      { product: { sku: '1', type_id: 't' } },
    ]);
    expect(await accepted('PUT', '/rest/async/V1/products/a', { product: {} })).toEqual([{ product: { sku: 'a' } }]);
    expect(await accepted('DELETE', '/rest/default/async/V1/products/a')).toEqual([{ sku: 'a' }]);
    expect(api.accepted.at(-1)).toMatchObject({ scope: { code: 'default' }, caller: { type: 'admin' } });
  });

  test('a bulk takes the parameters of the path from each element', async () => {
    expect(await accepted('DELETE', '/rest/async/bulk/V1/products/bySku', [{ sku: 'a' }, { sku: 'b' }])).toEqual([
      { sku: 'a' },
      { sku: 'b' },
    ]);
    expect(await accepted('PUT', '/rest/async/bulk/V1/products/bySku', [{ product: { sku: 'a' } }])).toEqual([
      { product: { sku: 'a' } },
    ]);
  });

  test.each([[[]], [undefined]])('%j is a bulk of nothing', async (body) => {
    expect(await accepted('POST', '/rest/async/bulk/V1/products', body)).toEqual([]);
  });

  test.each([
    ['/rest/async/bulk/V1/products', { product: { sku: 'a' } }, required('product')],
    ['/rest/async/bulk/V1/products', [{ product: {} }, {}], required('product', { index: 1 })],
    ['/rest/async/bulk/V1/products', '{bad', { message: 'Decoding error.' }],
    ['/rest/async/V1/products', {}, required('product')],
    ['/rest/async/V1/products', '{bad', { message: 'Decoding error.' }],
  ])('%s refuses %j', async (url, body, error) => {
    const before = api.accepted.length;
    const answer = await api.send('POST', url, { body });
    expect([answer.status, answer.body]).toEqual([400, error]);
    expect(api.accepted).toHaveLength(before);
  });
});

test('schemas are asked for with or without a store code', async () => {
  const sync = await api.send('GET', '/rest/default/schema?services=a,b');
  expect(sync.body).toMatchObject({ storeCode: 'default', asynchronous: false, services: 'a,b', caller: 'admin' });
  const async = await api.send('GET', '/rest/async/schema', { as: 'guest' });
  expect(async.body).toMatchObject({ asynchronous: true, caller: 'guest' });
});
