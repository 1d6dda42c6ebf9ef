import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { makeBundle, makeConfigurable, makeGrouped, makeProduct, makeSelect, makeVariants } from './composites.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
interface Filter {
  field: string;
  value: unknown;
}

let words = 0;
/** A word that no other test uses: letters only. */
function word(): string {
  words += 1;
  return `zw${[...String(process.pid), ...String(words)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
}
const search = async (name: string, filters: Filter[], store = ''): Promise<Answer['body']> =>
  ok(await souk.guest.store(store).get(`/V1/search?searchCriteria[requestName]=${name}&${criteria([filters])}`));
const idsOf = (answer: Answer['body']): number[] =>
  answer.items.map((item: { id: number }) => item.id).toSorted((a: number, b: number) => a - b);
const find = async (value: string, store = ''): Promise<number[]> =>
  idsOf(await search('quick_search_container', [{ field: 'search_term', value }], store));
const put = async (sku: string, product: Fields, store = 'all'): Promise<Answer['body']> =>
  ok(await souk.admin.store(store).put(`/V1/products/${sku}`, { product }));
const hidden = (over: Fields = {}): Promise<Answer['body']> => makeProduct(souk, { visibility: 1, ...over });

describe('search finds', () => {
  it('a configurable product by the names, SKUs, texts and labels of its variants, and follows them', async () => {
    const [red, green, sku, text] = [word(), word(), word(), word()];
    const shade = await makeSelect(souk, [red, green], { is_searchable: '1' });
    const description = [{ attribute_code: 'description', value: `<p>${text}</p>` }];
    const [one, two] = await makeVariants(souk, shade, [{ name: word() }, { sku, name: word() }]);
    await put(sku, { custom_attributes: description });
    const { id, sku: parent } = await makeConfigurable(souk, shade, [one, two]);
    for (const term of [one.name, two.name, sku, text, red, green]) expect(await find(term)).toEqual([id]);

    const renamed = word();
    await put(one.sku, { name: renamed });
    expect(await find(renamed)).toEqual([id]);
    expect(await find(one.name)).toEqual([]);

    await put(one.sku, { status: 2 });
    expect(await find(renamed)).toEqual([]);
    expect(await find(red)).toEqual([]);
    await put(one.sku, { status: 1 });
    expect(await find(renamed)).toEqual([id]);

    ok(await souk.admin.delete(`/V1/configurable-products/${parent}/children/${one.sku}`));
    expect(await find(renamed)).toEqual([]);
    ok(await souk.admin.post(`/V1/configurable-products/${parent}/child`, { childSku: one.sku }));
    expect(await find(renamed)).toEqual([id]);

    ok(await souk.admin.delete(`/V1/products/${one.sku}`));
    expect(await find(renamed)).toEqual([]);
    expect(await find(two.name)).toEqual([id]);
  });

  it('bundles and grouped products by their parts, once whatever their number', async () => {
    const shared = word();
    const parts = [await hidden({ name: shared }), await hidden({ name: `${shared} more` })];
    const bundle = await makeBundle(souk, [parts]);
    const group = await makeGrouped(souk, parts);
    expect(await find(shared)).toEqual([bundle.id, group.id]);

    const [{ option_id }] = ok(await souk.admin.get(`/V1/bundle-products/${bundle.sku}/options/all`));
    for (const [i, { sku }] of parts.entries()) {
      ok(await souk.admin.delete(`/V1/bundle-products/${bundle.sku}/options/${option_id}/children/${sku}`));
      expect(await find(shared)).toEqual(i === 0 ? [bundle.id, group.id] : [group.id]);
    }
    for (const [i, { sku }] of parts.entries()) {
      ok(await souk.admin.delete(`/V1/products/${group.sku}/links/associated/${sku}`));
      expect(await find(shared)).toEqual(i === 0 ? [group.id] : []);
    }
  });

  it('parts in an advanced search too, each text in whichever part has it', async () => {
    const [name, text] = [word(), word()];
    const named = await hidden({ name });
    const told = await hidden({ custom_attributes: [{ attribute_code: 'description', value: text }] });
    const group = await makeGrouped(souk, [named, told]);
    const both = [
      { field: 'name', value: name },
      { field: 'description', value: text },
    ];
    expect(idsOf(await search('advanced_search_container', both))).toEqual([group.id]);
    await put(told.sku, { custom_attributes: [{ attribute_code: 'description', value: word() }] });
    expect(idsOf(await search('advanced_search_container', both))).toEqual([]);
  });

  it('what a store view shows of parts', async () => {
    const [everywhere, here] = [word(), word()];
    const [left, right] = [await hidden({ name: everywhere }), await hidden()];
    const group = await makeGrouped(souk, [left, right]);
    const store = 'default';
    await put(left.sku, { name: here }, store);
    expect(await find(here, store)).toEqual([group.id]);
    expect(await find(everywhere, store)).toEqual([]);
    await put(left.sku, { status: 2 }, store);
    expect(await find(here, store)).toEqual([]);
  });

  it('no part that is out of stock, unless the configuration shows those as well', async () => {
    const name = word();
    const gone = await hidden({ name });
    const group = await makeGrouped(souk, [gone, await hidden()]);
    expect(await find(name)).toEqual([group.id]);
    await put(gone.sku, { extension_attributes: { stock_item: { qty: 0 } } });
    expect(await find(name)).toEqual([]);
  });

  it('nothing of a link that was undone', async () => {
    const name = word();
    const part = await hidden({ name });
    const group = await makeGrouped(souk, [await hidden()]);
    const items = [part.sku, 'nobody-has-this'].map((linked_product_sku) => ({
      sku: group.sku,
      link_type: 'associated',
      linked_product_sku,
      linked_product_type: 'simple',
      position: 1,
    }));
    expect((await souk.admin.post(`/V1/products/${group.sku}/links`, { items })).status).toBe(400);
    expect(await find(name)).toEqual([]);
  });
});

describe('filters and counts', () => {
  it('take the choices of parts for those of the whole', async () => {
    const shade = await makeSelect(souk, [word(), word()], { is_filterable: true });
    const variants = await makeVariants(souk, shade, [{}, {}]);
    const { id } = await makeConfigurable(souk, shade, variants);
    const [value] = shade.values as [number];
    const filter = { field: shade.code, value };
    const counts = ({ aggregations }: Answer['body']): unknown =>
      aggregations.buckets.find(({ name }: { name: string }) => name === `${shade.code}_bucket`)?.values;
    const found = await search('catalog_view_container', [filter]);
    expect(idsOf(found)).toEqual([id]);
    expect(counts(found)).toEqual(shade.values.map((one) => ({ value: String(one), metrics: [one, 1] })));
    const own = await makeProduct(souk, { custom_attributes: [{ attribute_code: shade.code, value: String(value) }] });
    const both = await search('catalog_view_container', [filter]);
    expect(idsOf(both)).toEqual([id, own.id]);
    expect(counts(both)).toEqual([
      { value: String(value), metrics: [value, 2] },
      { value: String(shade.values[1]), metrics: [shade.values[1], 1] },
    ]);
    await put(variants[0]!.sku, { status: 2 });
    expect(idsOf(await search('catalog_view_container', [filter]))).toEqual([own.id]);
  });
});
