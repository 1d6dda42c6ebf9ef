import { newProduct } from '../support/products.ts';
import * as fc from '../support/properties.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { criteria, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { makeEurope } from './second-website.ts';

type Body = Answer['body'];
let souk: Souk;
/** Websites by store code; the French store view belongs to the second one. */
const websites = { default: 1, fr: 2 } as const;

beforeAll(async () => {
  souk = await startSouk();
  await makeEurope(souk);
});
afterAll(() => souk.stop());

interface Product {
  readonly sku: string;
  readonly isSold: boolean;
  readonly id: number;
  status: number;
  visibility: number;
  price: number;
  websites: number[];
  /** Positions by category id. */
  readonly places: Map<number, number>;
}

interface Category {
  readonly id: number;
  parent: Category | undefined;
  isAnchor: boolean;
}

/** What the server should know, worked out the plain way. */
class Model {
  readonly root: Category;
  readonly categories: Category[];
  readonly products: Product[] = [];

  constructor(root: Category) {
    this.root = root;
    this.categories = [root];
  }

  isWithin(category: Category, top: Category): boolean {
    for (let one: Category | undefined = category; one; one = one.parent) if (one === top) return true;
    return false;
  }

  /** The products that a category shows. */
  shown(category: Category): Product[] {
    const covered = category.isAnchor ? this.categories.filter((one) => this.isWithin(one, category)) : [category];
    return this.products.filter(({ places }) => covered.some(({ id }) => places.has(id)));
  }
}

const anchor = (isAnchor: boolean) => [{ attribute_code: 'is_anchor', value: isAnchor ? '1' : '0' }];

async function makeCategory(parent: Category | undefined, isAnchor: boolean): Promise<Category> {
  const category = { parent_id: parent?.id ?? 2, name: unique('Count'), is_active: true };
  const { id } = ok(
    await souk.admin.post('/V1/categories', { category: { ...category, custom_attributes: anchor(isAnchor) } }),
  );
  return { id, parent, isAnchor };
}

async function makeProduct(model: Model, n: number): Promise<void> {
  const sku = unique('count');
  const [status, visibility, price] = [1 + (n % 2), 1 + (n % 4), 1 + (n % 7)];
  const websiteIds = [[1], [2], [1, 2], []][n % 4]!;
  const first = pick(model.categories, n)!;
  const second = pick(model.categories, n * 7 + 3)!;
  const places = new Map([
    [first.id, n % 5],
    [second.id, n % 3],
  ]);
  const category_links = [...places].map(([category_id, position]) => ({ category_id: String(category_id), position }));
  const isSold = n % 3 !== 2;
  const stock_item = { qty: isSold ? 5 : 0, is_in_stock: true };
  const extension_attributes = { website_ids: websiteIds, category_links, stock_item };
  const fields = { sku, price, status, visibility, extension_attributes };
  const { id } = await newProduct({ admin: souk.admin.store('all') }, fields);
  model.products.push({ sku, id, status, visibility, price, isSold, websites: [...websiteIds], places });
}

function pick<T>(list: readonly T[], n: number): T | undefined {
  return list[n % list.length];
}

/** One change, chosen by a number; what is not possible is passed over. */
async function change(model: Model, kind: number, n: number): Promise<void> {
  const { admin } = souk;
  const product = pick(model.products, n);
  const category = pick(model.categories, n >> 3)!;
  const put = (fields: object) => admin.store('all').put(`/V1/products/${product!.sku}`, { product: fields });
  switch (kind) {
    case 0:
      return await makeProduct(model, n);
    case 1:
      model.categories.push(await makeCategory(category, n % 3 !== 0));
      return;
    case 2: {
      if (!product) return;
      const productLink = { sku: product.sku, position: n % 9, category_id: String(category.id) };
      ok(await admin.post(`/V1/categories/${category.id}/products`, { productLink }));
      product.places.set(category.id, n % 9);
      return;
    }
    case 3: {
      const [id] = product?.places.keys() ?? [];
      if (id === undefined) return;
      ok(await admin.delete(`/V1/categories/${id}/products/${product!.sku}`));
      product!.places.delete(id);
      return;
    }
    case 4: {
      const parent = pick(model.categories, n)!;
      if (category === model.root || model.isWithin(parent, category)) return;
      ok(await admin.put(`/V1/categories/${category.id}/move`, { parentId: parent.id, afterId: 0 }));
      category.parent = parent;
      return;
    }
    case 5: {
      if (category === model.root || model.categories.length < 4) return;
      ok(await admin.delete(`/V1/categories/${category.id}`));
      const gone = model.categories.filter((one) => model.isWithin(one, category));
      model.categories.splice(0, Infinity, ...model.categories.filter((one) => !gone.includes(one)));
      for (const { places } of model.products) for (const { id } of gone) places.delete(id);
      return;
    }
    case 6:
      category.isAnchor = !category.isAnchor;
      ok(
        await admin
          .store('all')
          .put(`/V1/categories/${category.id}`, { category: { custom_attributes: anchor(category.isAnchor) } }),
      );
      return;
    case 7:
      if (!product) return;
      ok(await admin.delete(`/V1/products/${product.sku}`));
      model.products.splice(model.products.indexOf(product), 1);
      return;
    case 8:
      if (!product) return;
      product.status = 3 - product.status;
      product.visibility = 1 + (n % 4);
      product.price = 1 + (n % 11);
      ok(await put({ status: product.status, visibility: product.visibility, price: product.price }));
      return;
    default:
      if (!product) return;
      product.websites = [[1, 2], [2], [1], []][n % 4]!;
      ok(await put({ extension_attributes: { website_ids: product.websites } }));
  }
}

