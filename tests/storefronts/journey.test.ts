import { Kind, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { ok, startProcess, unique, type Answer, type SoukProcess } from '../support/souk.ts';
import { publishedOperations } from './published.ts';

type Data = Answer['body'];

let souk: SoukProcess;
const operations = new Map<string, string[]>();
beforeAll(async () => {
  souk = await startProcess({ args: ['--demo'] });
  for (const document of await publishedOperations()) {
    const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)!;
    const name = operation.name!.value;
    operations.set(name, [...(operations.get(name) ?? []), print(document)]);
  }
});
afterAll(() => souk?.stop());

/** Runs an operation of the storefront by its name; `at`: which of several of that name. */
function run(client: GraphQLClient, name: string, variables: object = {}, at = 0): Promise<Data> {
  const document = operations.get(name)?.[at];
  expect(document, name).toBeDefined();
  return client.data(document!, variables, { store: 'default' });
}

const address = {
  firstname: 'Ada',
  lastname: 'Example',
  street: ['1 Main St'],
  city: 'Los Angeles',
  postcode: '90001',
  country_code: 'US',
  telephone: '555-0100',
};

/** What is chosen of a product by the uids that its page tells, and added to a cart. */
async function addFromPage(client: GraphQLClient, cartId: string, sku: string): Promise<Data> {
  const { products } = await client.data(
    'query($s: String) { products(filter: { sku: { eq: $s } }) { items { url_key } } }',
    {
      s: sku,
    },
  );
  const page = await run(client, 'getProductDetailForProductPage', { urlKey: products.items[0].url_key }, 1);
  const [product] = page.products.items;
  const chosen = (product.configurable_options ?? []).map((option: Data) => option.values[0].uid);
  return run(client, 'AddItemToCart', { cartId, cartItem: { sku, quantity: 1, selected_options: chosen } });
}

/** Everything that the checkout asks and does from the address to the order. */
async function checkOut(client: GraphQLClient, cartId: string, setAddress: () => Promise<unknown>): Promise<string> {
  await setAddress();
  const { cart } = await run(client, 'getSelectedAndAvailableShippingMethods', { cartId });
  const [method] = cart.shipping_addresses[0].available_shipping_methods;
  const { carrier_code, method_code } = method;
  await run(client, 'SetShippingMethod', { cartId, shippingMethod: { carrier_code, method_code } });
  const { firstname, lastname, street, city, postcode, country_code: country, telephone } = address;
  const billing = {
    firstName: firstname,
    lastName: lastname,
    street1: street[0],
    city,
    region: 'CA',
    postcode,
    country,
  };
  await run(client, 'setBillingAddress', { cartId, ...billing, phoneNumber: telephone }, 1);
  const offered = await run(client, 'getPaymentMethods', { cartId });
  expect(offered.cart.available_payment_methods.map(({ code }: Data) => code)).toContain('checkmo');
  await run(client, 'setPaymentMethodOnCart', { cartId, paymentMethod: { code: 'checkmo' } }, 1);
  const { placeOrder } = await run(client, 'placeOrder', { cartId });
  return placeOrder.order.order_number;
}

