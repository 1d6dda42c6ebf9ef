import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startForgettingWords } from '../../src/modules/search/forgotten-words.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

describe.each(engines)('words of products on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'souk/operations/retention_interval': '0.02' });
  });
  afterAll(() => here.stop());

  const save = async (name: string): Promise<string> => (await newProduct(here, { name })).sku;
  const suggested = async (search: string): Promise<string[]> => {
    const query = 'query($search: String) { products(search: $search) { suggestions { search } } }';
    const { products } = await graphqlClient(here).data(query, { search });
    return products.suggestions.map((one: { search: string }) => one.search);
  };
  const kept = async (): Promise<string[]> => {
    const rows = await here.souk.systemCall().db.selectFrom('catalog_search_word').select('word').execute();
    return rows.map(({ word }) => word);
  };

  it('are forgotten with the last product that has them, and no others are', async () => {
    const gone = await save('Zanzibarite lamp');
    await save('Mirrolithic quorvexians');
    await save("Drelkonite's lamp");
    ok(await here.admin.delete(`/V1/products/${gone}`));
    expect(await kept()).toContain('zanzibarite');

    const worker = startForgettingWords(here.souk.platform);
    await expect.poll(kept).not.toContain('zanzibarite');
    await worker.stop();
    expect(await kept()).toEqual(expect.arrayContaining(['mirrolithic', 'quorvexians', 'drelkonite', 'lamp']));
    expect(await suggested('zanzibarita')).toEqual([]);
    expect(await suggested('mirolithic')).toEqual(['mirrolithic']);
  });

  it('come back with a product that has them again', async () => {
    await save('Zanzibarite bowl');
    expect(await suggested('zanzibarita')).toEqual(['zanzibarite']);
  });
});
