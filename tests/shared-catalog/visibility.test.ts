import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setConfiguration, unsetConfiguration } from '../../src/platform/configuration/settings.ts';
import { newCompany } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, type Client } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements } from '../support/statements.ts';
import { catalogsOf, type Catalogs } from './shop.ts';

const path = 'btob/website_configuration/sharedcatalog_active';
const unknown = "The product that was requested doesn't exist. Verify the product and try again.";

describe.each(engines)('what customers see of shared catalogs, on %s', (engine) => {
  let here: Here;
  let catalogs: Catalogs;
  let custom: Json;
  /** A category, and below it one with the products: of both catalogs, of the custom one, of the public one, of none. */
  let top: Json;
  let category: Json;
  let hidden: Json;
  let word: string;
  let skus: { both: string; custom: string; shared: string; none: string };
  /** A buyer of the company, a person without one, a customer of a group without a catalog, and a visitor. */
  let buyer: Client;
  let person: Client;
  let dealer: Client;

  beforeAll(async () => {
    here = await startHere(engine);
    catalogs = catalogsOf(here.admin);
    word = unique('anvil');
    const newCategory = async (parent_id: number): Promise<Json> =>
      ok(await here.admin.post('/V1/categories', { category: { name: unique('Tools'), is_active: true, parent_id } }));
    top = await newCategory(2);
    category = await newCategory(top.id);
    hidden = await newCategory(2);
    const make = async (): Promise<string> =>
      (
        await newProduct(here, {
          name: `${word} ${unique()}`,
          extension_attributes: {
            stock_item: { qty: 100, is_in_stock: true },
            category_links: [category, hidden].map(({ id }) => ({ category_id: String(id), position: 0 })),
          },
        })
      ).sku;
    skus = { both: await make(), custom: await make(), shared: await make(), none: await make() };
    const { both } = skus;
    const links = [skus.custom, skus.shared].map((linked_product_sku, position) => ({
      sku: both,
      link_type: 'related',
      linked_product_sku,
      linked_product_type: 'simple',
      position,
    }));
    ok(await here.admin.post(`/V1/products/${both}/links`, { items: links }));
    custom = await catalogs.made();
    const shared = await catalogs.shared();
    const listed = (...all: string[]): Json => ({ products: all.map((sku) => ({ sku })) });
    ok(await catalogs.post(custom.id, 'assignProducts', listed(both, skus.custom)));
    ok(await catalogs.post(shared.id, 'assignProducts', listed(both, skus.shared)));
    ok(await catalogs.post(custom.id, 'assignCategories', { categories: [{ id: top.id }, { id: category.id }] }));
    ok(await catalogs.post(shared.id, 'assignCategories', { categories: [{ id: hidden.id }] }));
    const { company, boss } = await newCompany(here);
    ok(await catalogs.post(custom.id, 'assignCompanies', { companies: [{ id: company.id }] }));
    buyer = await here.callerOf('customer', boss.id);
    person = await here.callerOf('customer', (await newCustomer(here)).id);
    dealer = await here.callerOf('customer', (await newCustomer(here, { group_id: 2 })).id);
  });
  afterAll(() => here.stop());

  const on = (): Promise<void> => here.configure({ [path]: '1' });
  const off = (): Promise<void> => here.configure({ [path]: '0' });
  const graphql = async (caller: Client, query: string): Promise<Json> => {
    const body = ok(await caller.raw('POST', '/graphql', { query }));
    expect(body.errors).toBeUndefined();
    return body.data;
  };
  const names = (all: readonly string[]): string[] =>
    all.map((sku) => Object.entries(skus).find(([, one]) => one === sku)![0]).sort();
  const list = async (caller: Client, args: string): Promise<string[]> => {
    const { products } = await graphql(caller, `{ products(${args}) { total_count items { sku } } }`);
    expect(products.total_count).toBe(products.items.length);
    return names(products.items.map(({ sku }: Json) => sku));
  };
  const everything = ['both', 'custom', 'none', 'shared'];

  it('is everything while the setting is off', async () => {
    for (const caller of [buyer, person, dealer, here.guest]) {
      expect(await list(caller, `filter: { category_uid: { eq: "${btoa(String(category.id))}" } }`)).toEqual(
        everything,
      );
      expect(await list(caller, `search: "${word}"`)).toEqual(everything);
    }
  });

  it('is the products of the catalog of their group, in lists, searches and categories', async () => {
    await on();
    for (const [caller, seen] of [
      [buyer, ['both', 'custom']],
      [person, ['both', 'shared']],
      [here.guest, ['both', 'shared']],
      [dealer, everything],
    ] as const) {
      const uid = btoa(String(category.id));
      expect(await list(caller, `filter: { category_uid: { eq: "${uid}" } }`)).toEqual(seen);
      expect(await list(caller, `filter: { category_uid: { eq: "${uid}" } }, sort: { name: ASC }`)).toEqual(seen);
      expect(await list(caller, `search: "${word}"`)).toEqual(seen);
      expect(await list(caller, `search: "${word}", sort: { price: DESC }`)).toEqual(seen);
      for (const [name, sku] of Object.entries(skus))
        expect(await list(caller, `filter: { sku: { eq: "${sku}" } }`)).toEqual(seen.filter((one) => one === name));
      const term = `searchCriteria[requestName]=quick_search_container&searchCriteria[filterGroups][0][filters][0][field]=search_term&searchCriteria[filterGroups][0][filters][0][value]=${word}`;
      expect(ok(await caller.get(`/V1/search?${term}`)).total_count).toBe(seen.length);
      const some = `searchCriteria[filterGroups][0][filters][0][field]=sku&searchCriteria[filterGroups][0][filters][0][conditionType]=in&searchCriteria[filterGroups][0][filters][0][value]=${Object.values(skus).join(',')}`;
      const shown = ok(await caller.get(`/V1/products-render-info?storeId=1&currencyCode=USD&${some}`)).items;
      expect(shown).toHaveLength(seen.length);
    }
    await off();
  });

  it('is counted in facets and pages, each time anew for each group', async () => {
    await on();
    const counts = async (caller: Client): Promise<Json> => {
      const { products } = await graphql(
        caller,
        `{ products(search: "${word}", pageSize: 1) { total_count items { sku } aggregations { attribute_code options { count value } } } }`,
      );
      const options =
        products.aggregations.find(({ attribute_code }: Json) => attribute_code === 'category_uid')?.options ?? [];
      return {
        total: products.total_count,
        categories: Object.fromEntries(options.map(({ value, count }: Json) => [atob(value), count])),
      };
    };
    for (let times = 0; times < 2; times++) {
      expect(await counts(buyer)).toEqual({ total: 2, categories: { [top.id]: 2, [category.id]: 2 } });
      expect(await counts(person)).toEqual({ total: 2, categories: { [hidden.id]: 2 } });
      expect(await counts(dealer)).toEqual({ total: 4, categories: { [top.id]: 4, [category.id]: 4, [hidden.id]: 4 } });
    }
    ok(await catalogs.post(custom.id, 'assignProducts', { products: [{ sku: skus.none }] }));
    expect((await counts(buyer)).total).toBe(3);
    ok(await catalogs.post(custom.id, 'unassignProducts', { products: [{ sku: skus.none }] }));
    expect((await counts(buyer)).total).toBe(2);
    await off();
  });

  it('is the categories of the catalog, with its products in them', async () => {
    await on();
    const ids = [top.id, category.id, hidden.id];
    const tree = async (caller: Client): Promise<Json> => {
      const { categories, root } = await graphql(
        caller,
        `{ categories(filters: { ids: { in: ["${ids.join('","')}"] } }) { total_count items { id product_count products { total_count items { sku } } } }
          root: categories { items { children { id children { id } } } } }`,
      );
      expect(categories.total_count).toBe(categories.items.length);
      return {
        found: categories.items.map(({ id }: Json) => id),
        counts: categories.items.map(({ product_count, products }: Json) => [
          product_count,
          products.total_count,
          names(products.items.map(({ sku }: Json) => sku)),
        ]),
        children: root.items[0].children.filter(({ id }: Json) => ids.includes(id)),
      };
    };
    const own = ['both', 'custom'];
    expect(await tree(buyer)).toEqual({
      found: expect.arrayContaining([top.id, category.id]),
      counts: [
        [2, 2, own],
        [2, 2, own],
      ],
      children: [{ id: top.id, children: [{ id: category.id }] }],
    });
    expect(await tree(here.guest)).toEqual({
      found: [hidden.id],
      counts: [[2, 2, ['both', 'shared']]],
      children: [{ id: hidden.id, children: [] }],
    });
    expect((await tree(dealer)).found).toHaveLength(3);
    await off();
  });

  it('ends at links and addresses of products and categories outside', async () => {
    await on();
    const related = async (caller: Client): Promise<string[]> => {
      const { products } = await graphql(
        caller,
        `{ products(filter: { sku: { eq: "${skus.both}" } }) { items { categories { id } related_products { sku } product_links { linked_product_sku } } } }`,
      );
      const [item] = products.items;
      const found = names(item.related_products.map(({ sku }: Json) => sku));
      expect(names(item.product_links.map(({ linked_product_sku }: Json) => linked_product_sku))).toEqual(found);
      return [...found, ...item.categories.map(({ id }: Json) => id)];
    };
    expect(await related(buyer)).toEqual(['custom', category.id]);
    expect(await related(person)).toEqual(['shared', hidden.id]);
    const route = async (caller: Client, url: string): Promise<unknown> =>
      (await graphql(caller, `{ route(url: "${url}") { type } }`)).route;
    const urlOf = async (sku: string): Promise<string> => {
      const { custom_attributes } = ok(await here.admin.get(`/V1/products/${sku}`));
      return `${custom_attributes.find(({ attribute_code }: Json) => attribute_code === 'url_key').value}.html`;
    };
    expect(await route(buyer, await urlOf(skus.custom))).toEqual({ type: 'PRODUCT' });
    expect(await route(buyer, await urlOf(skus.shared))).toBeNull();
    expect(await route(here.guest, await urlOf(skus.custom))).toBeNull();
    const keyOf = ({ custom_attributes }: Json): string =>
      custom_attributes.find(({ attribute_code }: Json) => attribute_code === 'url_key').value;
    expect(await route(buyer, `${keyOf(hidden)}.html`)).toBeNull();
    expect(await route(here.guest, `${keyOf(hidden)}.html`)).toEqual({ type: 'CATEGORY' });
    await off();
  });

  it('is what they can put into carts', async () => {
    const add = async (caller: Client, sku: string) => {
      const quote_id = ok(await caller.post('/V1/carts/mine'));
      return caller.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id } });
    };
    await on();
    for (const [caller, seen] of [
      [buyer, [skus.both, skus.custom]],
      [person, [skus.both, skus.shared]],
      [dealer, Object.values(skus)],
    ] as const)
      for (const sku of Object.values(skus)) {
        const answer = await add(caller, sku);
        if (seen.includes(sku)) ok(answer);
        else fails(answer, 404, unknown);
      }
    const cartId = ok(await here.guest.post('/V1/guest-carts'));
    const cartItem = (sku: string): Json => ({ cartItem: { sku, qty: 1, quote_id: cartId } });
    ok(await here.guest.post(`/V1/guest-carts/${cartId}/items`, cartItem(skus.shared)));
    fails(await here.guest.post(`/V1/guest-carts/${cartId}/items`, cartItem(skus.custom)), 404, unknown);
    const { addProductsToCart } = await graphql(
      here.guest,
      `mutation { addProductsToCart(cartId: "${cartId}", cartItems: [{ sku: "${skus.custom}", quantity: 1 }]) { user_errors { code } } }`,
    );
    expect(addProductsToCart.user_errors).toEqual([{ code: 'PRODUCT_NOT_FOUND' }]);
    await off();
    ok(await add(buyer, skus.shared));
  });

  it('is decided by website', async () => {
    const onBase = (value: string): Promise<void> =>
      setConfiguration(here.souk.systemCall(), path, value, { scope: 'websites', code: 'base' });
    await on();
    await onBase('0');
    expect(await list(buyer, `search: "${word}"`)).toEqual(everything);
    await off();
    await onBase('1');
    expect(await list(buyer, `search: "${word}"`)).toEqual(['both', 'custom']);
    await unsetConfiguration(here.souk.systemCall(), path, { scope: 'websites', code: 'base' });
    expect(await list(buyer, `search: "${word}"`)).toEqual(everything);
  });

  it('costs no statement while the setting is off, and none more while it is on', async () => {
    const count = countStatements();
    const uid = btoa(String(category.id));
    const lists = [
      `{ products(filter: { category_uid: { eq: "${uid}" } }) { total_count items { sku price_range { minimum_price { final_price { value } } } } } }`,
      `{ products(search: "${word}", filter: { price: { from: "1" } }) { total_count items { sku } aggregations { options { count } } } }`,
      `{ products(filter: { category_uid: { eq: "${uid}" } }) { aggregations { options { count } } items { categories { name } } } }`,
    ];
    const tree = `{ categories { items { children { id children { id } } } } }`;
    // Pages for administrators are not cached.
    const sent = async (query: string): Promise<string[]> => count.settled(() => graphql(here.admin, query));
    try {
      const before: string[][] = [];
      for (const query of [...lists, tree]) before.push(await sent(query));
      expect(before.flat().filter((text) => text.includes('shared_catalog'))).toEqual([]);
      await on();
      for (const [i, query] of [...lists, tree].entries()) expect(await sent(query)).toHaveLength(before[i]!.length);
    } finally {
      count.stop();
      await off();
    }
  });
});
