import { acl } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { cartRoutes } from '../extensions.ts';
import { estimateByAddressId, estimateShipping, listShippingMethods } from '../show/shipping-methods.ts';
import { QuoteAddress, ShippingMethod } from '../types.ts';

const manage = acl('Magento_Cart::manage');

const getShippingMethods = cartRoutes({
  method: 'GET',
  path: '/V1/carts/:cartId/shipping-methods',
  service: 'quoteShippingMethodManagementV1',
  guestService: 'quoteGuestShippingMethodManagementV1',
  operation: 'getList',
  summary: (cart) => `List the shipping methods of ${cart} for its address.`,
  access: manage,
  input: {},
  output: t.array(ShippingMethod),
  handle: async (_, call, cart) => listShippingMethods(call, await cart.read(call)),
});

const estimateShippingTo = cartRoutes({
  method: 'POST',
  path: '/V1/carts/:cartId/estimate-shipping-methods',
  reads: true,
  service: 'quoteShipmentEstimationV1',
  guestService: 'quoteGuestShipmentEstimationV1',
  operation: 'estimateByExtendedAddress',
  summary: (cart) => `Estimate the shipping methods of ${cart} for an address.`,
  access: manage,
  idType: t.string,
  unknownMask: 0,
  input: { address: QuoteAddress },
  output: t.array(ShippingMethod),
  handle: async ({ address }, call, cart) => estimateShipping(call, await cart.read(call), address),
});

const estimateShippingById = cartRoutes({
  ways: ['any', 'own'],
  method: 'POST',
  path: '/V1/carts/:cartId/estimate-shipping-methods-by-address-id',
  reads: true,
  service: 'quoteShippingMethodManagementV1',
  operation: 'estimateByAddressId',
  summary: (cart) => `Estimate the shipping methods of ${cart} for an address of its customer.`,
  access: manage,
  input: { addressId: t.integer },
  output: t.array(ShippingMethod),
  handle: async ({ addressId }, call, cart) => estimateByAddressId(call, await cart.read(call), addressId),
});

/** Routes of shipping methods. */
export const shippingRoutes = [...getShippingMethods, ...estimateShippingTo, ...estimateShippingById];
