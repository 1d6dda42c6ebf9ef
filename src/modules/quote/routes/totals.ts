import { acl } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { noCart } from '../cart/load.ts';
import { chooseShippingAndPayment } from '../checkout.ts';
import { cartRoutes } from '../extensions.ts';
import { evaluate } from '../totals/evaluate.ts';
import { showTotals } from '../totals/show.ts';
import { QuoteTotals } from '../totals-types.ts';
import { QuotePayment, TotalsAdditionalData } from '../types.ts';

const manage = acl('Magento_Cart::manage');

const getTotals = cartRoutes({
  method: 'GET',
  path: '/V1/carts/:cartId/totals',
  service: 'quoteCartTotalRepositoryV1',
  guestService: 'quoteGuestCartTotalRepositoryV1',
  operation: 'get',
  summary: (cart) => `Calculate the totals of ${cart}.`,
  access: manage,
  closed: true,
  input: {},
  output: QuoteTotals,
  async handle(_, call, reached) {
    const cart = await reached.read(call);
    // Recorded: errors for guests contain the id as text.
    if (!cart.is_active) throw noCart(reached.isGuest ? String(cart.id) : reached.id);
    return showTotals(call, await evaluate(call, cart));
  },
});

const collectCartTotals = cartRoutes({
  ways: ['own', 'guest'],
  method: 'PUT',
  path: '/V1/carts/:cartId/collect-totals',
  service: 'quoteCartTotalManagementV1',
  guestService: 'quoteGuestCartTotalManagementV1',
  operation: 'collectTotals',
  summary: (cart) => `Set the shipping and payment methods of ${cart}, and calculate its totals.`,
  access: manage,
  input: {
    paymentMethod: QuotePayment,
    shippingCarrierCode: t.optional(t.string),
    shippingMethodCode: t.optional(t.string),
    additionalData: t.optional(TotalsAdditionalData),
  },
  output: QuoteTotals,
  handle: async (input, call, cart) =>
    showTotals(call, await chooseShippingAndPayment(call, await cart.read(call), input), true),
});

/** Routes of totals. */
export const totalsRoutes = [...getTotals, ...collectCartTotals];
