import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { newCustomer } from '../support/customers.ts';
import { ok, type Client } from '../support/client.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { ADDRESS, makeProduct, ship } from './shop.ts';

const PLACE = `firstname: "Ada", lastname: "Byron", street: ["1 Engine Lane"], city: "Mobile", region_id: 1,
  postcode: "36601", country_code: "US", telephone: "1"`;
const VALUES =
  '{ code ... on AttributeValue { value } ... on AttributeSelectedOptions { selected_options { value } } }';
const SHIP = `mutation($id: String!, $values: [AttributeValueInput], $saves: Boolean) {
  setShippingAddressesOnCart(input: { cart_id: $id, shipping_addresses: [{
    address: { ${PLACE}, custom_attributes: $values, save_in_address_book: $saves } }] }) {
    cart { shipping_addresses { custom_attributes ${VALUES} } } } }`;
const ORDER = `mutation($id: String!) {
  a: setShippingMethodsOnCart(input: { cart_id: $id, shipping_methods: [{ carrier_code: "flatrate", method_code: "flatrate" }] }) { cart { id } }
  b: setPaymentMethodOnCart(input: { cart_id: $id, payment_method: { code: "checkmo" } }) { cart { id } }
  placeOrder(input: { cart_id: $id }) { errors { message } orderV2 {
    billing_address { custom_attributesV2 ${VALUES} } shipping_address { custom_attributesV2 ${VALUES} } } } }`;
const BOOK = `{ customer { addresses { id custom_attributesV2 ${VALUES} } } }`;

