import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { refused, typed, type ShopClient } from '../support/shop-client.ts';
import { criteria, ok, startSouk, unique, until, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;
const command = async (...args: string[]): Promise<void> => {
  const { code, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
};
beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
  await command('website:create', 'eu', 'Europe');
  await command('store:group:create', 'eu_store', 'Europe', '--website', 'eu');
  await command('store:view:create', 'fr', 'French', '--group', 'eu_store');
  await until(async () => (await shop.stores.list()).length === 3);
});
afterAll(() => souk.stop());

const category = async (parent_id = 2, more: object = {}): Promise<number> => {
  const made = { parent_id, name: unique('Category'), is_active: true, ...more };
  return (await shop.categories.save({ category: made })).id!;
};
const product = async (more: object = {}): Promise<string> => (await newProduct(souk, { ...more })).sku;
const notAnchor = { custom_attributes: [{ attribute_code: 'is_anchor', value: '0' }] };
const assign = (categoryId: number, sku?: string, position?: number) =>
  shop.categoryLinks.save({ categoryId, productLink: { sku, position, category_id: String(categoryId) } });
const assigned = async (categoryId: number, store = 'default'): Promise<[string, number][]> =>
  (await shop.categoryLinks.getAssignedProducts({ categoryId }, { store })).map((link) => [link.sku!, link.position!]);
const links = async (sku: string) => (await shop.products.get({ sku })).extension_attributes?.category_links;
/** Product counts of a category and its children. */
const counts = async (rootCategoryId: number, store = 'default'): Promise<number[]> => {
  const tree = await shop.categories.getTree({ rootCategoryId }, { store });
  return [tree, ...tree.children_data!].map(({ product_count }) => product_count!);
};

