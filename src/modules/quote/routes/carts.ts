import { entity, none } from '../../../kernel/entity.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { wantedIn } from '../../../kernel/fields-filter.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { elementAt, firstOf } from '../../../kernel/lists.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { assignCart } from '../change/assign.ts';
import { createAnonymousCart, createCustomerCart, createGuestCart } from '../change/create.ts';
import { findCustomerCart } from '../cart/load.ts';
import { listCarts } from '../show/search.ts';
import { showCart, showCarts } from '../show/cart.ts';
import { updateOwnCart } from '../change/update.ts';
import { order } from '../checkout.ts';
import { cartRoutes } from '../extensions.ts';
import { Cart, CartSearchResults, QuotePayment } from '../types.ts';

const manage = acl('Magento_Cart::manage');

const getCartRoute = cartRoutes({
  ways: ['any', 'guest'],
  method: 'GET',
  path: '/V1/carts/:cartId',
  service: 'quoteCartRepositoryV1',
  guestService: 'quoteGuestCartRepositoryV1',
  operation: 'get',
  summary: (cart) => `Read ${cart}, active or not.`,
  access: manage,
  closed: true,
  input: {},
  output: Cart,
  handle: async (_, call, cart, requestedFields) => showCart(call, await cart.read(call), requestedFields),
});

const getCarts = route({
  method: 'GET',
  path: '/V1/carts/search',
  service: 'quoteCartRepositoryV1',
  operation: 'getList',
  summary: 'List carts.',
  access: manage,
  input: { searchCriteria: SearchCriteria },
  output: CartSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listCarts(call, searchCriteria), requestedFields, async (carts) => [
      ...(await showCarts(call, carts, wantedIn(requestedFields, 'items'))).values(),
    ]),
});

const createCart = route({
  method: 'POST',
  path: '/V1/carts/',
  service: 'quoteCartManagementV1',
  operation: 'createEmptyCart',
  summary: 'Make a cart for nobody in particular.',
  access: manage,
  entity: none('It makes a new cart.'),
  input: {},
  output: t.integerText,
  handle: async (_, call) => String((await createAnonymousCart(call)).id),
});

const createCartFor = route({
  method: 'POST',
  path: '/V1/customers/:customerId/carts',
  service: 'quoteCartManagementV1',
  operation: 'createEmptyCartForCustomer',
  summary: 'Create a cart for a customer who has none; returns the active cart.',
  access: manage,
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer },
  output: t.integer,
  handle: async ({ customerId }, call) => (await createCustomerCart(call, customerId)).id,
});

const assignCartTo = cartRoutes({
  ways: ['any', 'guest'],
  method: 'PUT',
  path: '/V1/carts/:cartId',
  service: 'quoteCartManagementV1',
  guestService: 'quoteGuestCartManagementV1',
  operation: 'assignCustomer',
  summary: (cart, way) =>
    way === 'guest'
      ? `Give ${cart} to the caller; what the caller had in another joins it.`
      : `Give ${cart} to a customer; what the customer had in another joins it.`,
  access: manage,
  guestAccess: self,
  names: ['customerId', 'storeId'],
  input: { customerId: t.integer, storeId: t.integer },
  output: t.boolean,
  async handle({ customerId, storeId }, call, { read, isGuest }) {
    // Customers can only take over a guest's cart themselves: the customer id of their request is ignored.
    const taker = isGuest && call.caller.type === 'customer' ? call.caller.id : customerId;
    await assignCart(call, await read(call), taker, storeId);
    return true;
  },
});

const createOwnCart = route({
  method: 'POST',
  path: '/V1/carts/mine',
  service: 'quoteCartManagementV1',
  operation: 'createEmptyCartForCustomer',
  summary: 'Make a cart for the caller, or answer the one there is.',
  access: self,
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer },
  forced: { customerId: 'customer_id' },
  output: t.integer,
  handle: async ({ customerId }, call) => (await createCustomerCart(call, customerId)).id,
});

const getOwnCart = route({
  method: 'GET',
  path: '/V1/carts/mine',
  service: 'quoteCartManagementV1',
  operation: 'getCartForCustomer',
  summary: "Read the caller's own cart.",
  access: self,
  input: { customerId: t.integer },
  forced: { customerId: 'customer_id' },
  output: Cart,
  handle: async ({ customerId }, call, requestedFields) => {
    const cart = await findCustomerCart(call, customerId, call.scope.websiteId);
    if (!cart) throw platformErrors.noSuchEntity({ fieldName: 'customerId', fieldValue: customerId });
    return showCart(call, cart, requestedFields);
  },
});

const saveOwnCart = route({
  method: 'PUT',
  path: '/V1/carts/mine',
  service: 'quoteCartRepositoryV1',
  operation: 'save',
  summary: "Save the caller's own cart: notes, address, items.",
  access: self,
  entity: entity('cart', 'quote.id'),
  input: { quote: Cart },
  forced: { 'quote.id': 'cart_id' },
  output: t.nothing,
  handle: ({ quote }, call) => updateOwnCart(call, quote),
});

const makeGuestCart = route({
  method: 'POST',
  path: '/V1/guest-carts',
  service: 'quoteGuestCartManagementV1',
  operation: 'createEmptyCart',
  summary: 'Make a cart for a guest; answers its masked id.',
  access: anonymous,
  entity: none('It makes a new cart.'),
  input: {},
  output: t.string,
  handle: async (_, call) => invariant((await createGuestCart(call)).masked_id, 'the cart of a guest has a masked id'),
});

const orderCartRoute = cartRoutes({
  method: 'PUT',
  path: '/V1/carts/:cartId/order',
  service: 'quoteCartManagementV1',
  guestService: 'quoteGuestCartManagementV1',
  operation: 'placeOrder',
  summary: (cart) => `Order ${cart}.`,
  access: manage,
  input: { paymentMethod: t.optional(QuotePayment) },
  output: t.integer,
  transaction: false,
  handle: ({ paymentMethod }, call, cart) => order(call, (inside) => cart.read(inside), paymentMethod),
});

/** Routes of carts as wholes, in the order in which the schema lists them. */
export const wholeCartRoutes = [
  firstOf(getCartRoute),
  getCarts,
  createCart,
  createCartFor,
  firstOf(assignCartTo),
  createOwnCart,
  getOwnCart,
  saveOwnCart,
  elementAt(getCartRoute, 1),
  makeGuestCart,
  elementAt(assignCartTo, 1),
  ...orderCartRoute,
];
