import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../quote/shop.ts';
import { guestOrder } from '../sales/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

type Body = Answer['body'];
let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const guest = (): GraphQLClient => graphqlClient(souk);
const speak = (release: string, edition = 'commercial'): Promise<void> =>
  souk.restart({ SOUK_RELEASE: release, SOUK_EDITION: edition });

/** Names of the fields and values of types, and the root fields. */
async function namesOf(...types: string[]): Promise<Set<string>> {
  const asked = types.map(
    (name, at) => `t${at}: __type(name: "${name}") { name fields(includeDeprecated: true) { name type { ...T } }
    inputFields { name type { ...T } } enumValues { name } }`,
  );
  const found = await guest().data(
    `{ ${asked.join(' ')} } fragment T on __Type { name kind ofType { name kind ofType { name kind ofType { name } } } }`,
  );
  const text = ({ name, kind, ofType }: Body): string =>
    kind === 'NON_NULL' ? `${text(ofType)}!` : kind === 'LIST' ? `[${text(ofType)}]` : name;
  return new Set(
    Object.values(found).flatMap((type) => {
      const { name, fields, inputFields, enumValues } = (type ?? {}) as Body;
      const typed = [...(fields ?? []), ...(inputFields ?? [])].map((one: Body) => `${one.name}: ${text(one.type)}`);
      const values = (enumValues ?? []).map((one: Body) => one.name);
      return [...typed, ...values].map((part) => `${name}.${part}`);
    }),
  );
}

const ADD = `mutation($id: String!, $sku: String!, $n: Float!) {
  addProductsToCart(cartId: $id, cartItems: [{ sku: $sku, quantity: $n }]) { user_errors { __typename code } cart { items { uid } } } }`;
async function cartWith(sku: string, quantity: number): Promise<{ id: string; uid: string }> {
  const id = (await guest().data('mutation { createEmptyCart }')).createEmptyCart;
  const { cart } = (await guest().data(ADD, { id, sku, n: quantity })).addProductsToCart;
  return { id, uid: cart.items[0].uid };
}

/** The parts of the schema that came with 2.4.8. */
const later = [
  'UpdateCartItemsOutput.errors: [CartUserInputError!]!',
  'ShippingCartAddress.same_as_billing: Boolean!',
  'ShippingCartAddress.id: Int',
  'BillingCartAddress.id: Int',
  'SimpleCartItem.not_available_message: String',
  'CartItemPrices.original_item_price: Money!',
  'CartItemPrices.original_row_total: Money!',
  'CartPrices.grand_total_excluding_tax: Money',
  'SimpleProduct.quantity: Float',
  'SimpleProduct.gift_message_available: Boolean!',
  'SimpleProduct.gift_wrapping_available: Boolean!',
  'SimpleProduct.gift_wrapping_price: Money',
  'GiftOptionsPrices.gift_wrapping_for_items_incl_tax: Money',
  'GiftCardCartItem.gift_message: GiftMessage',
  'GiftCardCartItem.gift_wrapping: GiftWrapping',
  'StoreConfig.printed_card_priceV2: Money',
  'OrderTotal.grand_total_excl_tax: Money!',
  'OrderTotal.subtotal_excl_tax: Money!',
  'OrderTotal.subtotal_incl_tax: Money!',
  'OrderItem.prices: OrderItemPrices',
  'CartUserInputErrorType.COULD_NOT_FIND_CART_ITEM',
  'CartUserInputErrorType.REQUIRED_PARAMETER_MISSING',
  'CartUserInputErrorType.INVALID_PARAMETER_VALUE',
  'InsufficientStockError.quantity: Float',
  'OrderInformationInput.lastname: String',
  'CustomerOrders.date_of_first_order: String',
  'CustomerOrdersFilterInput.order_date: FilterRangeTypeInput',
  'CustomerOrdersFilterInput.grand_total: FilterRangeTypeInput',
  'CustomerOrdersFilterInput.status: FilterEqualTypeInput',
  'Customer.addressesV2: CustomerAddresses',
  'OrderAddress.custom_attributesV2: [AttributeValueInterface]!',
  'SimpleProduct.min_sale_qty: Float',
  'SimpleProduct.max_sale_qty: Float',
  'CancelOrderOutput.errorV2: CancelOrderError',
  'CancelOrderError.code: CancelOrderErrorCode!',
  'CancelOrderErrorCode.PARTIAL_ORDER_ITEM_SHIPPED',
  'StoreConfig.is_checkout_agreements_enabled: Boolean!',
  'StoreConfig.orders_invoices_credit_memos_display_price: Int!',
  'StoreConfig.orders_invoices_credit_memos_display_full_summary: Boolean!',
  'StoreConfig.display_shipping_prices: Int!',
];
const typesOf = (names: readonly string[]): string[] => [...new Set(names.map((one) => one.split('.')[0]!))];