describe('a visitor', () => {
  it('gets the shop: its settings, menu, currencies, countries and first page', async () => {
    const gql = graphqlClient(souk);
    for (const name of [
      'GetStoreConfigData',
      'storeConfigData',
      'getAvailableStoresData',
      'getCurrencyData',
      'GetCountries',
    ]) {
      await run(gql, name);
    }
    const { categoryList } = await run(gql, 'getMegaMenu');
    expect(categoryList[0].children[0].name).toBe('Kitchen');
    const { route } = await run(gql, 'ResolveURL', { url: '/' });
    expect(route).toMatchObject({ type: 'CMS_PAGE', identifier: 'home' });
    expect((await run(gql, 'GetCmsPage', { identifier: route.identifier })).cmsPage.title).toBe('Home page');
    expect((await run(gql, 'ResolveURL', { url: '/nowhere.html' })).route).toBeNull();
  });

  it('opens a category from its path, filters it and reads its pages', async () => {
    const gql = graphqlClient(souk);
    const { route } = await run(gql, 'ResolveURL', { url: '/kitchen.html' });
    expect(route.type).toBe('CATEGORY');
    const inCategory = { category_uid: { eq: route.uid } };
    const { products } = await run(gql, 'getProductFiltersByCategories', { filters: inCategory });
    const price = products.aggregations.find(({ attribute_code: code }: Data) => code === 'price');
    const [from, to] = price.options[0].value.split('_');
    const page = { id: route.uid, pageSize: 100, currentPage: 1, sort: { name: 'ASC' } };
    const all = await run(gql, 'GetCategories', { ...page, filters: inCategory });
    const cheap = await run(gql, 'GetCategories', { ...page, filters: { ...inCategory, price: { from, to } } });
    expect(cheap.products.items.length).toBeGreaterThan(0);
    for (const { price_range: range } of cheap.products.items) {
      expect(range.maximum_price.final_price.value).toBeLessThanOrEqual(Number(to));
    }
    expect(cheap.products.items.length).toBeLessThan(all.products.items.length);
    const names = all.products.items.map(({ name }: Data) => name);
    expect(names).toEqual(names.toSorted());
  });

  it('searches, and is offered what to go on with', async () => {
    const gql = graphqlClient(souk);
    const { products } = await run(gql, 'ProductSearch', {
      inputText: 'saucepan',
      filters: {},
      sort: { relevance: 'DESC' },
    });
    const found = products.items.map(({ name }: Data) => name);
    expect(found.filter((name: string) => name.includes('Saucepan')).length).toBeGreaterThan(3);
    expect((await run(gql, 'getAutocompleteResults', { inputText: 'sauce' })).products.items).not.toEqual([]);
  });

  it('buys a simple and a configurable product as a guest', async () => {
    const gql = graphqlClient(souk);
    const { cartId } = await run(gql, 'createCart');
    await addFromPage(gql, cartId, 'SAUCEPAN-COPPER-SAFFRON');
    await addFromPage(gql, cartId, 'TOTE-LEATHER');
    const { cart } = await run(gql, 'getProductListing', { cartId });
    const [pan, tote] = cart.items;
    expect(tote.configurable_options[0].value_label).toBe('Saffron');
    await run(gql, 'UpdateCartItemQuantity', { cartId, cartItemId: pan.uid, quantity: 3 });
    expect((await run(gql, 'MiniCartQuery', { cartId })).cart.total_quantity).toBe(4);
    const number = await checkOut(gql, cartId, () =>
      run(gql, 'SetGuestShipping', { cartId, email: 'guest@example.com', address: { ...address, region: 'CA' } }),
    );
    const { items } = ok(
      await souk.admin.get(
        `/V1/orders?searchCriteria[filter_groups][0][filters][0][field]=increment_id&searchCriteria[filter_groups][0][filters][0][value]=${number}`,
      ),
    );
    expect(items[0]).toMatchObject({ customer_email: 'guest@example.com', total_qty_ordered: 4, status: 'pending' });
  });
});

describe('what is put together, downloaded or booked', () => {
  /** The uids that a buyer chooses of products that are not configured: one of each part, and every download. */
  const CHOICES = `query($s: String) { products(filter: { sku: { eq: $s } }) { items { __typename
    ... on BundleProduct { items { required options { uid } } }
    ... on DownloadableProduct { links_purchased_separately downloadable_product_links { uid } } } } }`;

  async function add(client: GraphQLClient, cartId: string, sku: string): Promise<string> {
    const [found] = (await client.data(CHOICES, { s: sku })).products.items;
    const parts = (found.items ?? []).map(({ options }: Data) => options[0].uid);
    const links = (found.downloadable_product_links ?? []).map(({ uid }: Data) => uid);
    await run(client, 'AddItemToCart', {
      cartId,
      cartItem: { sku, quantity: 1, selected_options: [...parts, ...links] },
    });
    return found.__typename;
  }

  it('is bought by a customer beside other things', async () => {
    const gql = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
    const { cartId } = await run(gql, 'CreateCartAfterSignIn');
    const types = [];
    for (const sku of ['BREAKFAST-SET', 'RECIPE-BOOK']) types.push(await add(gql, cartId, sku));
    expect(types).toEqual(['BundleProduct', 'DownloadableProduct']);
    await addFromPage(gql, cartId, 'SAUCEPAN-COPPER-SAFFRON');
    const { cart } = await run(gql, 'getProductListing', { cartId });
    expect(cart.items.map(({ product }: Data) => product.sku ?? product.name)).toHaveLength(3);
    const ship = `mutation($id: String!, $address: CartAddressInput!) { setShippingAddressesOnCart(
      input: { cart_id: $id, shipping_addresses: [{ address: $address }] }) { cart { id } } }`;
    const number = await checkOut(gql, cartId, () =>
      gql.data(ship, { id: cartId, address: { ...address, region: 'CA' } }),
    );
    const { items } = ok(
      await souk.admin.get(
        `/V1/orders?searchCriteria[filter_groups][0][filters][0][field]=increment_id&searchCriteria[filter_groups][0][filters][0][value]=${number}`,
      ),
    );
    const bought = new Set(items[0].items.map(({ product_type: type }: Data) => type));
    expect([...bought]).toEqual(expect.arrayContaining(['bundle', 'downloadable', 'simple']));
  });
});