describe.each(engines)('attributes of the shop in addresses of carts on %s', (engine) => {
  let here: Here;
  let sku: string;
  beforeAll(async () => {
    here = await startHere(engine);
    // The interface has no route that adds attributes to addresses.
    await here.souk.systemCall().transaction(async (call) => {
      const { attributes } = call.services.eav;
      const own = { isUserDefined: true, isVisible: true, backendType: 'varchar' } as const;
      const door = { ...own, code: 'door', label: 'Door', frontendInput: 'text' };
      await attributes.create(call, 'customer_address', door);
      const sourceModel = String.raw`Magento\Eav\Model\Entity\Attribute\Source\Boolean`;
      const gate = { ...own, code: 'gate', label: 'Gate', frontendInput: 'select', sourceModel };
      await attributes.create(call, 'customer_address', gate);
    });
    sku = await makeProduct(here);
  });
  afterAll(() => here.stop());

  interface Shopper {
    readonly me: Client;
    readonly gql: GraphQLClient;
    readonly id: string;
  }
  /** A customer with a product in the cart. */
  async function shopper(): Promise<Shopper> {
    const { id } = await newCustomer(here);
    const me = await here.callerOf('customer', id);
    const gql = graphqlClient(here, me.token);
    return { me, gql, id: await filled(gql, (await gql.data('{ customerCart { id } }')).customerCart.id) };
  }
  async function filled(gql: GraphQLClient, id: string): Promise<string> {
    const ADD = `mutation($id: String!, $sku: String!) {
      addProductsToCart(cartId: $id, cartItems: [{ sku: $sku, quantity: 1 }]) { user_errors { code } } }`;
    expect((await gql.data(ADD, { id, sku })).addProductsToCart.user_errors).toEqual([]);
    return id;
  }
  const shipTo = async ({ gql, id }: Pick<Shopper, 'gql' | 'id'>, values: object[] | null, saves = false) =>
    (await gql.data(SHIP, { id, values, saves })).setShippingAddressesOnCart.cart.shipping_addresses[0]
      .custom_attributes;

  const door = (value: string) => ({ attribute_code: 'door', value });
  const open = { attribute_code: 'gate', selected_options: [{ value: '1' }] };
  const shown = [
    { code: 'door', value: 'B' },
    { code: 'gate', selected_options: [{ value: '1' }] },
  ];

  it('are stored, and shown by both interfaces, but for attributes that the shop does not have', async () => {
    const buyer = await shopper();
    expect(await shipTo(buyer, [door('B'), open, { attribute_code: 'none', value: 'x' }])).toEqual(shown);
    const { extension_attributes } = ok(await buyer.me.get('/V1/carts/mine'));
    expect(extension_attributes.shipping_assignments[0].shipping.address.custom_attributes).toEqual([
      { attribute_code: 'door', value: 'B' },
      { attribute_code: 'gate', value: '1' },
    ]);
    expect(await shipTo(buyer, [door('C')])).toEqual([{ code: 'door', value: 'C' }]);
    expect(await shipTo(buyer, [])).toEqual([]);
    expect(await shipTo(buyer, null)).toEqual([]);
    await ship(buyer.me, '/V1/carts/mine', {
      shipping_address: { ...ADDRESS, custom_attributes: [door('D')] },
      billing_address: undefined,
    });
    const READ = `{ customerCart { shipping_addresses { custom_attributes ${VALUES} } } }`;
    const { customerCart } = await buyer.gql.data(READ);
    expect(customerCart.shipping_addresses).toEqual([{ custom_attributes: [{ code: 'door', value: 'D' }] }]);
  });

  it('go with the order, and into the address book from where carts take them again', async () => {
    const buyer = await shopper();
    const { gql, id } = buyer;
    await shipTo(buyer, [door('B'), open], true);
    const BILL = `mutation($id: String!) { setBillingAddressOnCart(input: { cart_id: $id, billing_address: {
      address: { ${PLACE}, custom_attributes: [{ attribute_code: "door", value: "Bill" }], save_in_address_book: false } } }) {
      cart { billing_address { custom_attributes ${VALUES} } } } }`;
    const bill = [{ code: 'door', value: 'Bill' }];
    expect((await gql.data(BILL, { id })).setBillingAddressOnCart.cart.billing_address.custom_attributes).toEqual(bill);
    const { placeOrder } = await gql.data(ORDER, { id });
    expect(placeOrder).toEqual({
      errors: [],
      orderV2: {
        billing_address: { custom_attributesV2: bill },
        shipping_address: { custom_attributesV2: shown },
      },
    });
    const [entry, ...others] = (await gql.data(BOOK)).customer.addresses;
    expect([entry.custom_attributesV2, others]).toEqual([shown, []]);
    const next = await filled(gql, (await gql.data('{ customerCart { id } }')).customerCart.id);
    const FROM_BOOK = `mutation($id: String!, $entry: Int!) { setShippingAddressesOnCart(input: { cart_id: $id,
      shipping_addresses: [{ customer_address_id: $entry }] }) { cart { shipping_addresses { custom_attributes ${VALUES} } } } }`;
    const { cart } = (await gql.data(FROM_BOOK, { id: next, entry: entry.id })).setShippingAddressesOnCart;
    expect(cart.shipping_addresses).toEqual([{ custom_attributes: shown }]);
  });

  it('are the same for billing and shipping of a guest where one address serves', async () => {
    const gql = graphqlClient(here);
    const id = await filled(gql, (await gql.data('mutation { createEmptyCart }')).createEmptyCart);
    await gql.data(
      `mutation { setGuestEmailOnCart(input: { cart_id: "${id}", email: "ada@example.com" }) { cart { id } } }`,
    );
    await shipTo({ gql, id }, [door('B')]);
    const SAME = `mutation { setBillingAddressOnCart(input: { cart_id: "${id}", billing_address: { same_as_shipping: true } }) { cart { id } } }`;
    await gql.data(SAME);
    const { orderV2 } = (await gql.data(ORDER, { id })).placeOrder;
    const both = { custom_attributesV2: [{ code: 'door', value: 'B' }] };
    expect(orderV2).toEqual({ billing_address: both, shipping_address: both });
  });

  it('are refused with a value that the attribute does not take, and the cart stays as it is', async () => {
    const buyer = await shopper();
    await shipTo(buyer, [door('B')]);
    const send = (values: object[]) => buyer.gql.send(SHIP, { id: buyer.id, values });
    refuses(
      await send([door('x'.repeat(256))]),
      'graphql-input',
      /"Door" length must be equal or less than 255 characters/,
    );
    refuses(await send([{ attribute_code: 'gate', value: 'wide' }]), 'graphql-input', /gate.*wide/);
    const READ = `{ customerCart { shipping_addresses { custom_attributes ${VALUES} } } }`;
    const { shipping_addresses } = (await buyer.gql.data(READ)).customerCart;
    expect(shipping_addresses).toEqual([{ custom_attributes: [{ code: 'door', value: 'B' }] }]);
  });
});