describe('the schema', () => {
  it('of 2.4.7 lacks later fields', async () => {
    await speak('2.4.7');
    const names = await namesOf(...typesOf(later), 'Mutation', 'Query', 'Customer');
    for (const one of later) expect(names, one).not.toContain(one);
    expect(names).toContain('SimpleProduct.gift_message_available: String');
    expect(names).toContain('OrderInformationInput.postcode: String!');
    expect(names).toContain('Query.guestOrder: CustomerOrder!');
    expect(names).not.toContain('Mutation.clearCart: ClearCartOutput!');
    expect(names).toContain('Customer.id: Int');
    expect((await guest().data('{ __type(name: "Error") { name } }')).__type).toBeNull();
  });

  it('of 2.4.8 has it, and clearing of carts in the commercial edition', async () => {
    await speak('2.4.8');
    const names = await namesOf(...typesOf(later), 'Mutation', 'Customer');
    for (const one of later) expect(names, one).toContain(one);
    expect(names).not.toContain('OrderInformationInput.postcode: String!');
    expect(names).toContain('Mutation.clearCart: ClearCartOutput!');
    expect(names).toContain('Customer.id: Int');
    await speak('2.4.8', 'open');
    expect(await namesOf('Mutation')).not.toContain('Mutation.clearCart: ClearCartOutput!');
  });

  it('tells how the shop shows taxes of orders, and whether it asks for agreement', async () => {
    await speak('2.4.8');
    const SHOWN = `{ storeConfig { is_checkout_agreements_enabled display_product_prices_in_catalog display_shipping_prices
      orders_invoices_credit_memos_display_price orders_invoices_credit_memos_display_subtotal
      orders_invoices_credit_memos_display_shipping_amount orders_invoices_credit_memos_display_grandtotal
      orders_invoices_credit_memos_display_full_summary orders_invoices_credit_memos_display_zero_tax } }`;
    const shown = async (): Promise<unknown[]> => Object.values((await guest().data(SHOWN)).storeConfig);
    expect(await shown()).toEqual([false, 1, 1, 1, 1, 1, false, false, false]);
    const set = {
      'checkout/options/enable_agreements': '1',
      'tax/display/type': '3',
      'tax/display/shipping': '2',
      'tax/sales_display/price': '2',
      'tax/sales_display/subtotal': '3',
      'tax/sales_display/shipping': '2',
      'tax/sales_display/grandtotal': '1',
      'tax/sales_display/full_summary': '1',
      'tax/sales_display/zero_tax': '1',
    };
    await souk.configure(set);
    expect(await shown()).toEqual([true, 3, 2, 2, 3, 2, true, true, true]);
    await souk.configure(Object.fromEntries(Object.keys(set).map((path) => [path, null])));
  });

  it('of 2.4.9 has clearing of carts in both editions, and ids of customers that tell no number', async () => {
    await speak('2.4.9', 'open');
    const names = await namesOf('Mutation', 'Customer', 'GuestOrderInformationInput');
    expect(names).toContain('Mutation.clearCart: ClearCartOutput!');
    expect(names).toContain('Customer.id: ID!');
    expect(names).toContain('GuestOrderInformationInput.lastname: String');
    const { email, id } = await newCustomer(souk);
    const { token } = await signIn(souk, email);
    expect((await graphqlClient(souk, token).data('{ customer { id } }')).customer.id).toBe(btoa(String(id)));
  });
});

