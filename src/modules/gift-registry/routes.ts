import type { Call } from '../../kernel/call.ts';
import { self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { cartRoutes, type CartOfRoute } from '../quote/extensions.ts';
import { ShippingMethod } from '../quote/types.ts';
import { registryFor } from './registries.ts';

/** The common part of both routes. */
const estimating = {
  method: 'POST',
  reads: true,
  operation: 'estimateByRegistryId',
  summary: (cart: string) => `Estimate the shipping methods of ${cart} for the address of a gift registry.`,
  access: self,
  input: { registryId: t.integer },
  output: t.array(ShippingMethod),
} as const;

async function estimateTo(call: Call, reached: CartOfRoute, registryId: number) {
  const cart = await reached.read(call);
  const { address } = await registryFor(call, cart, registryId);
  return call.services.quote.estimateToPlace(call, cart, address);
}

const estimate = cartRoutes({
  ...estimating,
  ways: ['own'],
  path: '/V1/giftregistry/mine/estimate-shipping-methods',
  service: 'giftRegistryShippingMethodManagementV1',
  handle: ({ registryId }, call, reached) => estimateTo(call, reached, registryId),
});

const estimateForGuest = cartRoutes({
  ...estimating,
  ways: ['guest'],
  path: '/V1/guest-giftregistry/:cartId/estimate-shipping-methods',
  service: 'giftRegistryGuestCartShippingMethodManagementV1',
  handle: ({ registryId }, call, reached) => estimateTo(call, reached, registryId),
});

/** Routes of gift registries. */
export const registryRoutes = [...estimate, ...estimateForGuest];
