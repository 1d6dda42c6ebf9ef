import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/client.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { makeProduct } from './shop.ts';

// The steps of a checkout that storefronts take.
let souk: Souk;
let sku: string;
beforeAll(async () => {
  souk = await startSouk();
  sku = await makeProduct(souk);
});
afterAll(() => souk?.stop());

const ADDRESS = `address: { firstname: "Ada", lastname: "Byron", street: ["1 Engine Lane"], city: "Mobile", region_id: 1,
  postcode: "36601", country_code: "US", telephone: "1" }`;

const steps = (id: string): Record<string, string> => ({
  email: `setGuestEmailOnCart(input: { cart_id: "${id}", email: "ada@example.com" }) { cart { id } }`,
  shipping: `setShippingAddressesOnCart(input: { cart_id: "${id}", shipping_addresses: [{ ${ADDRESS} }] }) { cart { id } }`,
  billing: `setBillingAddressOnCart(input: { cart_id: "${id}", billing_address: { ${ADDRESS} } }) { cart { id } }`,
  method: `setShippingMethodsOnCart(input: { cart_id: "${id}", shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] }) { cart { id } }`,
  payment: `setPaymentMethodOnCart(input: { cart_id: "${id}", payment_method: { code: "checkmo" } }) { cart { id } }`,
  order: `placeOrder(input: { cart_id: "${id}" }) { orderV2 { number } errors { code message } }`,
  both: `setPaymentMethodAndPlaceOrder(input: { cart_id: "${id}", payment_method: { code: "checkmo" } }) { orderV2 { number } errors { code message } }`,
});

const add = (id: string): string =>
  `mutation { addProductsToCart(cartId: "${id}", cartItems: [{ sku: "${sku}", quantity: 1 }]) { cart { total_quantity } user_errors { code } } }`;

describe('a guest who may not check out', () => {
  it('is refused at each step, and fills the cart all the same', async () => {
    await souk.configure({ 'checkout/options/guest_checkout': '0' });
    try {
      const guest = graphqlClient(souk);
      const { createEmptyCart: id } = await guest.data('mutation { createEmptyCart }');
      expect((await guest.data(add(id))).addProductsToCart).toEqual({ cart: { total_quantity: 1 }, user_errors: [] });
      for (const step of Object.values(steps(id))) {
        refuses(
          await guest.send(`mutation { ${step} }`),
          'graphql-authorization',
          'Guest checkout is not allowed. Register a customer account or login with existing one.',
        );
      }
      const { email } = await newCustomer(souk);
      const customer = graphqlClient(souk, (await signIn(souk, email)).token);
      const { customerCart } = await customer.data('{ customerCart { id } }');
      await customer.data(add(customerCart.id));
      const { shipping, billing, method, payment, order } = steps(customerCart.id);
      for (const step of [shipping, billing, method, payment]) await customer.data(`mutation { ${step} }`);
      expect((await customer.data(`mutation { ${order} }`)).placeOrder).toMatchObject({ errors: [] });
    } finally {
      await souk.configure({ 'checkout/options/guest_checkout': '1' });
    }
  });
});

describe('an order that cannot be placed', () => {
  it('is told why, beside the order', async () => {
    const guest = graphqlClient(souk);
    const { createEmptyCart: id } = await guest.data('mutation { createEmptyCart }');
    await guest.data(add(id));
    const { email, shipping, billing, method, order } = steps(id);
    for (const step of [email, shipping, billing, method]) await guest.data(`mutation { ${step} }`);
    expect((await guest.data(`mutation { ${order} }`)).placeOrder).toEqual({
      orderV2: null,
      errors: [{ code: 'UNABLE_TO_PLACE_ORDER', message: 'Enter a valid payment method and try again.' }],
    });
  });
});