describe('an item that cannot be changed', () => {
  const UPDATE = (items: string, more = '') =>
    `mutation($id: String!) { updateCartItems(input: { cart_id: $id, cart_items: [${items}] }) {
      ${more} cart { items { uid quantity is_available } } } }`;

  it('fails the request in 2.4.7', async () => {
    await speak('2.4.7');
    const { id, uid } = await cartWith(await makeProduct(souk, {}, { qty: 5 }), 2);
    const answer = await guest().send(UPDATE(`{ cart_item_uid: "${uid}", quantity: 50 }`), { id });
    refuses(answer, 'graphql-input', 'The requested qty is not available');
  });

  it('is an error of the list from 2.4.8 on, beside the others', async () => {
    await speak('2.4.8');
    const { id, uid } = await cartWith(await makeProduct(souk, {}, { qty: 5 }), 2);
    const second = (await guest().data(ADD, { id, sku: await makeProduct(souk), n: 1 })).addProductsToCart.cart
      .items[1];
    const items = `{ cart_item_uid: "${uid}", quantity: 50 }, { cart_item_uid: "${btoa('999999')}", quantity: 1 },
      { quantity: 1 }, { cart_item_uid: "${second.uid}", quantity: 4 }`;
    const { updateCartItems } = await guest().data(UPDATE(items, 'errors { code message }'), { id });
    expect(updateCartItems).toEqual({
      errors: [
        { code: 'INSUFFICIENT_STOCK', message: 'The requested qty is not available' },
        { code: 'COULD_NOT_FIND_CART_ITEM', message: `Could not find cart item with id: ${btoa('999999')}.` },
        { code: 'REQUIRED_PARAMETER_MISSING', message: expect.stringContaining('cart_item_id') },
      ],
      cart: {
        items: [
          { uid, quantity: 2, is_available: true },
          { uid: second.uid, quantity: 4, is_available: true },
        ],
      },
    });
  });

  it('has a message, and how many are left where the shop says so', async () => {
    await speak('2.4.8');
    const sku = await makeProduct(souk, {}, { qty: 5 });
    const { id } = await cartWith(sku, 4);
    const READ = `query($id: String!) { cart(cart_id: $id) { items { is_available not_available_message product { quantity } } } }`;
    const read = async (): Promise<Body> => (await guest().data(READ, { id })).cart.items[0];
    expect(await read()).toEqual({ is_available: true, not_available_message: null, product: { quantity: null } });
    const product = { extension_attributes: { stock_item: { qty: 3, is_in_stock: true } } };
    ok(await souk.admin.put(`/V1/products/${sku}`, { product }));
    const few = 'Not enough items for sale. Please adjust the quantity to continue';
    expect(await read()).toEqual({ is_available: false, not_available_message: few, product: { quantity: null } });
    await souk.configure({ 'cataloginventory/options/not_available_message': '1' });
    const some = 'Only 3 available for sale. Please adjust the quantity to continue';
    expect(await read()).toEqual({ is_available: false, not_available_message: some, product: { quantity: 3 } });
    await souk.configure({ 'cataloginventory/options/not_available_message': null });
  });

  it('is of a type of its own where stock is short', async () => {
    const sku = await makeProduct(souk, {}, { qty: 5 });
    const add = async (): Promise<Body> => {
      const id = (await guest().data('mutation { createEmptyCart }')).createEmptyCart;
      return (await guest().data(ADD, { id, sku, n: 9 })).addProductsToCart.user_errors;
    };
    await speak('2.4.7');
    expect(await add()).toEqual([{ __typename: 'CartUserInputError', code: 'INSUFFICIENT_STOCK' }]);
    await speak('2.4.8');
    expect(await add()).toEqual([{ __typename: 'InsufficientStockError', code: 'INSUFFICIENT_STOCK' }]);
    const id = (await guest().data('mutation { createEmptyCart }')).createEmptyCart;
    const LEFT = ADD.replace('code }', 'code ... on InsufficientStockError { quantity } }');
    const left = async (): Promise<unknown> =>
      (await guest().data(LEFT, { id, sku, n: 9 })).addProductsToCart.user_errors[0].quantity;
    expect(await left()).toBeNull();
    await souk.configure({ 'cataloginventory/options/not_available_message': '1' });
    expect(await left()).toBe(5);
    await souk.configure({ 'cataloginventory/options/not_available_message': null });
  });
});

