import { entity } from '../../../kernel/entity.ts';
import { acl, anonymous, route, self } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { getActiveCart, getActiveMaskedCart, getMaskedCart, noCart } from '../cart/load.ts';
import { collectTotals } from '../checkout.ts';
import { evaluate } from '../totals/evaluate.ts';
import { showTotals } from '../totals/show.ts';
import { Totals } from '../totals-types.ts';
import { Payment, TotalsAdditionalData } from '../types.ts';

const manage = acl('Magento_Cart::manage');

export const getCartTotals = route({
  method: 'GET',
  path: '/V1/carts/:cartId/totals',
  service: 'quoteCartTotalRepositoryV1',
  operation: 'get',
  summary: 'Work out what a cart comes to.',
  access: manage,
  input: { cartId: t.integer },
  output: Totals,
  handle: async ({ cartId }, call) => showTotals(await evaluate(call, await getActiveCart(call, cartId))),
});

export const getOwnTotals = route({
  method: 'GET',
  path: '/V1/carts/mine/totals',
  service: 'quoteCartTotalRepositoryV1',
  operation: 'get',
  summary: "Work out what the caller's own cart comes to.",
  access: self,
  input: { cartId: t.integer },
  forced: { cartId: 'cart_id' },
  output: Totals,
  handle: async ({ cartId }, call) => showTotals(await evaluate(call, await getActiveCart(call, cartId))),
});

export const getGuestTotals = route({
  method: 'GET',
  path: '/V1/guest-carts/:cartId/totals',
  service: 'quoteGuestCartTotalRepositoryV1',
  operation: 'get',
  summary: "Work out what a guest's cart comes to.",
  access: anonymous,
  input: { cartId: t.string },
  output: Totals,
  handle: async ({ cartId }, call) => {
    const cart = await getMaskedCart(call, cartId);
    // Recorded: here the id is told as text.
    if (!cart.is_active) throw noCart(String(cart.id));
    return showTotals(await evaluate(call, cart));
  },
});

export const collectOwnTotals = route({
  method: 'PUT',
  path: '/V1/carts/mine/collect-totals',
  service: 'quoteCartTotalManagementV1',
  operation: 'collectTotals',
  summary: "Choose how the caller's own cart is shipped and paid, and work out what it comes to.",
  access: self,
  entity: entity('cart', 'cartId'),
  input: {
    cartId: t.integer,
    paymentMethod: Payment,
    shippingCarrierCode: t.optional(t.string),
    shippingMethodCode: t.optional(t.string),
    additionalData: t.optional(TotalsAdditionalData),
  },
  forced: { cartId: 'cart_id' },
  output: Totals,
  handle: async ({ cartId, ...sent }, call) => collectTotals(call, await getActiveCart(call, cartId), sent),
});

export const collectGuestTotals = route({
  method: 'PUT',
  path: '/V1/guest-carts/:cartId/collect-totals',
  service: 'quoteGuestCartTotalManagementV1',
  operation: 'collectTotals',
  summary: "Choose how a guest's cart is shipped and paid, and work out what it comes to.",
  access: anonymous,
  entity: entity('cart', 'cartId'),
  input: {
    cartId: t.string,
    paymentMethod: Payment,
    shippingCarrierCode: t.optional(t.string),
    shippingMethodCode: t.optional(t.string),
    additionalData: t.optional(TotalsAdditionalData),
  },
  output: Totals,
  handle: async ({ cartId, ...sent }, call) => collectTotals(call, await getActiveMaskedCart(call, cartId), sent),
});

/** Routes of totals. */
export const totalsRoutes = [getCartTotals, getOwnTotals, getGuestTotals, collectOwnTotals, collectGuestTotals];