describe('a customer', () => {
  const email = `${unique('c')}@example.com`;
  let gql: GraphQLClient;
  let cartId: string;

  it('makes an account, signs in and keeps the cart of before', async () => {
    const guest = graphqlClient(souk);
    const before = await run(guest, 'createCart');
    await addFromPage(guest, before.cartId, 'SAUCEPAN-COPPER-SAFFRON');
    const account = { email, firstname: 'Ada', lastname: 'Example', password: 'Secret-123', is_subscribed: true };
    await run(guest, 'CreateAccount', account);
    const { generateCustomerToken } = await run(guest, 'SignIn', { email, password: 'Secret-123' });
    gql = graphqlClient(souk, generateCustomerToken.token);
    ({ cartId } = await run(gql, 'CreateCartAfterSignIn'));
    await run(gql, 'MergeCartsAfterSignIn', { sourceCartId: before.cartId, destinationCartId: cartId });
    expect((await run(gql, 'getItemCount', { cartId })).cart.total_quantity).toBe(1);
    expect((await run(gql, 'GetCustomerSubscription')).customer.is_subscribed).toBe(true);
  });

  it('changes the account and keeps an address book', async () => {
    await run(gql, 'SetCustomerInformation', { customerInput: { firstname: 'Grace' } });
    const sent = { ...address, region: { region: 'California', region_id: 12, region_code: 'CA' } };
    const { createCustomerAddress: made } = await run(gql, 'AddNewCustomerAddressToAddressBook', { address: sent });
    await run(gql, 'UpdateCustomerAddressInAddressBook', { addressId: made.id, updated_address: { city: 'Pasadena' } });
    const { customer } = await run(gql, 'GetCustomerAddressesForAddressBook');
    expect(customer.addresses.map(({ city }: Data) => city)).toEqual(['Pasadena']);
    expect((await run(gql, 'GetCustomerInformation')).customer.firstname).toBe('Grace');
  });

  it('orders to an address of the book, and sees the order', async () => {
    const { customer } = await run(gql, 'GetCustomerAddresses');
    const addressId = customer.addresses[0].id;
    const number = await checkOut(gql, cartId, () => run(gql, 'SetCustomerAddressOnCart', { cartId, addressId }));
    const { customer: found } = await run(gql, 'GetCustomerOrders', {
      filter: { number: { match: number } },
      pageSize: 5,
    });
    expect(found.orders.items).toHaveLength(1);
    expect(found.orders.items[0]).toMatchObject({
      number,
      status: 'Pending',
      items: [{ product_sku: 'SAUCEPAN-COPPER-SAFFRON' }],
    });
    await run(gql, 'getOrderConfirmationDetails', { orderNumber: number });
    const again = await gql.data(
      'mutation($n: String!) { reorderItems(orderNumber: $n) { cart { total_quantity } userInputErrors { code } } }',
      { n: number },
    );
    expect(again.reorderItems).toEqual({ cart: { total_quantity: 1 }, userInputErrors: [] });
  });

  it('wishes for a product, and stops doing so', async () => {
    const wish = { wishlistId: '0', itemOptions: { sku: 'SAUCEPAN-COPPER-SAFFRON', quantity: 1 } };
    await run(gql, 'AddProductToWishlistFromGallery', wish);
    const [{ id, items_count: count }] = (await run(gql, 'GetCustomerWishlist')).customer.wishlists;
    expect(count).toBe(1);
    const { customer } = await run(gql, 'getCustomerWishlist', { id, currentPage: 1, pageSize: 20 });
    const [item] = customer.wishlist_v2.items_v2.items;
    expect(item.product.sku).toBe('SAUCEPAN-COPPER-SAFFRON');
    await run(gql, 'RemoveProductsFromWishlist', { wishlistId: id, wishlistItemsId: [item.id] });
    expect((await run(gql, 'GetCustomerWishlist')).customer.wishlists[0].items_count).toBe(0);
  });

  it('signs out, and is nobody then', async () => {
    await run(gql, 'SignOutFromMenu');
    const answer = await gql.send('{ customer { email } }');
    expect([answer.status, answer.body.errors[0].extensions.category]).toEqual([401, 'graphql-authentication']);
  });
});
