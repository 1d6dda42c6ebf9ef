import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const SHOP = '{ storeConfig { store_code locale } }';
const shop = { storeConfig: { store_code: 'default', locale: 'en_US' } };
const gql = () => graphqlClient(souk);
const get = (parameters: Record<string, string>, headers?: Record<string, string>) =>
  souk.guest.raw('GET', `/graphql?${new URLSearchParams(parameters)}`, undefined, headers);

describe('requests', () => {
  it('come as JSON, as a form, as a bare document, and as parameters of a URL', async () => {
    expect(await gql().data(SHOP)).toEqual(shop);
    const form = new URLSearchParams({ query: SHOP }).toString();
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await souk.guest.raw('POST', '/graphql', form, asForm)).body).toEqual({ data: shop });
    const bare = { 'content-type': 'application/graphql' };
    expect((await souk.guest.raw('POST', '/graphql', SHOP, bare)).body).toEqual({ data: shop });
    expect((await get({ query: SHOP })).body).toEqual({ data: shop });
  });

  it('by GET may have what clients send with them', async () => {
    const headers = { 'content-type': 'application/json', authorization: '', 'x-magento-cache-id': 'null' };
    const named = 'query One($id: String) { country(id: $id) { id } }';
    const sent = { query: named, operationName: 'One', variables: '{"id":"CA"}' };
    expect((await get(sent, headers)).body).toEqual({ data: { country: { id: 'CA' } } });
    const long = `${SHOP} ${'#'.repeat(7000)}`;
    expect((await get({ query: long })).body).toEqual({ data: shop });
  });

  it('need not send a variable that has a default, even where it must not be null', async () => {
    const query = `query($id: String! = "CA", $size: Int! = 3, $isAsked: Boolean! = true) { country(id: $id) { id }
      products(search: "x", pageSize: $size) @include(if: $isAsked) { page_info { page_size } } }`;
    const data = { country: { id: 'CA' }, products: { page_info: { page_size: 3 } } };
    for (const variables of [undefined, null, {}, []]) {
      const answer = await souk.guest.raw('POST', '/graphql', { query, variables });
      expect(answer.body).toEqual({ data });
    }
    const own = await gql().data(query, { id: 'DE', isAsked: false });
    expect(own).toEqual({ country: { id: 'DE' } });
    refuses(await gql().send(query, { size: null }), undefined, /"\$size" of non-null type "Int!" must not be null/);
    const mutation =
      'mutation($type: String! = "none") { generateCustomerToken(email: "a@example.com", password: $type) { token } }';
    refuses(await gql().send(mutation), 'graphql-authentication', /sign-in was incorrect/);
  });

  it.each([[[]], ['[]']])('take %j for no variables, as PHP encodes an empty object', async (variables) => {
    const answer = await souk.guest.raw('POST', '/graphql', { query: SHOP, variables });
    expect([answer.status, answer.body]).toEqual([200, { data: shop }]);
  });

  it('D181: with several operations need a name', async () => {
    const two = 'query A { storeConfig { locale } } query B { storeConfig { store_code } }';
    refuses(await gql().send(two), undefined, 'Must provide operation name if query contains multiple operations.');
    const named = await souk.guest.raw('POST', '/graphql', { query: two, operationName: 'B' });
    expect(named.body).toEqual({ data: { storeConfig: { store_code: 'default' } } });
    const unknown = await souk.guest.raw('POST', '/graphql', { query: two, operationName: 'C' });
    refuses(unknown, undefined, 'Unknown operation named "C".');
  });

  it('D180: that are no document are answered with 400', async () => {
    for (const [body, message] of [
      [{ query: 'query Shop { storeConfig { locale }' }, /^Syntax Error: Expected Name, found <EOF>/],
      [{}, 'Syntax Error: Unexpected <EOF>'],
      [[{ query: SHOP }], 'Unable to parse the request.'],
      ['{"query":', 'Unable to parse the request.'],
      [{ query: SHOP, variables: [1] }, 'Unable to parse the request.'],
    ] as const) {
      const answer = await souk.guest.raw('POST', '/graphql', body);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body.errors[0].message).toMatch(message);
    }
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('by %s are answered with 405, whatever they bring', async (method) => {
    const answer = await souk.guest.raw(method, '/graphql', method === 'DELETE' ? undefined : { query: SHOP });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    refuses(answer, 'graphql-input', 'Only GET and POST requests are supported.');
  });

  it('that are too large are answered with 413', async () => {
    const answer = await souk.guest.raw('POST', '/graphql', { query: `# ${'x'.repeat(2 ** 20)}` });
    expect(answer.status).toBe(413);
    expect(answer.body.errors).toHaveLength(1);
  });

  it('name a store view and a currency in headers', async () => {
    expect(await gql().data(SHOP, {}, { store: 'default', 'content-currency': 'USD' })).toEqual(shop);
    const unknown = await gql().send(SHOP, {}, { store: 'german' });
    expect(unknown.status).toBe(400);
    refuses(unknown, 'graphql-input', 'Requested store is not found (german)');
    expect((await gql().send(SHOP, {}, { store: 'all' })).status).toBe(400);
    const currency = await gql().send(SHOP, {}, { 'content-currency': 'XXX' });
    expect(currency.status).toBe(400);
    refuses(currency, 'graphql-input', 'Please correct the target currency');
  });

  it('of a guest fail in fields of customers, and in no others', async () => {
    const { status, body } = await gql().send(`{ customer { email } ${SHOP.slice(1, -1)} customerCart { id } }`);
    expect(status).toBe(200);
    // `customerCart` may not be null: nothing is left of the query.
    expect(body.data).toBeUndefined();
    const error = {
      message: "The current customer isn't authorized.",
      extensions: { category: 'graphql-authorization' },
    };
    expect(body.errors).toMatchObject([
      { ...error, path: ['customer'] },
      { ...error, path: ['customerCart'] },
    ]);
    const half = await gql().send(`{ customer { email } ${SHOP.slice(1, -1)} }`);
    expect(half.body).toMatchObject({ errors: [{ ...error, path: ['customer'] }], data: { customer: null, ...shop } });
    expect(Object.keys(half.body.errors[0])).toEqual(['message', 'locations', 'path', 'extensions']);
  });
});

