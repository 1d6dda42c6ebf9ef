import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { guestCart, PAYMENT, ship } from '../quote/shop.ts';
import {
  makeBundle,
  makeConfigurable,
  makeGrouped,
  makeProduct,
  makeSelect,
  makeVariants,
  type Fields,
  type Select,
} from './composites.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Product = Answer['body'];
const get = async (path: string): Promise<Answer['body']> => ok(await souk.admin.get(path));
const load = (sku: string): Promise<Product> => get(`/V1/products/${sku}`);
const put = async (sku: string, product: Fields): Promise<Product> =>
  ok(await souk.admin.store('all').put(`/V1/products/${sku}`, { product }));
const remove = async (path: string): Promise<unknown> => ok(await souk.admin.delete(path));
const skusIn = (rows: Fields[], field: string): unknown[] => rows.map((row) => row[field]);

/** A product that everything refers to, and what does. */
interface Web {
  readonly part: Product;
  readonly shade: Select;
  readonly parent: Product;
  readonly bundle: Product;
  readonly group: Product;
  readonly friend: Product;
  readonly category: number;
}

async function web(): Promise<Web> {
  const shade = await makeSelect(souk, ['red', 'green']);
  const category = ok(
    await souk.admin.post('/V1/categories', { category: { parent_id: 2, name: unique('cat'), is_active: true } }),
  ).id;
  const [part, other] = await makeVariants(souk, shade, [
    {
      tier_prices: [{ customer_group_id: 1, qty: 3, value: 7 }],
      extension_attributes: { category_links: [{ category_id: String(category), position: 4 }] },
    },
    {},
  ]);
  const related = { link_type: 'related', linked_product_sku: part.sku, linked_product_type: 'simple', position: 1 };
  const sku = unique('friend');
  return {
    part,
    shade,
    category,
    parent: await makeConfigurable(souk, shade, [part, other]),
    bundle: await makeBundle(souk, [[part, other]]),
    group: await makeGrouped(souk, [part, other]),
    friend: await makeProduct(souk, { sku, product_links: [{ sku, ...related }] }),
  };
}

/** Where the product's SKU or id shows in other products and its category. */
async function mentions({ parent, bundle, group, friend, category }: Web) {
  const [option] = await get(`/V1/bundle-products/${bundle.sku}/options/all`);
  const inLists = await get(`/V1/products?${criteria([[{ field: 'sku', value: bundle.sku }]])}`);
  return {
    variants: skusIn(await get(`/V1/configurable-products/${parent.sku}/children`), 'sku'),
    links: (await load(parent.sku)).extension_attributes.configurable_product_links,
    selections: skusIn(option.product_links, 'sku'),
    listed: skusIn(inLists.items[0].extension_attributes.bundle_product_options[0].product_links, 'sku'),
    associated: skusIn(await get(`/V1/products/${group.sku}/links/associated`), 'linked_product_sku'),
    related: skusIn((await load(friend.sku)).product_links, 'linked_product_sku'),
    category: skusIn(await get(`/V1/categories/${category}/products`), 'sku'),
  };
}

describe('a product with another SKU', () => {
  it('is the same wherever it is referred to', async () => {
    const all = await web();
    const { part } = all;
    const before = await mentions(all);
    const loaded = await load(part.sku);
    const sku = unique('renamed');
    ok(await souk.admin.store('all').post('/V1/products', { product: { id: part.id, sku } }));
    fails(await souk.admin.get(`/V1/products/${part.sku}`), 404);
    const renamed = (list: unknown[]): unknown[] => list.map((one) => (one === part.sku ? sku : one));
    expect(await mentions(all)).toEqual(
      Object.fromEntries(
        Object.entries(before).map(([name, list]) => [name, name === 'links' ? list : renamed(list as unknown[])]),
      ),
    );
    const { updated_at: _, ...same } = await load(sku);
    const { updated_at: __, ...was } = loaded;
    expect(same).toEqual({ ...was, sku });
    expect(await get(`/V1/stockItems/${sku}`)).toMatchObject({ product_id: part.id, qty: 5 });
    expect(await get(`/V1/products/${sku}/group-prices/1/tiers`)).toMatchObject([{ qty: 3, value: 7 }]);
  });

  it('can be ordered from a cart that had it before', async () => {
    const part = await makeProduct(souk);
    const cart = await guestCart(souk, [part.sku, 2]);
    const sku = unique('renamed');
    ok(await souk.admin.store('all').post('/V1/products', { product: { id: part.id, sku } }));
    await ship(souk.guest, cart.path);
    const id = ok(await souk.guest.post(`${cart.path}/payment-information`, PAYMENT));
    const { items } = await get(`/V1/orders/${id}`);
    expect(items).toMatchObject([{ product_id: part.id, qty_ordered: 2 }]);
    expect((await get(`/V1/stockStatuses/${sku}`)).qty).toBe(3);
  });
});