describe('a product', () => {
  it('is put into a category, moved there and taken out', async () => {
    const id = await category();
    const sku = await product();
    expect(await assign(id, sku, 7)).toBe(true);
    const placed = [{ sku, position: 7, category_id: String(id) }];
    expect(await shop.categoryLinks.getAssignedProducts({ categoryId: id })).toEqual(placed);
    expect(await links(sku)).toEqual([{ position: 7, category_id: String(id) }]);
    const link = { sku: sku.toUpperCase(), position: 9, category_id: '2' };
    expect(await shop.request('PUT /V1/categories/:categoryId/products', { categoryId: id, productLink: link })).toBe(
      true,
    );
    expect(await assigned(id)).toEqual([[sku, 9]]);
    expect(await links(sku)).toEqual([{ position: 9, category_id: String(id) }]);
    expect(await remove(id, sku.toUpperCase())).toBe(true);
    expect(await assigned(id)).toEqual([]);
    expect(await links(sku)).toBeUndefined();
    const missing = "The category doesn't contain the specified product.";
    await refused(remove(id, sku), 400, missing);
  });

  it('without a position comes to 0, or stays where it is', async () => {
    const id = await category();
    const sku = await product();
    await assign(id, sku);
    expect(await assigned(id)).toEqual([[sku, 0]]);
    await assign(id, sku, 5);
    await assign(id, sku);
    expect(await assigned(id)).toEqual([[sku, 5]]);
  });

  it('stands in order of positions, in the category and in lists of products', async () => {
    const id = await category();
    const [one, two, three] = [await product(), await product(), await product()];
    for (const [sku, position] of [[one, 20], [two, -1], [three, 3]] as const) await assign(id, sku, position); // prettier-ignore
    expect(await assigned(id)).toEqual([
      [two, -1],
      [three, 3],
      [one, 20],
    ]);
    const list = shop.products.list({ where: { category_id: id }, sort: { position: 'DESC' } });
    expect((await list.all()).map(({ sku }) => sku)).toEqual([one, three, two]);
  });

  it('shows a new answer whenever its place changes', async () => {
    const id = await category();
    const sku = await product();
    const tag = async (): Promise<string | null> => (await souk.admin.get(`/V1/products/${sku}`)).headers.get('etag');
    const tags = [await tag()];
    for (const change of [
      () => assign(id, sku, 1),
      () => assign(id, sku, 2),
      () => remove(id, sku),
      () => assign(id, sku, 2),
      () => shop.categories.delete({ categoryId: id }),
    ]) {
      await change();
      tags.push(await tag());
    }
    tags.forEach((one, i) => expect(one).not.toBe(tags[i - 1]));
    expect(await links(sku)).toBeUndefined();
  });

  it('leaves the categories with its deletion', async () => {
    const id = await category();
    const sku = await product();
    await assign(id, sku, 1);
    await shop.products.delete({ sku });
    expect(await assigned(id)).toEqual([]);
    expect(await counts(id)).toEqual([0]);
  });

  it.each([
    ['that does not exist', () => assign(2, 'nope'), 404, /^The product that was requested doesn't exist/],
    ['that is not named', () => assign(2), 404, /^The product that was requested doesn't exist/],
    ['in an unknown category', () => assign(999_999, 'nope'), 404, 'No such entity with id = 999999'],
    ['in a category of no id', () => link({ sku: 'nope', category_id: 'x' }), 404, 'No such entity with id = x'],
    ['at no position', async () => assign(2, await product(), 3_000_000_000), 400, /provided for the position field/],
    ['without a link', () => link(undefined), 400, /^"productLink" is required/],
    ['out of an unknown category', () => remove(999_999, 'nope'), 404, 'No such entity with id = 999999'],
    ['that does not exist, out of a category', () => remove(2, 'nope'), 404, /^The product that was requested/],
  ])('%s is refused', async (_, request, status, message) => {
    await refused(request(), status, message);
    expect(await assigned(2, 'all')).toEqual([]);
  });

  const link = (productLink: object | undefined) =>
    shop.categoryLinks.save({ categoryId: 2, productLink: productLink as object });
  const remove = (categoryId: number, sku: string) => shop.categoryLinks.deleteByIds({ categoryId, sku });
});

describe('an anchor category', () => {
  it('shows and counts the products of all below it, each once', async () => {
    const top = await category();
    const [left, right] = [await category(top), await category(top)];
    const [one, two, three] = [await product(), await product(), await product()];
    await assign(left, one, 5);
    await assign(right, one, 6);
    await assign(right, two, 1);
    expect(await counts(top)).toEqual([2, 1, 2]);
    await assign(top, one, 30);
    await assign(top, three, 2);
    expect(await counts(top)).toEqual([3, 1, 2]);
    expect(await assigned(top)).toEqual([
      [two, 1],
      [three, 2],
      [one, 30],
    ]);
    expect(await assigned(left)).toEqual([[one, 5]]);
  });

  it('unlike others, which have their own alone', async () => {
    const top = await category(2, notAnchor);
    const below = await category(top);
    const [one, two] = [await product(), await product()];
    await assign(below, one);
    await assign(top, two);
    expect(await counts(top)).toEqual([1, 1]);
    expect(await assigned(top)).toEqual([[two, 0]]);
  });

  it('has other products after a move and after a deletion', async () => {
    const [from, to] = [await category(), await category()];
    const moved = await category(from);
    await assign(await category(moved), await product());
    expect([await counts(from), await counts(to)]).toEqual([[1, 1], [0]]);
    await shop.categories.move({ categoryId: moved, parentId: to });
    expect([await counts(from), await counts(to)]).toEqual([[0], [1, 1]]);
    await shop.categories.delete({ categoryId: moved });
    expect(await counts(to)).toEqual([0]);
  });
});

describe('a store view', () => {
  it('counts the products of its website, and lists those of them that visitors find', async () => {
    const id = await category();
    const shown = await product();
    const hidden = await product({ visibility: 1 });
    const disabled = await product({ status: 2 });
    const european = await product({ extension_attributes: { website_ids: [2] } });
    for (const sku of [shown, hidden, disabled, european]) await assign(id, sku);
    expect([await counts(id), await counts(id, 'fr'), await counts(id, 'all')]).toEqual([[3], [1], [4]]);
    const skus = async (code: string): Promise<string[]> => (await assigned(id, code)).map(([sku]) => sku);
    expect(await skus('default')).toEqual([shown]);
    expect(await skus('fr')).toEqual([european]);
    expect(await skus('all')).toEqual([shown, hidden, disabled, european]);
  });

  it('lists what is on its website in every order, whether or not the category shows something else', async () => {
    const id = await category();
    const skus: string[] = [];
    for (const price of [1, 2, 3]) {
      const extension_attributes = { website_ids: [1], stock_item: { qty: 5, is_in_stock: true } };
      const sku = await product({ name: `${price} ${unique('name')}`, price, extension_attributes });
      await assign(id, sku, price);
      skus.push(sku);
    }
    const expectListed = async (websiteId: number, expected: string[]): Promise<void> => {
      for (const field of ['name', 'price', 'position', 'entity_id'])
        for (const narrowed of [
          { field: 'store_id', value: websiteId },
          { field: 'website_id', value: websiteId },
        ]) {
          const filters = [[{ field: 'category_id', value: id }], [narrowed]];
          const query = criteria(filters, { sort: [{ field, direction: 'ASC' }], pageSize: 2 });
          const scoped = souk.admin.store(websiteId === 1 ? 'default' : 'fr');
          const { items, total_count } = ok(await scoped.get(`/V1/products?${query}`));
          expect(items.map((item: { sku: string }) => item.sku)).toEqual(expected.slice(0, 2));
          expect(total_count).toBe(expected.length);
        }
    };
    await expectListed(1, skus);
    await expectListed(2, []);
    const place = (sku: string, website_ids: number[]) =>
      shop.products.save({ product: { sku, extension_attributes: { website_ids } } });
    await place(skus[0]!, [2]);
    await expectListed(1, skus.slice(1));
    await expectListed(2, skus.slice(0, 1));
    for (const sku of skus) await place(sku, [1, 2]);
    await expectListed(1, skus);
    await expectListed(2, skus);
  });
});

it('products of an unknown category are not found', async () => {
  await refused(assigned(-1), 404, 'No such entity with id = -1');
});

it('bulk removal names both parameters', async () => {
  const id = await category();
  const sku = await product();
  await assign(id, sku);
  const bulk = await shop.bulk.categoryLinks.deleteByIds([{ categoryId: id, sku }]);
  expect(await bulk.wait()).toMatchObject([{ status: 'complete', answer: true }]);
  expect(await assigned(id)).toEqual([]);
});
