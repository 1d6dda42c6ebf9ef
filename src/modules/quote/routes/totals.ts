import { acl, anonymous, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { getMaskedCart, noCart } from '../cart/load.ts';
import { collectTotals } from '../checkout.ts';
import { cartRoutes } from '../extensions.ts';
import { evaluate } from '../totals/evaluate.ts';
import { showTotals } from '../totals/show.ts';
import { Totals } from '../totals-types.ts';
import { Payment, TotalsAdditionalData } from '../types.ts';

const manage = acl('Magento_Cart::manage');

const getTotals = cartRoutes({
  ways: ['any', 'own'],
  method: 'GET',
  path: '/V1/carts/:cartId/totals',
  service: 'quoteCartTotalRepositoryV1',
  operation: 'get',
  summary: (cart) => `Work out what ${cart} comes to.`,
  access: manage,
  input: {},
  output: Totals,
  handle: async (_, call, cart) => showTotals(await evaluate(call, await cart.read(call))),
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

const collectCartTotals = cartRoutes({
  ways: ['own', 'guest'],
  method: 'PUT',
  path: '/V1/carts/:cartId/collect-totals',
  service: 'quoteCartTotalManagementV1',
  guestService: 'quoteGuestCartTotalManagementV1',
  operation: 'collectTotals',
  summary: (cart) => `Choose how ${cart} is shipped and paid, and work out what it comes to.`,
  access: manage,
  input: {
    paymentMethod: Payment,
    shippingCarrierCode: t.optional(t.string),
    shippingMethodCode: t.optional(t.string),
    additionalData: t.optional(TotalsAdditionalData),
  },
  output: Totals,
  handle: async (sent, call, cart) => collectTotals(call, await cart.read(call), sent),
});

/** Routes of totals. */
export const totalsRoutes = [...getTotals, getGuestTotals, ...collectCartTotals];
