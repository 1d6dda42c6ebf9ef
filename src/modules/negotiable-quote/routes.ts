import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { Cart } from '../quote/types.ts';
import { commentsOf, declinePrice, namePrice, requestPrice, submitPrice } from './negotiations.ts';
import { showComment } from './show.ts';
import { NegotiationComment } from './types.ts';

const service = 'negotiableQuoteNegotiableQuoteManagementV1';
const access = acl('Magento_NegotiableQuote::manage');
const one = entity('cart', 'quoteId');

const request = route({
  method: 'POST',
  path: '/V1/negotiableQuote/request',
  service,
  operation: 'create',
  summary: 'Begin to negotiate the price of a cart of a company.',
  access,
  entity: one,
  input: { quoteId: t.integer, quoteName: t.string, comment: t.optional(t.string) },
  output: t.boolean,
  async handle({ quoteId, quoteName, comment }, call) {
    await requestPrice(call, quoteId, quoteName, comment ?? null);
    return true;
  },
});

const change = route({
  method: 'PUT',
  path: '/V1/negotiableQuote/:quoteId',
  service: 'negotiableQuoteNegotiableCartRepositoryV1',
  operation: 'save',
  summary: 'Name the price of a negotiated cart; the buyer sees it once it is submitted.',
  access,
  entity: one,
  input: { quoteId: t.integer, quote: Cart },
  output: t.nothing,
  async handle({ quoteId, quote }, call) {
    const { negotiable_quote: named } = (quote.extension_attributes ?? {}) as {
      readonly negotiable_quote?: {
        readonly negotiated_price_type?: number | null;
        readonly negotiated_price_value?: number | null;
        readonly expiration_period?: string | null;
      } | null;
    };
    await namePrice(call, quoteId, {
      type: named?.negotiated_price_type,
      value: named?.negotiated_price_value,
      expires: named?.expiration_period,
    });
  },
});

const submit = route({
  method: 'POST',
  path: '/V1/negotiableQuote/submitToCustomer',
  service,
  operation: 'adminSend',
  summary: 'Submit the named price to the buyer, who can order at it then.',
  access,
  entity: one,
  input: { quoteId: t.integer, comment: t.optional(t.string) },
  output: t.boolean,
  async handle({ quoteId, comment }, call) {
    await submitPrice(call, quoteId, comment ?? null);
    return true;
  },
});

const decline = route({
  method: 'POST',
  path: '/V1/negotiableQuote/decline',
  service,
  operation: 'decline',
  summary: 'Decline to negotiate: the cart keeps its price.',
  access,
  entity: one,
  input: { quoteId: t.integer, reason: t.string },
  output: t.boolean,
  async handle({ quoteId, reason }, call) {
    await declinePrice(call, quoteId, reason);
    return true;
  },
});

const comments = route({
  method: 'GET',
  path: '/V1/negotiableQuote/:quoteId/comments',
  service: 'negotiableQuoteCommentLocatorV1',
  operation: 'getListForQuote',
  summary: "Read the comments on the negotiation of a cart's price.",
  access: acl('Magento_NegotiableQuote::view_quotes'),
  input: { quoteId: t.integer },
  output: t.array(NegotiationComment),
  handle: async ({ quoteId }, call) => (await commentsOf(call, quoteId)).map(showComment),
});

/** Routes of negotiable quotes. */
export const negotiationRoutes = [request, change, submit, decline, comments];