describe('prices and addresses of a cart', () => {
  it('are told with the original price, without tax, and by the address book', async () => {
    await speak('2.4.8');
    const special = [{ attribute_code: 'special_price', value: '7' }];
    const { id } = await cartWith(await makeProduct(souk, { custom_attributes: special }), 3);
    const TO = `{ firstname: "Ada", lastname: "Example", street: ["1 Main St"], city: "Los Angeles", region_id: 12,
      postcode: "90001", country_code: "US", telephone: "1" }`;
    const SHOWN = `cart { billing_address { id city } shipping_addresses { id city same_as_billing }
      prices { grand_total { value } grand_total_excluding_tax { value } }
      items { prices { price { value } original_item_price { value } original_row_total { value } } } }`;
    const bill = async (input: string): Promise<Body> =>
      (
        await guest().data(
          `mutation($id: String!) { setBillingAddressOnCart(input: { cart_id: $id, billing_address: { ${input} } }) { ${SHOWN} } }`,
          { id },
        )
      ).setBillingAddressOnCart.cart;
    const shared = await bill(`address: ${TO}, use_for_shipping: true`);
    expect(shared).toEqual({
      billing_address: { id: null, city: 'Los Angeles' },
      shipping_addresses: [{ id: null, city: 'Los Angeles', same_as_billing: true }],
      prices: { grand_total: { value: 21 }, grand_total_excluding_tax: { value: 21 } },
      items: [
        { prices: { price: { value: 7 }, original_item_price: { value: 10 }, original_row_total: { value: 30 } } },
      ],
    });
    expect((await bill(`address: ${TO}`)).shipping_addresses[0].same_as_billing).toBe(false);
    expect((await bill('same_as_shipping: true')).shipping_addresses[0].same_as_billing).toBe(true);
  });
});

describe('an order', () => {
  it('D332: is found by a guest as each release asks, and by a postcode as before', async () => {
    const { order } = await guestOrder(souk);
    const own = { number: order.increment_id, email: 'ADA@example.com' };
    const find = (type: string, input: object) =>
      guest().send(`query($input: ${type}!) { guestOrder(input: $input) { number } }`, { input: { ...own, ...input } });
    const unknown = "We couldn't locate an order with the information provided.";
    const { postcode, lastname } = order.billing_address;
    const found = { guestOrder: { number: order.increment_id } };
    for (const [release, type, right, wrong] of [
      ['2.4.7', 'OrderInformationInput', { postcode }, { postcode: '10001' }],
      ['2.4.8', 'OrderInformationInput', { lastname: lastname.toUpperCase() }, { lastname: 'Eve' }],
      ['2.4.9', 'GuestOrderInformationInput', { lastname }, { lastname: '' }],
    ] as const) {
      await speak(release);
      expect((await find(type, right)).body.data).toEqual(found);
      refuses(await find(type, wrong), 'graphql-no-such-entity', unknown);
      if (release === '2.4.7') continue;
      expect((await find(type, { postcode })).body.data).toEqual(found);
      refuses(await find(type, { postcode, lastname: 'Eve' }), 'graphql-no-such-entity', unknown);
      refuses(await find(type, {}), 'graphql-input', 'Field "lastname" of required type "String!" was not provided.');
    }
  });

  it('shows the names of its buyer: of the account, or of the billing address of a guest', async () => {
    await speak('2.4.9');
    const { order } = await guestOrder(souk);
    const { firstname, lastname } = order.billing_address;
    const ONE = `query($input: GuestOrderInformationInput!) { guestOrder(input: $input) {
      customer_info { firstname lastname middlename prefix suffix } } }`;
    const input = { number: order.increment_id, email: 'ada@example.com', lastname };
    const none = { middlename: null, prefix: null, suffix: null };
    const { customer_info } = (await guest().data(ONE, { input })).guestOrder;
    expect(customer_info).toEqual({ firstname, lastname, ...none });
    expect(await namesOf('CustomerOrder')).toContain('CustomerOrder.customer_info: OrderCustomerInfo!');
    await speak('2.4.8');
    expect(await namesOf('CustomerOrder')).not.toContain('CustomerOrder.customer_info: OrderCustomerInfo!');
  });

  it('tells the prices of its items, and its totals with and without tax', async () => {
    await speak('2.4.9');
    const { order } = await guestOrder(souk);
    const { lastname } = order.billing_address;
    const READ = `query($input: GuestOrderInformationInput!) { guestOrder(input: $input) {
      total { grand_total { value } grand_total_excl_tax { value } subtotal_excl_tax { value } subtotal_incl_tax { value } }
      items { quantity_ordered prices { price { value } price_including_tax { value } row_total { value }
        row_total_including_tax { value } original_price { value } original_row_total { value }
        original_price_including_tax { value } original_row_total_including_tax { value } total_item_discount { value } discounts { label } } } } }`;
    const input = { number: order.increment_id, email: 'ada@example.com', lastname };
    const { total, items } = (await guest().data(READ, { input })).guestOrder;
    expect(total).toEqual({
      grand_total: { value: order.grand_total },
      grand_total_excl_tax: { value: order.grand_total - order.tax_amount },
      subtotal_excl_tax: { value: order.subtotal },
      subtotal_incl_tax: { value: order.subtotal_incl_tax },
    });
    const [item] = order.items;
    expect(items[0].prices).toEqual({
      price: { value: item.price },
      price_including_tax: { value: item.price_incl_tax },
      row_total: { value: item.row_total },
      row_total_including_tax: { value: item.row_total_incl_tax },
      original_price: { value: item.original_price },
      original_row_total: { value: item.original_price * item.qty_ordered },
      original_price_including_tax: { value: item.original_price },
      original_row_total_including_tax: { value: item.original_price * item.qty_ordered },
      total_item_discount: { value: 0 },
      discounts: [],
    });
  });
});

