import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
const NO_PRODUCT = "The product that was requested doesn't exist. Verify the product and try again.";
const INVALID = 'The linked products data is invalid. Verify the data and try again.';

const product = async (over: Fields = {}): Promise<string> => (await newProduct(souk, over)).sku;
const link = (sku: string, link_type: string, to: string, position = 0, over: Fields = {}): Fields => ({
  sku,
  link_type,
  linked_product_sku: to,
  linked_product_type: 'simple',
  position,
  ...over,
});
const part = (sku: string, to: string, position: number, qty: number): Fields =>
  link(sku, 'associated', to, position, { extension_attributes: { qty } });
const read = async (sku: string): Promise<Answer['body']> => ok(await souk.admin.get(`/V1/products/${sku}`));
const linksOf = async (sku: string, type: string): Promise<Answer['body']> =>
  ok(await souk.admin.get(`/V1/products/${sku}/links/${type}`));
const put = (sku: string, product: Fields): Promise<Answer> => souk.admin.put(`/V1/products/${sku}`, { product });
const post = (sku: string, ...items: Fields[]): Promise<Answer> =>
  souk.admin.post(`/V1/products/${sku}/links`, { items });

describe('kinds of links', () => {
  it('are listed with what they tell', async () => {
    expect(ok(await souk.admin.get('/V1/products/links/types'))).toEqual([
      { code: 1, name: 'related' },
      { code: 5, name: 'crosssell' },
      { code: 4, name: 'upsell' },
      { code: 3, name: 'associated' },
    ]);
    const position = { code: 'position', type: 'int' };
    expect(ok(await souk.admin.get('/V1/products/links/related/attributes'))).toEqual([position]);
    expect(ok(await souk.admin.get('/V1/products/links/associated/attributes'))).toEqual([
      position,
      { code: 'qty', type: 'decimal' },
    ]);
    expect(ok(await souk.admin.get('/V1/products/links/nope/attributes'))).toEqual([]);
    fails(await souk.guest.get('/V1/products/links/types'), 401);
  });
});

describe('links with the product', () => {
  it('are kept and shown by kind and position, everywhere', async () => {
    const [a, b, c] = [await product(), await product(), await product()];
    const sku = unique('link');
    const links = [
      link(sku, 'upsell', c, 2),
      link(sku, 'related', b, 5),
      link(sku, 'related', a, 1),
      link(sku, 'crosssell', a, 0),
    ];
    const made = await newProduct(souk, { sku, product_links: links });
    const shown = [links[2], links[1], links[3], links[0]];
    expect(made.product_links).toEqual(shown);
    expect((await read(sku)).product_links).toEqual(shown);
    const list = ok(
      await souk.admin.get(
        `/V1/products?searchCriteria[filterGroups][0][filters][0][field]=sku&searchCriteria[filterGroups][0][filters][0][value]=${sku}`,
      ),
    );
    expect(list.items[0].product_links).toEqual(shown);
  });

  it('stay when absent or null, are replaced by a list, and go with an empty one', async () => {
    const [sku, other] = [await product(), await product()];
    const related = link(sku, 'related', other, 3);
    expect(ok(await put(sku, { product_links: [related] })).product_links).toEqual([related]);
    expect(ok(await put(sku, { name: 'Renamed' })).product_links).toEqual([related]);
    expect(ok(await put(sku, { product_links: null })).product_links).toEqual([related]);
    const upsell = link(sku, 'upsell', other, 1);
    expect(ok(await put(sku, { product_links: [upsell] })).product_links).toEqual([upsell]);
    expect(ok(await put(sku, { product_links: [] })).product_links).toEqual([]);
    expect((await newProduct(souk, { product_links: [] })).product_links).toEqual([]);
    expect((await read(sku)).product_links).toEqual([]);
  });

  it('must lead to another product that exists, in a kind that exists', async () => {
    const sku = await product();
    const before = await read(sku);
    fails(
      await put(sku, { name: 'X', product_links: [link(sku, 'related', 'nope')] }),
      404,
      'The Product with the "nope" SKU doesn\'t exist.',
    );
    fails(
      await put(sku, { name: 'X', product_links: [link(sku, 'nope', sku)] }),
      404,
      'The "nope" link type wasn\'t found. Verify the type and try again.',
    );
    fails(await put(sku, { name: 'X', product_links: [link(sku, 'related', sku.toUpperCase())] }), 400, INVALID);
    expect(await read(sku)).toEqual(before);
  });

  it('follow the product that they lead to', async () => {
    const [sku, other, third] = [await product(), await product(), await product()];
    ok(await put(sku, { product_links: [link(sku, 'related', other, 1), link(sku, 'related', third, 2)] }));
    const { id } = await read(other);
    await read(sku);
    const renamed = unique('renamed');
    ok(await put(renamed, { id, type_id: 'virtual' }));
    expect((await read(sku)).product_links[0]).toEqual(
      link(sku, 'related', renamed, 1, { linked_product_type: 'virtual' }),
    );
    ok(await souk.admin.delete(`/V1/products/${third}`));
    expect((await read(sku)).product_links).toHaveLength(1);
  });
});