describe('an address that is set on a cart', () => {
  const SET = `mutation($id: String!, $address: CartAddressInput!) {
    setShippingAddressesOnCart(input: { cart_id: $id, shipping_addresses: [{ address: $address }] })
      { cart { shipping_addresses { region { code region_id } } } } }`;
  const BILL = `mutation($id: String!, $address: CartAddressInput!) {
    setBillingAddressOnCart(input: { cart_id: $id, billing_address: { address: $address } }) { cart { billing_address { region { code } } } } }`;
  const address = {
    firstname: 'Ada',
    lastname: 'Byron',
    street: ['1 Engine Lane'],
    city: 'Mobile',
    region: 'AL',
    postcode: '36601',
    country_code: 'US',
    telephone: '1',
  };
  const set = async (query: string, changes: object): Promise<Answer> => {
    const guest = graphqlClient(souk);
    const { createEmptyCart: id } = await guest.data('mutation { createEmptyCart }');
    await guest.data(add(id));
    return guest.send(query, { id, address: { ...address, ...changes } });
  };
  const required = (...names: string[]): string[] => names.map((name) => `"${name}" is required. Enter and try again.`);

  it.each([
    ['a region that the country has not', { region: 'ZZ' }, required('regionId')],
    ['the region of another country, its id as the name', { region: '82' }, required('regionId')],
    ['no region where the country requires one', { region: undefined }, required('regionId')],
    ['the region of another country', { region: undefined, region_id: 82 }, required('regionId')],
    ['an empty city', { city: '' }, required('city')],
    ['no telephone', { telephone: undefined }, required('telephone')],
    ['no postcode', { postcode: undefined }, required('postcode')],
    ['several gaps', { city: '', telephone: '', region: 'ZZ' }, required('city', 'telephone', 'regionId')],
    ['an unknown country', { country_code: 'XX' }, ['Country is not available']],
    ['many lines', { street: ['a', 'b', 'c'] }, ['"Street Address" cannot contain more than 2 lines.']],
  ])('is refused with %s', async (_, changes, messages) => {
    for (const query of [SET, BILL]) {
      const answer = await set(query, changes);
      const errors = messages.map((message) => ({ message, extensions: { category: 'graphql-input' } }));
      expect(answer.body.errors).toMatchObject(errors);
      expect(answer.body.errors).toHaveLength(errors.length);
    }
  });

  it('has a region by id, code or name, and needs none where the country requires none', async () => {
    // PWA Studio sends the id in the place of the name.
    for (const region of [
      { region: 'AL' },
      { region: 'Alabama' },
      { region: '1' },
      { region: undefined, region_id: 1 },
    ]) {
      const { body } = await set(SET, region);
      expect(body.data.setShippingAddressesOnCart.cart.shipping_addresses).toEqual([
        { region: { code: 'AL', region_id: 1 } },
      ]);
    }
    const { body } = await set(SET, { country_code: 'GB', region: undefined, postcode: undefined });
    expect(body.errors).toBeUndefined();
  });
});

describe('an address of a customer', () => {
  const CREATE =
    'mutation($input: CustomerAddressInput!) { createCustomerAddress(input: $input) { id region { region_id } } }';
  const UPDATE = `mutation($id: Int!, $input: CustomerAddressInput!) { updateCustomerAddress(id: $id, input: $input)
    { city country_code region { region region_id } } }`;
  const input = {
    firstname: 'Ada',
    lastname: 'Byron',
    street: ['1 Engine Lane'],
    city: 'Mobile',
    postcode: '36601',
    country_code: 'US',
    telephone: '1',
  };
  const missing = 'A region_id is required for the specified country code';
  const wrong = 'The region_id does not match the selected country or region';
  let own: GraphQLClient;
  beforeAll(async () => {
    own = graphqlClient(souk, (await signIn(souk, (await newCustomer(souk)).email)).token);
  });

  it.each([
    ['no region', undefined, missing],
    ['a region that is not listed', { region: 'ZZ' }, missing],
    ['an unknown id', { region_id: 999999 }, wrong],
    ['the id of a region of another country', { region_id: 82 }, wrong],
    ['the code of one region and the id of another', { region_code: 'CA', region_id: 1 }, wrong],
  ])('is refused with %s', async (_, region, message) => {
    refuses(await own.send(CREATE, { input: { ...input, region } }), 'graphql-input', message);
    const { createCustomerAddress: made } = await own.data(CREATE, {
      input: { ...input, region: { region_code: 'AL' } },
    });
    if (region) {
      refuses(await own.send(UPDATE, { id: made.id, input: { country_code: 'US', region } }), 'graphql-input', message);
    }
  });

  it('leaves its region behind when it goes to another country', async () => {
    const { createCustomerAddress: made } = await own.data(CREATE, { input: { ...input, region: { region_id: 12 } } });
    const { updateCustomerAddress: moved } = await own.data(UPDATE, { id: made.id, input: { country_code: 'NL' } });
    expect(moved).toMatchObject({ country_code: 'NL', region: { region: null, region_id: 0 } });
    refuses(await own.send(UPDATE, { id: made.id, input: { country_code: 'US' } }), 'graphql-input', missing);
    const { updateCustomerAddress: stays } = await own.data(UPDATE, { id: made.id, input: { city: 'Utrecht' } });
    expect(stays).toMatchObject({ city: 'Utrecht', country_code: 'NL' });
  });
});
