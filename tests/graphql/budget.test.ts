import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mutations, objectType, queries } from '../../src/kernel/graphql.ts';
import { module } from '../../src/kernel/module.ts';
import { modules } from '../../src/program/modules.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

/** An item that takes a tenth of a millisecond of CPU time. */
interface Burn {
  readonly at: number;
}

declare module '../../src/kernel/graphql-types.ts' {
  interface GraphQLTypes {
    Burn: Burn;
  }
}

const burned: number[] = [];
let carriedOut: string[] = [];
/** Sizes of the batches of the field `all`. */
let batches: number[] = [];

/** Takes about a tenth of a millisecond of CPU time. */
const burn = (at: number): number => {
  let text = at;
  for (let i = 0; i < 50_000; i++) text = Math.imul(text + 1, 48_271);
  burned.push(text === 0 ? -1 : at);
  return at;
};
const burns = (n: number): Burn[] => Array.from({ length: n }, (_, at) => ({ at }));

const burning = module({
  name: 'Burning',
  graphql: [
    objectType('Burn', (t) => ({
      at: t.field('Int!', ({ at }) => burn(at)),
      late: t.field('Int!', async ({ at }) => burn(at)),
      all: t.batch('Int!', async (all) => {
        batches.push(all.length);
        return all.map(({ at }) => burn(at));
      }),
      below: t.field('[Burn!]', { n: 'Int!' }, (_, { n }) => burns(n)),
      asked: t.field('Int!', { n: 'Int!' }, async (_, { n }, call) => {
        for (let at = 0; at < n; at++) {
          await call.db.selectFrom('authorization_role').select('role_id').execute();
          burn(at);
        }
        return n;
      }),
    })),
    queries((t) => ({ burn: t.field('[Burn!]', { n: 'Int!' }, (_, { n }) => burns(n)) })),
    mutations((t) => ({
      carryOut: t.field('[Burn!]', { name: 'String!', n: 'Int!' }, (_, { name, n }, call) => {
        call.afterCommit(() => void carriedOut.push(name));
        return burns(n);
      }),
      failing: t.field('Int', () => {
        for (let at = 0; at < 5000; at++) burn(at);
        throw new Error('not carried out');
      }),
    })),
  ],
});

/** Waits until a number stays the same while the server answers several requests. */
async function staysTheSame(gql: GraphQLClient, read: () => number): Promise<number> {
  for (;;) {
    const before = read();
    for (let i = 0; i < 3; i++) await gql.data('{ storeConfig { locale } }');
    if (read() === before) return before;
  }
}

/** Waits until something has happened in the server, which is in this process. */
async function until(hasHappened: () => boolean): Promise<void> {
  while (!hasHappened()) await new Promise((resolve) => setImmediate(resolve));
}

