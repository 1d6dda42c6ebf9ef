import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses } from '../support/graphql.ts';
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
