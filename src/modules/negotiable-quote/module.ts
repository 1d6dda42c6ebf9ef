import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { TotalsExtension, TotalsItemExtension } from '../quote/totals-types.ts';
import { CartExtensionAttributes, CartItemExtensionAttributes } from '../quote/types.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { negotiationRoutes } from './routes.ts';
import { negotiatedCarts, negotiatedTotals } from './show.ts';
import { migrations } from './tables.ts';
import { cartNegotiation, orderNegotiation } from './totals.ts';
import { NegotiableQuote, NegotiableQuoteItem, NegotiableQuoteItemTotals, NegotiableQuoteTotals } from './types.ts';

/** Negotiated prices of carts, between a company and the shop. */
export const negotiableQuote = module({
  name: 'NegotiableQuote',
  edition: 'commercial',
  needs: ['catalog', 'quote', 'company'],
  acl: declaredAcl,
  routes: negotiationRoutes,
  migrations,
  extends: [
    { type: CartExtensionAttributes, fields: { negotiable_quote: t.optional(NegotiableQuote) } },
    { type: CartItemExtensionAttributes, fields: { negotiable_quote_item: t.optional(NegotiableQuoteItem) } },
    { type: TotalsExtension, fields: { negotiable_quote_totals: t.optional(NegotiableQuoteTotals) } },
    { type: TotalsItemExtension, fields: { negotiable_quote_item_totals: t.optional(NegotiableQuoteItemTotals) } },
  ],
  contributes: {
    cartExtensions: [negotiatedCarts],
    cartTotals: [cartNegotiation],
    cartTotalsExtensions: [negotiatedTotals],
    orderTotals: [orderNegotiation],
  },
});