async function expectTree(model: Model, code: 'all' | 'default' | 'fr'): Promise<void> {
  const counts = new Map<number, number>();
  const read = (node: Body): void => {
    counts.set(node.id, node.product_count);
    node.children_data.forEach(read);
  };
  read(ok(await souk.admin.store(code).get(`/V1/categories?rootCategoryId=${model.root.id}`)));
  const seen = (product: Product): boolean => code === 'all' || product.websites.includes(websites[code]);
  for (const category of model.categories) {
    expect(counts.get(category.id), `category ${category.id} in ${code}`).toBe(
      model.shown(category).filter(seen).length,
    );
  }
  expect(counts.size).toBe(model.categories.length);
}

type Sort = 'entity_id' | 'price' | 'position';

/** Pages of a category's products that are enabled, visible and on a website. */
async function expectPages(model: Model, category: Category, websiteId: number, field: Sort): Promise<void> {
  const expected = model
    .shown(category)
    .filter(({ status, visibility }) => status === 1 && visibility > 1)
    .filter((product) => product.websites.includes(websiteId))
    // By price, a store view lists what is sold on its website.
    .filter((product) => field !== 'price' || (product.isSold && product.websites.includes(websites.default)));
  const valueOf = ({ id, price, places }: Product): number =>
    field === 'entity_id' ? id : field === 'price' ? price : (places.get(category.id) ?? -1);
  expected.sort((a, b) => valueOf(a) - valueOf(b) || a.id - b.id);
  const filters = [
    [{ field: 'category_id', value: category.id }],
    [{ field: 'status', value: 1 }],
    [{ field: 'visibility', value: '2,3,4', condition_type: 'in' }],
    [{ field: 'website_id', value: websiteId }],
  ];
  const found: string[] = [];
  for (let page = 1; page === 1 || found.length < expected.length; page++) {
    const query = criteria(filters, { sort: [{ field, direction: 'ASC' }], pageSize: 2, currentPage: page });
    const { items, total_count } = ok(await souk.admin.get(`/V1/products?${query}`));
    expect(total_count).toBe(expected.length);
    if (items.length === 0) break;
    found.push(...items.map((item: Body) => item.sku));
  }
  expect(found).toEqual(expected.map(({ sku }) => sku));
}

it('counts and pages of categories are exact, whatever has happened to categories and products', async () => {
  const steps = fc.array(fc.tuple(fc.nat(9), fc.nat(997)), { minLength: 25, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const model = new Model(await makeCategory(undefined, true));
      for (const n of [1, 2, 3]) model.categories.push(await makeCategory(pick(model.categories, n), n !== 2));
      for (const n of [4, 5, 6, 8, 13, 18]) await makeProduct(model, n);
      for (const [i, [kind, n]] of changes.entries()) {
        await change(model, kind, n);
        if (i % 5 === 4) await expectTree(model, 'all');
      }
      for (const code of ['all', 'default', 'fr'] as const) await expectTree(model, code);
      for (const [i, category] of model.categories.slice(0, 4).entries()) {
        for (const field of ['entity_id', 'price', 'position'] as const) {
          await expectPages(model, category, 1 + (i % 2), field);
        }
      }
    }),
    { numRuns: 3 },
  );
});

it('counts stay exact while products come and go and categories move at the same time', async () => {
  const root = await makeCategory(undefined, true);
  const left = await makeCategory(root, true);
  const right = await makeCategory(root, true);
  const moved = await makeCategory(left, true);
  const model = new Model(root);
  model.categories.push(moved);
  for (let n = 0; n < 8; n++) await makeProduct(model, n);
  const link = (sku: string) => ({ productLink: { sku, position: 1, category_id: String(moved.id) } });
  const comings = model.products.map(async ({ sku }, i) => {
    for (let k = 0; k < 4; k++) {
      await souk.admin.post(`/V1/categories/${moved.id}/products`, link(sku));
      const website_ids = k % 2 ? [1] : [1, 2];
      await souk.admin.store('all').put(`/V1/products/${sku}`, { product: { extension_attributes: { website_ids } } });
      if ((i + k) % 3 === 0) await souk.admin.delete(`/V1/categories/${moved.id}/products/${sku}`);
    }
  });
  const moves = (async () => {
    for (const parent of [right, left, right, left, right]) {
      await souk.admin.put(`/V1/categories/${moved.id}/move`, { parentId: parent.id, afterId: 0 });
    }
  })();
  await Promise.all([...comings, moves]);
  for (const category of [root, left, right, moved]) {
    const assigned = ok(await souk.admin.store('all').get(`/V1/categories/${category.id}/products`));
    const tree = ok(await souk.admin.store('all').get(`/V1/categories?rootCategoryId=${category.id}`));
    expect(tree.product_count, `category ${category.id}`).toBe(assigned.length);
    const onWebsite = criteria([[{ field: 'category_id', value: category.id }], [{ field: 'website_id', value: 2 }]]);
    const listed = ok(await souk.admin.get(`/V1/products?${onWebsite}`)).items.length;
    const french = ok(await souk.admin.store('fr').get(`/V1/categories?rootCategoryId=${category.id}`));
    expect(french.product_count).toBe(listed);
  }
});