describe('documents', () => {
  it('D184: are checked against the schema', async () => {
    const answer = await gql().send('{ storeConfig { lokale } shop { name } }');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toBeUndefined();
    expect(answer.body.errors.map((error: { message: string }) => error.message)).toEqual([
      expect.stringMatching(/^Cannot query field "lokale" on type "StoreConfig"\./),
      'Cannot query field "shop" on type "Query".',
    ]);
    expect(answer.body.errors[0].locations).toEqual([{ line: 1, column: 17 }]);
    for (const [document, message] of [
      ['{ storeConfig }', 'Field "storeConfig" of type "StoreConfig" must have a sub selection.'],
      ['{ storeConfig(id: 1) { locale } }', 'Unknown argument "id" on field "storeConfig" of type "Query".'],
      ['query($a: Int) { storeConfig { locale } }', 'Variable "$a" is never used.'],
      [
        'query($a: String!) { isEmailAvailable(email: $a) { is_email_available } }',
        /"\$a" of required type "String!" was/,
      ],
    ] as const) {
      const refused = await gql().send(document);
      expect(refused.status).toBe(200);
      refuses(refused, undefined, message);
    }
  });

  it('may ask for a number of fields, within a depth', async () => {
    const many = Array.from({ length: 501 }, (_, at) => `a${at}: storeConfig { locale }`).join(' ');
    refuses(await gql().send(`{ ${many} }`), undefined, 'Max query complexity should be 1000 but got 1002.');
    const fragment = 'fragment F on StoreConfig { locale store_code }';
    const uses = Array.from({ length: 334 }, (_, at) => `a${at}: storeConfig { ...F }`).join(' ');
    refuses(
      await gql().send(`{ ${uses} } ${fragment}`),
      undefined,
      /^Max query complexity should be 1000 but got 1002/,
    );
  });

  it('may be as deep as the setting says', async () => {
    await souk.configure({ 'souk/graphql/depth': '0' });
    refuses(
      await gql().send('{ currency { exchange_rates { rate } } }'),
      undefined,
      'Max query depth should be 0 but got 1.',
    );
    await souk.configure({ 'souk/graphql/depth': '20' });
    await gql().data('{ currency { exchange_rates { rate } } }');
  });

  it('may ask about the schema, one type at a time too', async () => {
    const { __schema } = await gql().data('{ __schema { queryType { name } types { name } } }');
    expect(__schema.queryType.name).toBe('Query');
    const { __type } = await gql().data('{ __type(name: "Money") { kind fields { name type { name } } } }');
    expect(__type).toEqual({
      kind: 'OBJECT',
      fields: [
        { name: 'currency', type: { name: 'CurrencyEnum' } },
        { name: 'value', type: { name: 'Float' } },
      ],
    });
  });
});

describe('answers', () => {
  it('D187: have the texts that the shop has set, and none of their own', async () => {
    const texts = '{ storeConfig { copyright welcome } }';
    expect(await gql().data(texts)).toEqual({ storeConfig: { copyright: null, welcome: null } });
    await souk.configure({ 'design/footer/copyright': '© Ada', 'design/header/welcome': 'Hello' });
    expect(await gql().data(texts)).toEqual({ storeConfig: { copyright: '© Ada', welcome: 'Hello' } });
    await souk.configure({ 'design/footer/copyright': null, 'design/header/welcome': null });
  });

  it('D182: tell every error', async () => {
    const answer = await gql().send('{ a: country(id: "xa") { id } b: country(id: "xb") { id } }');
    expect(answer.body.errors.map(({ path }: { path: string[] }) => path)).toEqual([['a'], ['b']]);
  });

  it('have what could be found beside what went wrong', async () => {
    const answer = await gql().send('{ country(id: "ca") { id } storeConfig { locale } }');
    expect(answer.body).toEqual({
      errors: [
        {
          message: "The country isn't available.",
          locations: [{ line: 1, column: 3 }],
          path: ['country'],
          extensions: { category: 'graphql-no-such-entity' },
        },
      ],
      data: { country: null, storeConfig: { locale: 'en_US' } },
    });
  });

  it('say for whom else they are the same', async () => {
    const idOf = async (client = gql()): Promise<string> => {
      const answer = await client.send(SHOP);
      expect(answer.headers.get('vary')).toContain('Store');
      return answer.headers.get('x-magento-cache-id')!;
    };
    const visitor = await idOf();
    expect(visitor).toMatch(/^[0-9a-f]{64}$/);
    expect(await idOf()).toBe(visitor);
    const inGroup = async (group_id: number): Promise<string> => {
      const { email } = await newCustomer(souk, { group_id });
      return idOf(graphqlClient(souk, (await signIn(souk, email)).token));
    };
    const general = await inGroup(1);
    expect(general).not.toBe(visitor);
    expect(await inGroup(1)).toBe(general);
    expect(await inGroup(2)).not.toBe(general);
  });
});
