import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { TotalsExtension, TotalsItemExtension } from '../quote/totals-types.ts';
import { CartExtensionAttributes, CartItemExtensionAttributes } from '../quote/types.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { attachmentDownloads } from './attachments.ts';
import { quoteCheckoutRoutes } from './checkout-routes.ts';
import { negotiationConfiguration } from './configuration.ts';
import { quoteConsoleRoutes } from './console/routes.ts';
import { demoQuote } from './demo.ts';
import { startQuoteExpiry, startQuoteReminders } from './expiry.ts';
import { negotiationGraphql } from './graphql.ts';
import { quoteMailTemplates } from './mails.ts';
import { noteRoutes } from './note-routes.ts';
import { negotiationRoutes } from './routes.ts';
import { createNegotiableQuoteService } from './service.ts';
import { negotiatedCarts, originalTotals } from './show.ts';
import { migrations } from './tables.ts';
import { agreedShippingPrice, cartNegotiation, orderNegotiation } from './totals.ts';
import { attachmentUploads } from './upload-kind.ts';
import { NegotiableQuote, NegotiableQuoteItem, NegotiableQuoteItemTotals, NegotiableQuoteTotals } from './types.ts';

/** Negotiated prices of carts, between a company and the shop. */
export const negotiableQuote = module({
  name: 'NegotiableQuote',
  edition: 'commercial',
  needs: ['upload', 'customer', 'catalog', 'storefront', 'quote', 'sales', 'giftCardAccount', 'company'],
  services: { negotiableQuote: ({ files }) => createNegotiableQuoteService(files.store) },
  acl: declaredAcl,
  configuration: negotiationConfiguration,
  routes: [...negotiationRoutes, ...noteRoutes, ...quoteCheckoutRoutes],
  graphql: negotiationGraphql,
  faces: [attachmentDownloads],
  migrations,
  unshown: [
    'negotiable_quote',
    'negotiable_quote_attachment',
    'negotiable_quote_comment',
    'negotiable_quote_history',
    'negotiable_quote_item',
    'negotiable_quote_item_note',
  ],
  workers: [startQuoteExpiry, startQuoteReminders],
  extends: [
    { type: CartExtensionAttributes, fields: { negotiable_quote: t.optional(NegotiableQuote) } },
    { type: CartItemExtensionAttributes, fields: { negotiable_quote_item: t.optional(NegotiableQuoteItem) } },
    { type: TotalsExtension, fields: { negotiable_quote_totals: t.optional(NegotiableQuoteTotals) } },
    { type: TotalsItemExtension, fields: { negotiable_quote_item_totals: t.optional(NegotiableQuoteItemTotals) } },
  ],
  contributes: {
    consoleRoutes: quoteConsoleRoutes,
    mailTemplates: quoteMailTemplates,
    cartExtensions: [negotiatedCarts],
    cartTotals: [cartNegotiation],
    cartTotalsExtensions: [originalTotals],
    agreedShippingPrices: [agreedShippingPrice],
    orderTotals: [orderNegotiation],
    demoParts: [demoQuote],
    uploadKinds: [attachmentUploads],
  },
});