describe('a product in another attribute set', () => {
  it('keeps its place everywhere, and its values for when it comes back', async () => {
    const all = await web();
    const { part, shade } = all;
    const before = await mentions(all);
    const set = ok(
      await souk.admin.post('/V1/products/attribute-sets', {
        attributeSet: { attribute_set_name: unique('set'), sort_order: 1 },
        skeletonId: 4,
      }),
    );
    await remove(`/V1/products/attribute-sets/${set.attribute_set_id}/attributes/${shade.code}`);
    const codes = ({ custom_attributes }: Product): unknown[] => skusIn(custom_attributes, 'attribute_code');
    await put(part.sku, { attribute_set_id: set.attribute_set_id });
    expect(codes(await load(part.sku))).not.toContain(shade.code);
    expect(await mentions(all)).toEqual(before);
    await put(part.sku, { attribute_set_id: 4 });
    expect(codes(await load(part.sku))).toContain(shade.code);
    await put(part.sku, { attribute_set_id: set.attribute_set_id });
    // Products cannot be without their set.
    await remove(`/V1/products/attribute-sets/${set.attribute_set_id}`);
    await expectGone(all, before);
  });
});

async function expectGone(all: Web, before: Awaited<ReturnType<typeof mentions>>): Promise<void> {
  const { part, parent } = all;
  fails(await souk.admin.get(`/V1/products/${part.sku}`), 404);
  fails(await souk.admin.get(`/V1/stockItems/${part.sku}`), 404);
  const left = (list: unknown[]): unknown[] => list.filter((one) => one !== part.sku && one !== part.id);
  expect(await mentions(all)).toEqual(
    Object.fromEntries(Object.entries(before).map(([name, list]) => [name, left(list as unknown[])])),
  );
  expect((await get(`/V1/stockStatuses/${parent.sku}`)).stock_status).toBe(1);
}

describe('deleted', () => {
  it('a product is gone everywhere, and another can take its SKU and URL key', async () => {
    const all = await web();
    const { part, shade, category } = all;
    const stays = await makeProduct(souk);
    const cart = await guestCart(souk, [stays.sku, 1]);
    await put(part.sku, { visibility: 4 });
    const items = `${cart.path}/items`;
    ok(await souk.guest.post(items, { cartItem: { sku: part.sku, qty: 1, quote_id: cart.id } }));
    const before = await mentions(all);
    await remove(`/V1/products/${part.sku}`);
    await expectGone(all, before);
    expect((await get(`/V1/categories/${category}`)).id).toBe(category);
    expect(skusIn(ok(await souk.guest.get(items)), 'sku')).toEqual([stays.sku]);
    expect(ok(await souk.guest.get(cart.path))).toMatchObject({ items_count: 1, items_qty: 1 });
    await ship(souk.guest, cart.path);
    const order = await get(`/V1/orders/${ok(await souk.guest.post(`${cart.path}/payment-information`, PAYMENT))}`);
    expect(skusIn(order.items, 'sku')).toEqual([stays.sku]);
    const again = await makeProduct(souk, { sku: part.sku });
    expect((await load(part.sku)).tier_prices).toEqual([]);
    expect(again.extension_attributes.category_links).toBeUndefined();
    expect(skusIn(again.custom_attributes, 'attribute_code')).not.toContain(shade.code);
  });

  it('an attribute goes out of the values of products, once no configurable product has it', async () => {
    const all = await web();
    const { part, shade, parent } = all;
    fails(await souk.admin.delete(`/V1/products/attributes/${shade.code}`), 400, /used in configurable products/);
    await remove(`/V1/products/${parent.sku}`);
    await remove(`/V1/products/attributes/${shade.code}`);
    expect(skusIn((await load(part.sku)).custom_attributes, 'attribute_code')).not.toContain(shade.code);
    fails(await souk.admin.get(`/V1/products?${criteria([[{ field: shade.code, value: shade.values[0] }]])}`), 400);
  });

  it('an option goes out of the values of products, and of the configurable product', async () => {
    const all = await web();
    const { part, shade, parent } = all;
    await remove(`/V1/products/attributes/${shade.code}/options/${shade.values[0]}`);
    expect(skusIn((await load(part.sku)).custom_attributes, 'attribute_code')).not.toContain(shade.code);
    const [{ values }] = await get(`/V1/configurable-products/${parent.sku}/options/all`);
    expect(values).toEqual([{ value_index: shade.values[1] }]);
  });

  it('a category goes out of its products, with those below it', async () => {
    const all = await web();
    const { part, category } = all;
    const below = ok(
      await souk.admin.post('/V1/categories', {
        category: { parent_id: category, name: unique('cat'), is_active: true },
      }),
    ).id;
    const links = [category, below].map((id) => ({ category_id: String(id), position: 1 }));
    await put(part.sku, { extension_attributes: { category_links: links } });
    await remove(`/V1/categories/${category}`);
    expect((await load(part.sku)).extension_attributes.category_links).toBeUndefined();
    fails(await souk.admin.get(`/V1/categories/${below}`), 404);
    const found = await get(`/V1/products?${criteria([[{ field: 'category_id', value: below }]])}`);
    expect(found.total_count).toBe(0);
  });
});
