import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Answer } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';

describe.each(engines)('boosts on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await newAttribute(here, { attribute_code: 'featured', frontend_input: 'boolean' });
    const season = await newAttribute(here, {
      attribute_code: 'season',
      frontend_input: 'select',
      options: [{ label: 'Winter' }, { label: 'Summer' }],
    });
    for (const code of ['featured', 'season']) await addToSet(here, code);
    const winter = (season.options as { label: string; value: string }[]).find(
      ({ label }) => label === 'Winter',
    )!.value;
    const make = (sku: string, name: string, values: Record<string, string> = {}, qty = 9) =>
      newProduct(here, {
        sku,
        name,
        custom_attributes: Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value })),
        extension_attributes: { stock_item: { qty, is_in_stock: qty > 0 } },
      });
    await make('PLAIN', 'Lamp');
    await make('FEATURED', 'Lamp of brass', { featured: '1' });
    await make('WINTER', 'Lamp of green glass', { season: winter });
    await make('SOLD', 'Lamp oil', {}, 0);
    await here.configure({ 'cataloginventory/options/show_out_of_stock': '1' });
  });
  afterAll(() => here.stop());

  const order = async (): Promise<string[]> => {
    const { products } = await graphqlClient(here).data('{ products(search: "lamp") { items { sku } } }');
    return products.items.map(({ sku }: { sku: string }) => sku);
  };
  const set = (value: string): Promise<Answer> =>
    here.admin.raw('PUT', '/_/console/settings', { path: 'souk/search/boosts', value });

  it('change the order of results, and no others', async () => {
    expect(await order()).toEqual(['PLAIN', 'SOLD', 'FEATURED', 'WINTER']);
    ok(await set('featured: Yes ^ 3'));
    expect(await order()).toEqual(['FEATURED', 'PLAIN', 'SOLD', 'WINTER']);
    ok(await set('season: winter ^ 4; featured: 1 ^ 2\nin_stock: 0 ^ 0.1'));
    expect(await order()).toEqual(['WINTER', 'FEATURED', 'PLAIN', 'SOLD']);
    ok(await set('unheard_of: Yes ^ 3; season: Autumn ^ 9'));
    expect(await order()).toEqual(['PLAIN', 'SOLD', 'FEATURED', 'WINTER']);
  });

  it('are refused when they are not rules', async () => {
    for (const wrong of [
      'featured',
      'featured: Yes',
      'featured: Yes ^ much',
      'featured: Yes ^ 0',
      'featured: Yes ^ 101',
    ])
      fails(await set(wrong), 400, /souk\/search\/boosts/);
  });
});