describe('links by themselves', () => {
  it('are added, changed and deleted one by one', async () => {
    const [sku, a, b] = [await product(), await product(), await product()];
    expect(ok(await post(sku, link(sku, 'related', a, 1)))).toBe(true);
    expect(ok(await post(sku, link(sku, 'related', b, 2), link(sku, 'upsell', a, 7)))).toBe(true);
    expect(await linksOf(sku, 'related')).toEqual([link(sku, 'related', a, 1), link(sku, 'related', b, 2)]);
    await read(sku);
    expect(
      ok(await souk.admin.put(`/V1/products/${sku}/links`, { entity: link(sku, 'related', a.toUpperCase(), 8) })),
    ).toBe(true);
    expect(await linksOf(sku, 'related')).toEqual([link(sku, 'related', b, 2), link(sku, 'related', a, 8)]);
    expect((await read(sku)).product_links).toHaveLength(3);
    expect(ok(await souk.admin.delete(`/V1/products/${sku}/links/related/${a}`))).toBe(true);
    expect(await linksOf(sku, 'related')).toEqual([link(sku, 'related', b, 2)]);
    expect((await read(sku)).product_links).toHaveLength(2);
    expect(await linksOf(sku, 'associated')).toEqual([]);
    fails(
      await souk.admin.delete(`/V1/products/${sku}/links/related/${a}`),
      404,
      `Product ${sku} doesn't have linked ${a} as related`,
    );
  });

  it('are refused as the interface refuses them', async () => {
    const [sku, other] = [await product(), await product()];
    const unknown = 'The "nope" link type is unknown. Verify the type and try again.';
    fails(await post(sku, link(sku, 'related', 'nope')), 400, INVALID);
    fails(await post(sku, link(sku, 'related', sku)), 400, INVALID);
    fails(await post(sku, link(sku, 'related', other), link(sku, 'nope', other)), 404, /"nope" link type wasn't found/);
    fails(await post('nope', link('nope', 'related', other)), 404, NO_PRODUCT);
    fails(await post(sku), 400, 'Invalid value of "empty array" provided for the items field.');
    fails(await post(sku, { linked_product_sku: other }), 400, '"linkType" is required. Enter and try again.');
    fails(await souk.admin.put(`/V1/products/${sku}/links`, { entity: link(sku, 'related', 'nope') }), 404, NO_PRODUCT);
    fails(await souk.admin.get(`/V1/products/${sku}/links/nope`), 404, unknown);
    fails(await souk.admin.get('/V1/products/nope/links/related'), 404, NO_PRODUCT);
    fails(await souk.admin.delete(`/V1/products/${sku}/links/nope/${other}`), 404, unknown);
    expect((await read(sku)).product_links).toEqual([]);
  });
});

describe('grouped products', () => {
  const inStock = async (sku: string): Promise<boolean> =>
    ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).stock_status === 1;

  it('have parts with quantities', async () => {
    const [a, b] = [await product(), await product({ type_id: 'virtual' })];
    const sku = unique('grouped');
    const parts = [part(sku, a, 1, 1), { ...part(sku, b, 2, 2.5), linked_product_type: 'virtual' }];
    const made = await newProduct(souk, { sku, type_id: 'grouped', price: undefined, product_links: parts });
    expect(made.type_id).toBe('grouped');
    expect(made.price).toBeUndefined();
    expect(made.product_links).toEqual(parts);
    expect(await linksOf(sku, 'associated')).toEqual(parts);
    ok(await souk.admin.put(`/V1/products/${sku}/links`, { entity: part(sku, a, 4, 3) }));
    expect(await linksOf(sku, 'associated')).toEqual([parts[1], part(sku, a, 4, 3)]);
  });

  it('take no parts that have parts', async () => {
    const [inner, sku] = [await product({ type_id: 'grouped' }), await product({ type_id: 'grouped' })];
    fails(await post(sku, part(sku, inner, 1, 1)), 400, INVALID);
    expect(await linksOf(sku, 'associated')).toEqual([]);
  });

  it('are in stock while one of their parts is', async () => {
    const sku = await product({ type_id: 'grouped', extension_attributes: { stock_item: { is_in_stock: true } } });
    const [here, gone] = [await product(), await product({ extension_attributes: {} })];
    expect(await inStock(sku)).toBe(false);
    ok(await post(sku, part(sku, gone, 1, 1)));
    expect(await inStock(sku)).toBe(false);
    ok(await souk.admin.put(`/V1/products/${sku}/links`, { entity: part(sku, here, 2, 1) }));
    expect(await inStock(sku)).toBe(true);
    ok(await souk.admin.delete(`/V1/products/${sku}/links/associated/${here}`));
    expect(await inStock(sku)).toBe(false);
  });
});
