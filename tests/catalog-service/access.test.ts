import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../catalog/composites.ts';
import { makeEurope } from '../catalog/second-website.ts';
import { Client } from '../support/client.ts';
import { configured, newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { serviceClient, storefrontHeaders } from './service.ts';

let souk: Souk;
let service: GraphQLClient;
beforeAll(async () => {
  souk = await startSouk();
  service = serviceClient(souk);
});
afterAll(() => souk?.stop());

const PRICE =
  'query($skus: [String]) { products(skus: $skus) { name ... on SimpleProductView { price { final { amount { value } } } } } }';
const sha1 = (id: number): string => createHash('sha1').update(String(id)).digest('hex');
const WHOLESALE = 2;

async function priced(): Promise<string> {
  const tier_prices = [{ customer_group_id: WHOLESALE, qty: 1, value: 7 }];
  return (await makeProduct(souk, { price: 10, tier_prices })).sku;
}
async function priceOf(sku: string, headers: Record<string, string>, as = service): Promise<number> {
  const { products } = await as.data(PRICE, { skus: [sku] }, headers);
  return products[0].price.final.amount.value;
}

describe('prices', () => {
  it('D333: are those of the caller’s group: a header names another group only where the shop trusts it', async () => {
    const sku = await priced();
    const named = [sha1(WHOLESALE), btoa(String(WHOLESALE)), String(WHOLESALE)];
    for (const group of named) expect(await priceOf(sku, { 'Magento-Customer-Group': group })).toBe(10);
    await configured(souk, { 'souk/catalog_service/trust_customer_group': '1' }, async () => {
      for (const group of named) expect(await priceOf(sku, { 'Magento-Customer-Group': group })).toBe(7);
      for (const group of [sha1(0), sha1(99), 'nonsense', ''])
        expect(await priceOf(sku, { 'Magento-Customer-Group': group })).toBe(10);
    });
    expect(await priceOf(sku, { 'Magento-Customer-Group': sha1(WHOLESALE) })).toBe(10);
  });

  it('are those of the own group for a signed-in customer, whatever the header says', async () => {
    const sku = await priced();
    const buyer = async (group_id: number): Promise<GraphQLClient> =>
      serviceClient(souk, (await signIn(souk, (await newCustomer(souk, { group_id })).email)).token);
    const [wholesale, retail] = [await buyer(WHOLESALE), await buyer(1)];
    expect(await priceOf(sku, {}, wholesale)).toBe(7);
    await configured(souk, { 'souk/catalog_service/trust_customer_group': '1' }, async () => {
      expect(await priceOf(sku, { 'Magento-Customer-Group': sha1(WHOLESALE) }, retail)).toBe(10);
    });
  });
});

describe('headers', () => {
  it('choose the store view, which the website and the store have to fit', async () => {
    await makeEurope(souk);
    const { sku } = await makeProduct(souk, { name: 'For all', extension_attributes: { website_ids: [1, 2] } });
    ok(await souk.admin.store('fr').put(`/V1/products/${sku}`, { product: { name: 'Pour tous' } }));
    const nameIn = async (headers: Record<string, string>): Promise<string> =>
      (await service.data(PRICE, { skus: [sku] }, headers)).products[0].name;
    const french = { 'Magento-Store-View-Code': 'fr', 'Magento-Website-Code': 'eu', 'Magento-Store-Code': 'eu_store' };
    expect(await nameIn({})).toBe('For all');
    expect(await nameIn(french)).toBe('Pour tous');
    expect(await nameIn({ Store: 'fr' })).toBe('For all');
    const refused = async (headers: Record<string, string>): Promise<string> =>
      (await service.send(PRICE, { skus: [sku] }, headers)).body.errors[0].message;
    expect(await refused({ 'Magento-Store-View-Code': 'nowhere' })).toBe('Requested store is not found (nowhere)');
    for (const code of ['nowhere', 'base'])
      expect(await refused({ ...french, 'Magento-Website-Code': code })).toBe(
        `Requested website is not found (${code})`,
      );
    for (const code of ['nowhere', 'main_website_store'])
      expect(await refused({ ...french, 'Magento-Store-Code': code })).toBe(`Requested store is not found (${code})`);
    const bare = await new Client(souk.base).raw('POST', '/cs-graphql', { query: PRICE, variables: { skus: [sku] } });
    expect(bare.body.data.products).toMatchObject([{ name: 'For all' }]);
  });

  it('are named to HTTP caches, and documents may be sent by GET', async () => {
    const { sku } = await makeProduct(souk);
    const query = new URLSearchParams({ query: PRICE, variables: JSON.stringify({ skus: [sku] }) });
    const answer = await fetch(`${souk.base}/cs-graphql?${query}`, { headers: storefrontHeaders });
    expect(answer.headers.get('vary')).toMatch(/Magento-Customer-Group/);
    expect(await answer.json()).toMatchObject({ data: { products: [{ name: sku }] } });
    const put = await fetch(`${souk.base}/cs-graphql`, { method: 'PUT', body: '{}' });
    expect(put.status).toBe(405);
  });
});

describe('the schema', () => {
  const FIELDS = '{ __schema { mutationType { name } queryType { fields { name } } } }';

  it('has queries only', async () => {
    const { __schema: schema } = await service.data(FIELDS);
    expect(schema.mutationType).toBeNull();
    expect(schema.queryType.fields.map(({ name }: Answer['body']) => name).sort()).toEqual(
      expect.arrayContaining([
        'attributeMetadata',
        'categories',
        'productSearch',
        'products',
        'refineProduct',
        'variants',
      ]),
    );
    const types = await service.data(
      '{ facet: __type(name: "Aggregation") { fields { name } } price: __type(name: "Price") { fields { name type { name } } } }',
    );
    expect(types.facet.fields.map(({ name }: Answer['body']) => name).sort()).toEqual([
      'attribute',
      'buckets',
      'title',
      'type',
    ]);
    expect(types.price.fields).toContainEqual({ name: 'amount', type: { name: 'ProductViewMoney' } });
  });

  it('is also that of /graphql where the shop says so: then both take the same documents, and carts go on', async () => {
    const { sku } = await makeProduct(souk, { price: 12 });
    const one = serviceClient(souk, undefined, '/graphql');
    const core = graphqlClient(souk);
    const CORE = 'query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { sku } } }';
    expect((await core.data(CORE, { sku })).products.items).toEqual([{ sku }]);
    expect((await one.send(PRICE, { skus: [sku] })).body.errors[0].message).toMatch(/skus/);
    await configured(souk, { 'souk/catalog_service/on_graphql': '1' }, async () => {
      expect(await priceOf(sku, {}, one)).toBe(12);
      const cart = (await one.data('mutation { createGuestCart { cart { id } } }')).createGuestCart.cart.id;
      const ADD =
        'mutation($id: String!, $sku: String!) { addProductsToCart(cartId: $id, cartItems: [{ sku: $sku, quantity: 1 }]) { cart { items { product { sku price_range { minimum_price { final_price { value } } } } } } } }';
      const { items } = (await one.data(ADD, { id: cart, sku })).addProductsToCart.cart;
      expect(items).toMatchObject([
        { product: { sku, price_range: { minimum_price: { final_price: { value: 12 } } } } },
      ]);
      const found = await one.data(
        'query($sku: String!) { storeConfig { store_code } productSearch(phrase: "", filter: [{ attribute: "sku", eq: $sku }]) { facets { attribute buckets { title } } total_count } }',
        { sku },
      );
      expect(found).toMatchObject({ storeConfig: { store_code: 'default' }, productSearch: { total_count: 1 } });
      expect((await core.send(CORE, { sku })).body.errors[0].message).toMatch(/filter/);
    });
    expect((await core.data(CORE, { sku })).products.items).toEqual([{ sku }]);
  });
});