describe.each(engines)('the budget of a request on %s', (engine) => {
  let here: Here;
  let gql: GraphQLClient;
  beforeAll(async () => {
    // Thousands of statements wait for a connection, on a busy machine for long.
    here = await startHere(engine, { env: { SOUK_DATABASE_TIMEOUT: '300' }, modules: [...modules, burning] });
    gql = graphqlClient(here);
  });
  afterAll(() => here?.stop());
  beforeEach(async () => {
    await here.configure({ 'souk/graphql/nodes': '50000', 'souk/graphql/cpu': '1000' });
    burned.length = 0;
    carriedOut = [];
    batches = [];
  });

  const stays = (read: () => number): Promise<number> => staysTheSame(gql, read);

  it('D242: ends lists within lists that have no pages', async () => {
    const skus: string[] = [];
    for (let i = 0; i < 8; i++) skus.push(String((await newProduct(here)).sku));
    for (const sku of skus) {
      const product_links = skus
        .filter((other) => other !== sku)
        .map((other, position) => ({
          sku,
          link_type: 'related',
          linked_product_sku: other,
          linked_product_type: 'simple',
          position,
        }));
      ok(await here.admin.put(`/V1/products/${sku}`, { product: { product_links } }));
    }
    const related = (depth: number) =>
      `query { products(filter: { sku: { eq: "${skus[0]}" } }) { items { ${'related_products { '.repeat(depth)}sku${' }'.repeat(depth)} } } }`;
    const { products } = await gql.data(related(3));
    expect(products.items[0].related_products[0].related_products[6].related_products).toHaveLength(7);
    await here.configure({ 'souk/graphql/nodes': '2000' });
    const refused = await gql.send(related(6));
    expect([refused.status, refused.body.data]).toEqual([200, undefined]);
    refuses(refused, undefined, /^Max query nodes should be 2000 but got 20\d\d\.$/);
    // Before anything is read, where it is deeper.
    refuses(await gql.send(related(14)), undefined, /^Max query rows should be 10000 but got \d+\.$/);
  });

  it('D243: is CPU time too, whether fields are resolved at once, later, together, or by queries', async () => {
    await here.configure({ 'souk/graphql/cpu': '60' });
    for (const field of ['at', 'late', 'asked(n: 1)', 'below(n: 2) { at }']) {
      burned.length = 0;
      const refused = await gql.send(`{ burn(n: 20000) { ${field} } }`);
      expect([refused.status, refused.body.data]).toEqual([200, undefined]);
      refuses(refused, undefined, /^Max query CPU time should be 60 ms but got \d+\.$/);
      expect(await stays(() => burned.length), field).toBeLessThan(10_000);
    }
    const asked = await gql.send('{ burn(n: 1) { asked(n: 5000) } }');
    refuses(asked, undefined, /^Max query CPU time should be 60 ms/);
    expect(burned.length).toBeGreaterThan(0);
    expect(await gql.data('{ burn(n: 2) { at late all asked(n: 1) } }')).toEqual({
      burn: [0, 1].map((at) => ({ at, late: at, all: at, asked: 1 })),
    });
  });

  it('leaves turns to others: a request that comes meanwhile is answered before it has ended', async () => {
    await here.configure({ 'souk/graphql/cpu': '100000' });
    for (const field of ['at', 'late', 'asked(n: 1)', 'asked(n: 3)', 'below(n: 1) { at }']) {
      burned.length = 0;
      const long = gql.send(`{ burn(n: 3000) { ${field} } }`);
      await until(() => burned.length > 0);
      await here.guest.raw('GET', '/health/live');
      const before = burned.length;
      expect((await long).body.data.burn).toHaveLength(3000);
      expect(before, field).toBeLessThan(burned.length);
    }
  });

  it('loads values together that objects of different turns need', async () => {
    await here.configure({ 'souk/graphql/cpu': '100000' });
    await gql.data('{ burn(n: 1000) { at late all } }');
    expect(batches).toEqual([1000]);
  });

  it('ends when the client has gone', async () => {
    await here.configure({ 'souk/graphql/cpu': '100000' });
    for (const field of ['at', 'late', 'asked(n: 1000)']) {
      burned.length = 0;
      const aborted = new AbortController();
      const left = fetch(`${here.base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ burn(n: 20000) { ${field} } }` }),
        signal: aborted.signal,
      }).catch(() => 'left');
      await until(() => burned.length > 0);
      aborted.abort();
      expect(await left).toBe('left');
      expect(await stays(() => burned.length), field).toBeLessThan(20_000);
    }
    expect(here.logged.filter((line) => !line.includes('not carried out'))).toEqual([]);
  });

  it('D244: never says of a mutation that was carried out that it was not, and begins no further one', async () => {
    const mutation = (n: number) =>
      `mutation { a: carryOut(name: "a", n: 1) { at } b: carryOut(name: "b", n: ${n}) { below(n: 100) { at } } c: carryOut(name: "c", n: 1) { at } }`;
    await here.configure({ 'souk/graphql/nodes': '1000' });
    const { body } = await gql.send(mutation(20));
    expect(carriedOut).toEqual(['a', 'b']);
    expect(body.data).toEqual({ a: [{ at: 0 }], b: null, c: null });
    expect(body.errors.map(({ path, message }: { path: string[]; message: string }) => [path, message])).toEqual([
      [['b'], 'The mutation was executed, but its response was canceled: Max query nodes should be 1000 but got 1021.'],
      [['c'], 'Max query nodes should be 1000 but got 1021.'],
    ]);
    await here.configure({ 'souk/graphql/nodes': '50000', 'souk/graphql/cpu': '50' });
    carriedOut = [];
    const slow = await gql.send(mutation(40));
    expect(carriedOut).toEqual(['a', 'b']);
    expect(slow.body.data).toEqual({ a: [{ at: 0 }], b: null, c: null });
    expect(slow.body.errors[0].message).toMatch(/^The mutation was executed, but .* CPU time should be 50 ms/);
    const failed = await gql.send('mutation { failing carryOut(name: "d", n: 1) { at } }');
    expect(failed.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Internal server error',
      expect.stringMatching(/^Max query CPU time should be 50 ms but got \d+\.$/),
    ]);
    expect(carriedOut).toEqual(['a', 'b']);
  });

  it('D246: is of variables too, and of operations and fragments', async () => {
    const fragments = Array.from({ length: 200 }, (_, at) => `fragment F${at} on Query { __typename }`);
    const spreads = fragments.map((_, at) => `...F${at}`);
    refuses(
      await gql.send(`{ ${spreads.join(' ')} } ${fragments.join(' ')}`),
      undefined,
      'Max query definitions should be 200 but got 201.',
    );
    const fewer = `{ ${spreads.slice(1).join(' ')} } ${fragments.slice(1).join(' ')}`;
    expect(await gql.data(fewer)).toEqual({ __typename: 'Query' });
    const query = 'query($s: [String]) { products(filter: { sku: { in: $s } }) { total_count } }';
    const many = await gql.send(query, { s: Array.from({ length: 50_001 }, () => 'a') });
    expect(many.status).toBe(413);
    refuses(many, 'graphql-input', 'The request body has more than 50000 values.');
    expect(await gql.data(query, { s: Array.from({ length: 5000 }, () => 'a') })).toEqual({
      products: { total_count: 0 },
    });
  });
});

describe.each(engines)('the time of a request on %s', (engine) => {
  let here: Here;
  let gql: GraphQLClient;
  beforeAll(async () => {
    here = await startHere(engine, { env: { SOUK_CALL_TIMEOUT: '1' }, modules: [...modules, burning] });
    gql = graphqlClient(here);
    await here.configure({ 'souk/graphql/cpu': '100000' });
  });
  afterAll(() => here?.stop());

  it.each(['at', 'late', 'asked(n: 1000)'])('ends the work for %s', async (field) => {
    burned.length = 0;
    const late = await gql.send(`{ burn(n: 20000) { ${field} } }`);
    expect(late.status).toBe(503);
    refuses(late, 'internal', /longer than 1 seconds/);
    expect(await staysTheSame(gql, () => burned.length)).toBeLessThan(20_000);
  });
});
