import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutations } from '../../src/kernel/graphql.ts';
import { module } from '../../src/kernel/module.ts';
import { modules } from '../../src/program/modules.ts';
import { engines } from '../storage/databases.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';

const done: string[] = [];
/** A mutation that takes its time. */
const slow = module({
  name: 'Slow',
  graphql: [
    mutations((t) => ({
      takeTime: t.field('Boolean', { name: 'String!' }, async (_, { name }) => {
        await sleep(1000);
        done.push(name);
        return true;
      }),
      takeTooLong: t.field('Boolean', async () => {
        await sleep(4000);
        return true;
      }),
    })),
  ],
});

const times = (n: number, text: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => text(at)).join(' ');

describe.each(engines)('what nobody may ask on %s', (engine) => {
  let here: Here;
  let gql: GraphQLClient;
  beforeAll(async () => {
    here = await startHere(engine);
    gql = graphqlClient(here);
  });
  afterAll(() => here?.stop());

  it('is refused for its size before anybody looks whether it is valid', async () => {
    const size = /^Max query (?:complexity|definitions) should be \d+ but got \d+\.$/;
    for (const document of [
      `{ ${times(4500, () => 'storeConfig { nothing }')} }`,
      `{ ${times(3000, (at) => `a${at}: nothing`)} }`,
      `{ ${times(1500, (at) => `...F${at}`)} } ${times(1500, (at) => `fragment F${at} on Query { nothing }`)}`,
      `{ ...F30 } fragment F0 on Query { nothing } ${times(30, (at) => `fragment F${at + 1} on Query { ${times(3, () => `...F${at}`)} }`)}`,
      `{ storeConfig { locale } } fragment Unused on Query { ${times(1001, () => 'nothing')} }`,
      `query Small { storeConfig { locale } } query Large { ${times(1001, () => 'nothing')} }`,
      `{ ${times(2000, () => '__schema { types { name } }')} }`,
    ]) {
      const named = { query: document, ...(document.includes('query Small') && { operationName: 'Small' }) };
      const answer = await here.guest.raw('POST', '/graphql', named);
      expect(answer.status).toBe(200);
      refuses(answer, undefined, size);
    }
  });

  it('is a fragment within itself, or without an end', async () => {
    const own = 'fragment A on StoreConfig { locale ...B } fragment B on StoreConfig { ...A }';
    refuses(await gql.send(`{ storeConfig { ...A } } ${own}`), undefined, /^Cannot spread fragment "A" within itself/);
    refuses(await gql.send('{ storeConfig { ...None } }'), undefined, 'Unknown fragment "None".');
    const deep = await gql.send(`{ products(filter: ${'['.repeat(9000)}${']'.repeat(9000)}) { total_count } }`);
    expect(deep.status).toBe(400);
    refuses(deep, undefined, 'Syntax Error: The document is nested too deep');
    const fields = await gql.send(`{ categories { items ${'{ children '.repeat(500)}{ uid }${'}'.repeat(500)} } }`);
    refuses(fields, undefined, 'Max query depth should be 20 but got 501.');
  });

  it('is a subscription, or a mutation by GET', async () => {
    refuses(await gql.send('subscription { cart { id } }'), undefined, 'Schema is not configured for subscriptions.');
    const both = 'query A { storeConfig { locale } } mutation B { createEmptyCart }';
    const by = (operationName: string) =>
      here.guest.raw('GET', `/graphql?${new URLSearchParams({ query: both, operationName })}`);
    const refused = await by('B');
    expect(refused.status).toBe(400);
    refuses(refused, 'graphql-input', 'Mutation requests allowed only for POST requests');
    expect((await by('A')).body).toEqual({ data: { storeConfig: { locale: 'en_US' } } });
  });

  it('D183: is more of lists than can be shown, wherever their sizes are said', async () => {
    const list = (args: string) => `products(search: "mug"${args}) { total_count }`;
    const rows = (got: number) => `Max query rows should be 10000 but got ${got}.`;
    const refused: readonly (readonly [query: string, variables: object, got: number])[] = [
      [`{ ${list(', pageSize: 10001')} }`, {}, 10_001],
      [`query($n: Int) { a: ${list(', pageSize: $n')} b: ${list(', pageSize: $n')} }`, { n: 6000 }, 12_000],
      [`query($n: Int = 20000) { ${list(', pageSize: $n')} }`, {}, 20_000],
      [
        '{ categories { items { ...P } } } fragment P on CategoryTree { products(pageSize: 500) { total_count } }',
        {},
        10_020,
      ],
      [
        `query($n: Int) { categories(pageSize: $n) { items { ... on CategoryTree { products { total_count } } } } }`,
        { n: 500 },
        10_500,
      ],
    ];
    for (const [query, variables, got] of refused) {
      const answer = await gql.send(query, variables);
      expect(answer.body.data).toBeUndefined();
      refuses(answer, undefined, rows(got));
    }
    expect(await gql.data(`{ ${list(', pageSize: 10000')} }`)).toEqual({ products: { total_count: 0 } });
    expect(await gql.data(`query($n: Int = 20000) { ${list(', pageSize: $n')} }`, { n: 5 })).toBeDefined();
    await here.configure({ 'souk/graphql/rows': '19' });
    refuses(await gql.send(`{ ${list('')} }`), undefined, 'Max query rows should be 19 but got 20.');
    await here.configure({ 'souk/graphql/rows': '10000' });
  });

  it('D391: is a mutation with lists longer than it can be carried out for', async () => {
    const compare = 'mutation($ids: [ID!]!) { createCompareList(input: { products: $ids }) { item_count } }';
    const ids = (count: number) => ({ ids: Array.from({ length: count }, () => '0') });
    const tooMany = 'Max mutation inputs should be 1000 but got 1001.';
    refuses(await gql.send(compare, ids(1001)), 'graphql-input', tooMany);
    refuses(await gql.send(compare, ids(1000)), 'graphql-no-such-entity', /doesn't exist/);
    const { createEmptyCart: cart } = await gql.data('mutation { createEmptyCart }');
    const add = `mutation($cart: String!, $ids: [ID!]!) { addProductsToCart(cartId: $cart, cartItems: [{ sku: "none", quantity: 1, selected_options: $ids }]) {
      user_errors { code } } }`;
    refuses(await gql.send(add, { cart, ...ids(1001) }), 'graphql-input', tooMany);
    await here.configure({ 'souk/graphql/inputs': '1001' });
    refuses(await gql.send(compare, ids(1001)), 'graphql-no-such-entity', /doesn't exist/);
    await here.configure({ 'souk/graphql/inputs': '1000' });
  });

  it('is a guess too many of a password, of which each counts', async () => {
    await here.configure({ 'souk/attempts/address': '2' });
    const guess = (at: number) => `g${at}: generateCustomerToken(email: "${at}@example.com", password: "x") { token }`;
    const guesses = await gql.send(`mutation { ${times(4, guess)} }`);
    expect(guesses.status).toBe(429);
    expect(Number(guesses.headers.get('retry-after'))).toBeGreaterThan(0);
    const messages = guesses.body.errors.map(({ message }: { message: string }) => message.split('.')[0]);
    expect(messages.slice(-2)).toEqual(['Too many attempts', 'Too many attempts']);
    await here.configure({ 'souk/attempts/address': '' });
  });

  it('has the wrong type', async () => {
    const search = 'query($s: String, $n: Int) { products(search: $s, pageSize: $n) { total_count } }';
    for (const [variables, message] of [
      [{ s: 5 }, /^Variable "\$s" got invalid value 5; Expected type String;/],
      [{ s: { a: 1 } }, /^Variable "\$s" got invalid value \{ a: 1 \};/],
      [{ s: 'mug', n: 'five' }, /^Variable "\$n" got invalid value "five"; Expected type Int;/],
      [{ s: 'mug', n: '1.5' }, /Int cannot represent non-integer value: "1\.5"$/],
      [{ s: 'mug', n: '' }, /Int cannot represent non-integer value: ""$/],
      [{ s: 'mug', n: 1.5 }, /Int cannot represent non-integer value: 1\.5$/],
    ] as const) {
      const answer = await gql.send(search, variables);
      expect([answer.status, answer.body.data]).toEqual([200, undefined]);
      refuses(answer, undefined, message);
    }
    const filter = 'query($f: ProductAttributeFilterInput) { products(filter: $f) { total_count } }';
    for (const text of [
      `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
      '{"__proto__":{"eq":"1"}}',
      '{"nothing":{"eq":"1"}}',
    ]) {
      const body = `{"query":${JSON.stringify(filter)},"variables":{"f":${text}}}`;
      const answer = await here.guest.raw('POST', '/graphql', body, { 'content-type': 'application/json' });
      expect([answer.status, answer.body.data]).toEqual([200, undefined]);
      expect(answer.body.errors[0].message).toMatch(/is not defined by type|to be an object/);
    }
  });

  it('D350: is an integer in a text of digits', async () => {
    const query = 'query($n: Int) { products(search: "mug", pageSize: $n) { page_info { page_size } } }';
    expect((await gql.data(query, { n: '5' })).products.page_info).toEqual({ page_size: 5 });
    const literal = await gql.send('{ products(search: "mug", pageSize: "5") { total_count } }');
    expect(literal.body.errors[0].message).toMatch(/Int cannot represent non-integer value: "5"/);
  });

  it('finds nothing where no text can be stored', async () => {
    for (const text of ['a\u0000b', "' or 1=1 --", '%_%', '\ud800']) {
      const answer = await gql.send(
        'query($s: String!) { a: products(search: $s) { total_count } b: products(filter: { sku: { eq: $s } }) { total_count } route(url: $s) { type } }',
        { s: text },
      );
      expect(answer.body, text).toMatchObject({ data: { b: { total_count: 0 }, route: null } });
      const { body } = await gql.send('query($s: String!) { cart(cart_id: $s) { id } }', { s: text });
      expect(body.errors[0].extensions.category, text).toBe('graphql-no-such-entity');
    }
    expect(here.logged).toEqual([]);
  });
});

describe.each(engines)('a request with 3 seconds on %s', (engine) => {
  let here: Here;
  let gql: GraphQLClient;
  beforeAll(async () => {
    here = await startHere(engine, { env: { SOUK_CALL_TIMEOUT: '3' }, modules: [...modules, slow] });
    gql = graphqlClient(here);
  });
  afterAll(() => here?.stop());

  it('is canceled when its time is over', async () => {
    const { body, status, headers } = await gql.send(
      `mutation { ${times(5, (at) => `m${at}: takeTime(name: "${engine} ${at}")`)} }`,
    );
    expect(body.errors.at(-1)).toMatchObject({
      path: ['m4'],
      message: expect.stringContaining('longer than 3 seconds'),
    });
    expect(body.data).toMatchObject({ m0: true, m4: null });
    // A mutation has succeeded: the client must not repeat the request.
    expect([status, headers.get('retry-after')]).toEqual([200, null]);
    // Longer than the one under way takes.
    await sleep(1200);
    expect(done).not.toContain(`${engine} 4`);
  });

  it('D250: is sent again later where nothing of it succeeded', async () => {
    const late = await gql.send('mutation { takeTooLong }');
    expect([late.status, late.headers.get('retry-after'), late.body.data]).toEqual([503, '1', { takeTooLong: null }]);
    refuses(late, 'internal', /^The request took longer than 3 seconds and was canceled\./);
  });
});
