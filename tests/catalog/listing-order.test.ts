import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { newProduct } from '../support/products.ts';
import { typed, type ShopClient } from '../support/shop-client.ts';
import { startSouk, unique, type Souk } from '../support/souk.ts';

// A category is read in the order of names and of prices by what it keeps of its products.

let souk: Souk;
let shop: ShopClient;
beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
});
afterAll(() => souk.stop());

type Sorted = 'name' | 'price' | 'position';

async function category(parent_id = 2): Promise<number> {
  const made = { parent_id, name: unique('Category'), is_active: true };
  return (await shop.categories.save({ category: made })).id!;
}

async function product(categoryId: number, name: string, price: number): Promise<string> {
  const category_links = [{ category_id: String(categoryId), position: 0 }];
  const extension_attributes = { category_links, stock_item: { qty: 5, is_in_stock: true } };
  return (await newProduct(souk, { name, price, extension_attributes })).sku;
}

/** The names of a category's products as they are sorted by REST and for visitors by GraphQL, which have to agree. */
async function names(categoryId: number, by: Sorted, direction: 'ASC' | 'DESC' = 'ASC'): Promise<string[]> {
  const where = { category_id: categoryId, store_id: 1, status: 1 };
  const listed = await shop.products.list({ where, sort: { [by]: direction } }, { store: 'default' }).all();
  const { products } = await graphqlClient(souk).data(
    `query($id: String, $sort: ProductAttributeSortInput) {
      products(filter: { category_id: { eq: $id } }, sort: $sort) { items { name } } }`,
    { id: String(categoryId), sort: { [by]: direction } },
  );
  const byRest = listed.map(({ name }) => name!);
  expect(products.items.map(({ name }: { name: string }) => name)).toEqual(byRest);
  return byRest;
}

it('follows new names and prices', async () => {
  const id = await category();
  const one = await product(id, 'Étui', 30);
  const two = await product(id, 'apple', 20);
  await product(id, 'Zebra', 10);
  expect(await names(id, 'name')).toEqual(['apple', 'Étui', 'Zebra']);
  expect(await names(id, 'price', 'DESC')).toEqual(['Étui', 'apple', 'Zebra']);
  await shop.products.save({ product: { sku: two, name: 'yak' } });
  await shop.products.save({
    product: { sku: one, custom_attributes: [{ attribute_code: 'special_price', value: '5' }] },
  });
  expect(await names(id, 'name', 'DESC')).toEqual(['Zebra', 'yak', 'Étui']);
  expect(await names(id, 'price')).toEqual(['Étui', 'Zebra', 'yak']);
});

it('holds above a category that is moved, and when its products change afterwards', async () => {
  const [here, there] = [await category(), await category()];
  const below = await category(here);
  const one = await product(below, 'Middle', 2);
  await product(below, 'First', 3);
  await product(there, 'Last', 1);
  expect(await names(here, 'name')).toEqual(['First', 'Middle']);
  await shop.categories.move({ categoryId: below, parentId: there });
  expect(await names(here, 'name')).toEqual([]);
  expect(await names(there, 'name')).toEqual(['First', 'Last', 'Middle']);
  expect(await names(there, 'price')).toEqual(['Last', 'Middle', 'First']);
  await shop.products.save({ product: { sku: one, name: 'Very last', price: 0.5 } });
  expect(await names(there, 'name')).toEqual(['First', 'Last', 'Very last']);
  expect(await names(there, 'price')).toEqual(['Very last', 'Last', 'First']);
});

it('shows products at one position the newest first, page by page, those of categories below behind', async () => {
  const parent = await category();
  const child = await category(parent);
  const below = [await product(child, 'Below 1', 1), await product(child, 'Below 2', 2)];
  const skus: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) skus.push(await product(parent, name, 5));
  const [first] = skus;
  await shop.categoryLinks.save({
    categoryId: parent,
    productLink: { sku: first!, position: -1, category_id: String(parent) },
  });
  const expected = [first!, ...skus.slice(1).reverse(), ...below.toReversed()];
  const query = `query($id: String, $page: Int, $sort: ProductAttributeSortInput) {
    products(filter: { category_id: { eq: $id } }, pageSize: 2, currentPage: $page, sort: $sort) { items { sku } }
  }`;
  for (const sort of [undefined, { position: 'ASC' }]) {
    const pages: string[] = [];
    for (let page = 1; page <= 4; page++) {
      const { products } = await graphqlClient(souk).data(query, { id: String(parent), page, sort });
      pages.push(...products.items.map(({ sku }: { sku: string }) => sku));
    }
    expect(pages).toEqual(expected);
  }
  const listed = `query($id: String!) { categories(filters: { category_uid: { eq: $id } }) {
    items { products(pageSize: 20) { items { sku } } } } }`;
  const { categories } = await graphqlClient(souk).data(listed, { id: btoa(String(parent)) });
  expect(categories.items[0].products.items.map(({ sku }: { sku: string }) => sku)).toEqual(expected);
  // REST sorts products without a position first.
  const where = { category_id: parent };
  const rest = await shop.products.list({ where, sort: { position: 'ASC' } }).all();
  expect(rest.map(({ sku }) => sku)).toEqual([...below.toReversed(), first!, ...skus.slice(1).reverse()]);
});
