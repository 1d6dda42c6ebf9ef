import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { servedDeclarations } from '../../src/faces/graphql/released.ts';
import { createStorefront } from '../../src/faces/graphql/storefront.ts';
import { createRequestLimiter } from '../../src/platform/limits/requests.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';

let here: Here;
beforeAll(async () => {
  here = await startHere('sqlite');
});
afterAll(() => here?.stop());

/** Counts the turns of the event loop while `work` is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const next = (): void => {
    turns += 1;
    if (!isDone) setImmediate(next);
  };
  setImmediate(next);
  await work();
  isDone = true;
  return turns;
}

it('makes the schema in several turns, so that the first request does not block others', async () => {
  const { platform, modules } = here.souk;
  const all = modules.flatMap(({ graphql = [] }) => graphql);
  const declarations = servedDeclarations(all, {
    ...platform.registry,
    storefrontPackage: platform.settings.storefrontPackage,
  });
  const authenticate = () => Promise.reject(new Error('nobody calls'));
  const gate = { authenticate, guards: [], limiter: createRequestLimiter(platform.config) };
  const storefront = createStorefront({ platform, gate, declarations, names: {}, isPruned: false });
  // A clock that moves by a second at each reading: every type takes longer than a turn may.
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const turns = await turnsDuring(() => storefront.prepare()!).finally(() => clock.mockRestore());
  expect(storefront.prepare()).toBeUndefined();
  const schema = storefront.schema();
  expect(turns).toBeGreaterThan(Object.keys(schema.getTypeMap()).length / 2);
  expect(schema.getQueryType()?.getFields()).toHaveProperty('products');
});

it('answers requests that arrive while the schema is made', async () => {
  const other = await startHere('sqlite');
  try {
    const read = () => graphqlClient(other).data('{ storeConfig { store_code } }');
    const all = await Promise.all([read(), read(), read()]);
    expect(all.map(({ storeConfig }) => storeConfig.store_code)).toEqual(['default', 'default', 'default']);
  } finally {
    await other.stop();
  }
});