describe('clearing a cart', () => {
  const CLEAR =
    'mutation($uid: ID!) { clearCart(input: { uid: $uid }) { cart { id items { uid } total_quantity } errors { type message } } }';

  it('removes all items of the own cart, and says of others why not', async () => {
    await speak('2.4.9', 'open');
    const { id } = await cartWith(await makeProduct(souk), 2);
    const cleared = { cart: { id, items: [], total_quantity: 0 }, errors: null };
    expect((await guest().data(CLEAR, { uid: id })).clearCart).toEqual(cleared);
    const refusalOf = async (uid: string, caller = guest()): Promise<Body> => {
      const { cart, errors } = (await caller.data(CLEAR, { uid })).clearCart;
      expect(cart).toBeNull();
      return errors.map(({ type }: Body) => type);
    };
    expect(await refusalOf('none')).toEqual(['NOT_FOUND']);
    const { token } = await signIn(souk, (await newCustomer(souk)).email);
    const customer = graphqlClient(souk, token);
    const { customerCart } = await customer.data('{ customerCart { id } }');
    expect(await refusalOf(customerCart.id)).toEqual(['UNAUTHORISED']);
    expect(await refusalOf(id, customer)).toEqual(['UNAUTHORISED']);
    expect((await customer.data(CLEAR, { uid: customerCart.id })).clearCart.errors).toBeNull();
  });
});

describe('a request', () => {
  const SHOP = '{ storeConfig { locale } }';

  it('D331: with a token that is no good is a guest before 2.4.8, and 401 from then on', async () => {
    const { token } = await signIn(souk, (await newCustomer(souk)).email);
    await graphqlClient(souk, token).data('mutation { revokeCustomerToken { result } }');
    for (const bad of [token, 'none']) {
      await speak('2.4.7');
      expect((await graphqlClient(souk, bad).data(SHOP)).storeConfig.locale).toBe('en_US');
      await speak('2.4.8');
      const refused = await graphqlClient(souk, bad).send(SHOP);
      expect(refused.status).toBe(401);
      refuses(refused, 'graphql-authentication', 'The access token is not valid.');
    }
    // A request without a valid bearer header is a guest's.
    expect((await guest().data(SHOP, {}, { authorization: '' })).storeConfig.locale).toBe('en_US');
    expect((await guest().data(SHOP, {}, { authorization: 'Bearer' })).storeConfig.locale).toBe('en_US');
  });

  it('may ask for 300 fields before 2.4.8, and 1000 from then on', async () => {
    const asked = (n: number): string =>
      `{ ${Array.from({ length: n / 2 }, (_, at) => `a${at}: storeConfig { locale }`).join(' ')} }`;
    await speak('2.4.7');
    refuses(await guest().send(asked(302)), undefined, 'Max query complexity should be 300 but got 302.');
    await speak('2.4.8');
    expect((await guest().send(asked(1000))).body.errors).toBeUndefined();
    refuses(await guest().send(asked(1002)), undefined, 'Max query complexity should be 1000 but got 1002.');
    await souk.configure({ 'souk/graphql/complexity': '10' });
    refuses(await guest().send(asked(12)), undefined, 'Max query complexity should be 10 but got 12.');
    await souk.configure({ 'souk/graphql/complexity': null });
  });
});
