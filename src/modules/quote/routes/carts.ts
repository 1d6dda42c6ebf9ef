import { entity, none } from '../../../kernel/entity.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../search/criteria.ts';
import { assignCart } from '../cart/assign.ts';
import { createAnonymousCart, createCustomerCart, createGuestCart } from '../cart/create.ts';
import {
  findCustomerCart,
  getActiveCart,
  getActiveMaskedCart,
  getCart as readCart,
  getMaskedCart,
} from '../cart/load.ts';
import { listCarts } from '../cart/search.ts';
import { showCart } from '../cart/show.ts';
import { updateOwnCart } from '../cart/update.ts';
import { order } from '../checkout.ts';
import { Cart, CartSearchResults, Payment } from '../types.ts';

const manage = acl('Magento_Cart::manage');

export const getCart = route({
  method: 'GET',
  path: '/V1/carts/:cartId',
  service: 'quoteCartRepositoryV1',
  operation: 'get',
  summary: 'Read a cart, active or not.',
  access: manage,
  input: { cartId: t.integer },
  output: Cart,
  handle: async ({ cartId }, call) => showCart(call, await readCart(call, cartId)),
});

export const getCarts = route({
  method: 'GET',
  path: '/V1/carts/search',
  service: 'quoteCartRepositoryV1',
  operation: 'getList',
  summary: 'List carts.',
  access: manage,
  input: { searchCriteria: SearchCriteria },
  output: CartSearchResults,
  handle: ({ searchCriteria }, call) => listCarts(call, searchCriteria),
});

export const createCart = route({
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

export const createCartFor = route({
  method: 'POST',
  path: '/V1/customers/:customerId/carts',
  service: 'quoteCartManagementV1',
  operation: 'createEmptyCartForCustomer',
  summary: 'Make a cart for a customer who has none; answers the one there is.',
  access: manage,
  entity: entity('customer', 'customerId'),
  input: { customerId: t.integer },
  output: t.integer,
  handle: async ({ customerId }, call) => (await createCustomerCart(call, customerId)).id,
});

export const assignCartTo = route({
  method: 'PUT',
  path: '/V1/carts/:cartId',
  service: 'quoteCartManagementV1',
  operation: 'assignCustomer',
  summary: 'Give a cart to a customer; what the customer had in another joins it.',
  access: manage,
  entity: entity('cart', 'cartId', { names: ['customerId', 'storeId'] }),
  input: { cartId: t.integer, customerId: t.integer, storeId: t.integer },
  output: t.boolean,
  handle: async ({ cartId, customerId, storeId }, call) => {
    await assignCart(call, await getActiveCart(call, cartId), customerId, storeId);
    return true;
  },
});

export const createOwnCart = route({
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

export const getOwnCart = route({
  method: 'GET',
  path: '/V1/carts/mine',
  service: 'quoteCartManagementV1',
  operation: 'getCartForCustomer',
  summary: "Read the caller's own cart.",
  access: self,
  input: { customerId: t.integer },
  forced: { customerId: 'customer_id' },
  output: Cart,
  handle: async ({ customerId }, call) => {
    const cart = await findCustomerCart(call, customerId, call.scope.websiteId);
    if (!cart) throw platformErrors.noSuchEntity({ fieldName: 'customerId', fieldValue: customerId });
    return showCart(call, cart);
  },
});

export const saveOwnCart = route({
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

export const getGuestCart = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId',
  service: 'quoteGuestCartRepositoryV1',
  operation: 'get',
  summary: "Read a guest's cart, active or not.",
  access: anonymous,
  input: { cartId: t.string },
  output: Cart,
  handle: async ({ cartId }, call) => showCart(call, await getMaskedCart(call, cartId)),
});

export const makeGuestCart = route({
  method: 'POST',
  path: '/V1/guest-carts',
  service: 'quoteGuestCartManagementV1',
  operation: 'createEmptyCart',
  summary: 'Make a cart for a guest; answers its masked id.',
  access: anonymous,
  entity: none('It makes a new cart.'),
  input: {},
  output: t.string,
  handle: async (_, call) => (await createGuestCart(call)).masked_id!,
});

export const assignGuestCart = route({
  method: 'PUT',
  path: '/V1/guest-carts/:cartId',
  service: 'quoteGuestCartManagementV1',
  operation: 'assignCustomer',
  summary: "Give a guest's cart to the caller; what the caller had in another joins it.",
  access: self,
  entity: entity('cart', 'cartId', { names: ['customerId', 'storeId'] }),
  input: { cartId: t.string, customerId: t.integer, storeId: t.integer },
  output: t.boolean,
  handle: async ({ cartId, customerId, storeId }, call) => {
    // Whatever customer is named: who signed in as one can take a cart, not give it away.
    const taker = call.caller.type === 'customer' ? call.caller.id : customerId;
    await assignCart(call, await getActiveMaskedCart(call, cartId), taker, storeId);
    return true;
  },
});

export const orderCart = route({
  method: 'PUT',
  path: '/V1/carts/:cartId/order',
  service: 'quoteCartManagementV1',
  operation: 'placeOrder',
  summary: 'Order a cart.',
  access: manage,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, paymentMethod: t.optional(Payment) },
  output: t.integer,
  transaction: false,
  handle: ({ cartId, paymentMethod }, call) => order(call, (inside) => getActiveCart(inside, cartId), paymentMethod),
});

export const orderOwn = route({
  method: 'PUT',
  path: '/V1/carts/mine/order',
  service: 'quoteCartManagementV1',
  operation: 'placeOrder',
  summary: "Order the caller's own cart.",
  access: self,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, paymentMethod: t.optional(Payment) },
  forced: { cartId: 'cart_id' },
  output: t.integer,
  transaction: false,
  handle: ({ cartId, paymentMethod }, call) => order(call, (inside) => getActiveCart(inside, cartId), paymentMethod),
});

export const orderGuest = route({
  method: 'PUT',
  path: '/V1/guest-carts/:cartId/order',
  service: 'quoteGuestCartManagementV1',
  operation: 'placeOrder',
  summary: "Order a guest's cart.",
  access: anonymous,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.string, paymentMethod: t.optional(Payment) },
  output: t.integer,
  transaction: false,
  handle: ({ cartId, paymentMethod }, call) =>
    order(call, (inside) => getActiveMaskedCart(inside, cartId), paymentMethod),
});

/** Routes of carts themselves. */
export const cartRoutes = [
  getCart,
  getCarts,
  createCart,
  createCartFor,
  assignCartTo,
  createOwnCart,
  getOwnCart,
  saveOwnCart,
  getGuestCart,
  makeGuestCart,
  assignGuestCart,
  orderCart,
  orderOwn,
  orderGuest,
];
