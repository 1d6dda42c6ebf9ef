import { entity } from '../../../kernel/entity.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { getActiveCart, getActiveMaskedCart } from '../cart/load.ts';
import { cartRoutes } from '../extensions.ts';
import { estimateByAddressId, estimateShipping, listShippingMethods } from '../shipping/estimate.ts';
import { QuoteAddress, ShippingMethod } from '../types.ts';

const manage = acl('Magento_Cart::manage');

const getShippingMethods = cartRoutes({
  method: 'GET',
  path: '/V1/carts/:cartId/shipping-methods',
  service: 'quoteShippingMethodManagementV1',
  guestService: 'quoteGuestShippingMethodManagementV1',
  operation: 'getList',
  summary: (cart) => `List what is offered for shipping ${cart} to its address.`,
  access: manage,
  input: {},
  output: t.array(ShippingMethod),
  handle: async (_, call, cart) => listShippingMethods(call, await cart.read(call)),
});

export const estimateCartShipping = route({
  method: 'POST',
  path: '/V1/carts/:cartId/estimate-shipping-methods',
  reads: true,
  service: 'quoteShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: 'List what would be offered for shipping a cart to an address.',
  access: manage,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.string, address: QuoteAddress },
  output: t.array(ShippingMethod),
  handle: async ({ cartId, address }, call) => estimateShipping(call, await getActiveCart(call, cartId), address),
});

export const estimateOwnShipping = route({
  method: 'POST',
  path: '/V1/carts/mine/estimate-shipping-methods',
  reads: true,
  service: 'quoteShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: "List what would be offered for shipping the caller's own cart to an address.",
  access: self,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.integer, address: QuoteAddress },
  forced: { cartId: 'cart_id' },
  output: t.array(ShippingMethod),
  handle: async ({ cartId, address }, call) => estimateShipping(call, await getActiveCart(call, cartId), address),
});

export const estimateGuestShipping = route({
  method: 'POST',
  path: '/V1/guest-carts/:cartId/estimate-shipping-methods',
  reads: true,
  service: 'quoteGuestShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: "List what would be offered for shipping a guest's cart to an address.",
  access: anonymous,
  entity: entity('cart', 'cartId'),
  input: { cartId: t.string, address: QuoteAddress },
  output: t.array(ShippingMethod),
  handle: async ({ cartId, address }, call) =>
    estimateShipping(call, await getActiveMaskedCart(call, cartId, 0), address),
});

const estimateShippingById = cartRoutes({
  ways: ['any', 'own'],
  method: 'POST',
  path: '/V1/carts/:cartId/estimate-shipping-methods-by-address-id',
  reads: true,
  service: 'quoteShippingMethodManagementV1',
  operation: 'estimateByAddressId',
  summary: (cart) => `List what would be offered for shipping ${cart} to an address of its customer.`,
  access: manage,
  input: { addressId: t.integer },
  output: t.array(ShippingMethod),
  handle: async ({ addressId }, call, cart) => estimateByAddressId(call, await cart.read(call), addressId),
});

/** Routes of shipping methods. */
export const shippingRoutes = [
  ...getShippingMethods,
  estimateCartShipping,
  estimateOwnShipping,
  estimateGuestShipping,
  ...estimateShippingById,
];
