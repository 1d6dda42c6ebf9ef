import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { getActiveCart, getActiveMaskedCart } from '../cart/load.ts';
import { estimateByAddressId, estimateShipping, listShippingMethods } from '../shipping/estimate.ts';
import { QuoteAddress, ShippingMethod } from '../types.ts';

const manage = acl('Magento_Cart::manage');

export const getCartShippingMethods = route({
  method: 'GET',
  path: '/V1/carts/:cartId/shipping-methods',
  service: 'quoteShippingMethodManagementV1',
  operation: 'getList',
  summary: 'List what is offered for shipping a cart to its address.',
  access: manage,
  input: { cartId: t.integer },
  output: t.array(ShippingMethod),
  handle: async ({ cartId }, call) => listShippingMethods(call, await getActiveCart(call, cartId)),
});

export const getOwnShippingMethods = route({
  method: 'GET',
  path: '/V1/carts/mine/shipping-methods',
  service: 'quoteShippingMethodManagementV1',
  operation: 'getList',
  summary: "List what is offered for shipping the caller's own cart to its address.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.array(ShippingMethod),
  handle: async ({ cartId }, call) => listShippingMethods(call, await getActiveCart(call, cartId)),
});

export const getGuestShippingMethods = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/shipping-methods',
  service: 'quoteGuestShippingMethodManagementV1',
  operation: 'getList',
  summary: "List what is offered for shipping a guest's cart to its address.",
  access: anonymous,
  input: { cartId: t.string },
  output: t.array(ShippingMethod),
  handle: async ({ cartId }, call) => listShippingMethods(call, await getActiveMaskedCart(call, cartId)),
});

export const estimateCartShipping = route({
  method: 'POST',
  path: '/V1/carts/:cartId/estimate-shipping-methods',
  service: 'quoteShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: 'List what would be offered for shipping a cart to an address.',
  access: manage,
  input: { cartId: t.string, address: QuoteAddress },
  output: t.array(ShippingMethod),
  handle: async ({ cartId, address }, call) => estimateShipping(call, await getActiveCart(call, cartId), address),
});

export const estimateOwnShipping = route({
  method: 'POST',
  path: '/V1/carts/mine/estimate-shipping-methods',
  service: 'quoteShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: "List what would be offered for shipping the caller's own cart to an address.",
  access: self,
  input: { cartId: t.integer, address: QuoteAddress },
  forced: { cartId: 'cart_id' },
  output: t.array(ShippingMethod),
  handle: async ({ cartId, address }, call) => estimateShipping(call, await getActiveCart(call, cartId), address),
});

export const estimateGuestShipping = route({
  method: 'POST',
  path: '/V1/guest-carts/:cartId/estimate-shipping-methods',
  service: 'quoteGuestShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: "List what would be offered for shipping a guest's cart to an address.",
  access: anonymous,
  input: { cartId: t.string, address: QuoteAddress },
  output: t.array(ShippingMethod),
  handle: async ({ cartId, address }, call) => estimateShipping(call, await getActiveMaskedCart(call, cartId), address),
});

export const estimateCartShippingById = route({
  method: 'POST',
  path: '/V1/carts/:cartId/estimate-shipping-methods-by-address-id',
  service: 'quoteShippingMethodManagementV1',
  operation: 'estimateByAddressId',
  summary: 'List what would be offered for shipping a cart to an address of its customer.',
  access: manage,
  input: { cartId: t.integer, addressId: t.integer },
  output: t.array(ShippingMethod),
  handle: async ({ cartId, addressId }, call) =>
    estimateByAddressId(call, await getActiveCart(call, cartId), addressId),
});

export const estimateOwnShippingById = route({
  method: 'POST',
  path: '/V1/carts/mine/estimate-shipping-methods-by-address-id',
  service: 'quoteShippingMethodManagementV1',
  operation: 'estimateByAddressId',
  summary: "List what would be offered for shipping the caller's own cart to an address of its customer.",
  access: self,
  input: { cartId: t.integer, addressId: t.integer },
  forced: { cartId: 'cart_id' },
  output: t.array(ShippingMethod),
  handle: async ({ cartId, addressId }, call) =>
    estimateByAddressId(call, await getActiveCart(call, cartId), addressId),
});

/** Routes of shipping methods. */
export const shippingRoutes = [
  getCartShippingMethods,
  getOwnShippingMethods,
  getGuestShippingMethods,
  estimateCartShipping,
  estimateOwnShipping,
  estimateGuestShipping,
  estimateCartShippingById,
  estimateOwnShippingById,
];
