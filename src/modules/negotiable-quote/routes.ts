import { entity, none, several } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { Cart } from '../quote/types.ts';
import { draftQuote, duplicateQuote, requestPrice } from './begin.ts';
import { changeQuote, chooseShipping, declinePrice, submitPrice, updatePrices } from './by-shop.ts';
import { commentsOf, contentsOf } from './comments.ts';
import { showComment } from './show.ts';
import { AttachmentContent, NegotiationComment } from './types.ts';

const service = 'negotiableQuoteNegotiableQuoteManagementV1';
const access = acl('Magento_NegotiableQuote::manage');
const one = entity('cart', 'quoteId');
const files = t.optional(t.array(AttachmentContent));

const request = route({
  method: 'POST',
  path: '/V1/negotiableQuote/request',
  service,
  operation: 'create',
  summary: 'Begin to negotiate the price of a cart of a company.',
  access,
  entity: one,
  input: { quoteId: t.integer, quoteName: t.string, comment: t.optional(t.string), files },
  output: t.boolean,
  async handle({ quoteId, quoteName, comment, files: sent }, call) {
    await requestPrice(call, quoteId, quoteName, { text: comment, files: sent });
    return true;
  },
});

const draft = route({
  method: 'POST',
  path: '/V1/negotiableQuote/draft',
  service,
  operation: 'createDraftByAdmin',
  summary: 'Begin a quote for a customer of a company; returns its id.',
  access,
  entity: none('It creates a quote.'),
  input: { customerId: t.integer },
  output: t.integer,
  handle: ({ customerId }, call) => draftQuote(call, customerId),
});

const duplicate = route({
  method: 'POST',
  path: '/V1/negotiableQuote/:negotiableQuoteId/duplicate',
  service,
  operation: 'duplicate',
  summary: 'Copy a quote into a new draft; returns its id.',
  access,
  entity: entity('cart', 'negotiableQuoteId'),
  input: { negotiableQuoteId: t.integer },
  output: t.integer,
  handle: ({ negotiableQuoteId }, call) => duplicateQuote(call, negotiableQuoteId),
});

const change = route({
  method: 'PUT',
  path: '/V1/negotiableQuote/:quoteId',
  service: 'negotiableQuoteNegotiableCartRepositoryV1',
  operation: 'save',
  summary: 'Change the items and the proposed prices of a quote; the buyer sees them once it is submitted.',
  access,
  entity: entity('cart', 'quote.id'),
  input: { quote: Cart },
  overrides: { quoteId: t.string },
  fromPath: { 'quote.id': 'quoteId' },
  output: t.nothing,
  handle: ({ quote }, call) => changeQuote(call, quote.id ?? 0, quote),
});

const shippingMethod = route({
  method: 'PUT',
  path: '/V1/negotiableQuote/:quoteId/shippingMethod',
  service: 'negotiableQuoteNegotiableQuoteShippingManagementV1',
  operation: 'setShippingMethod',
  summary: 'Choose the shipping method of a quote.',
  access,
  entity: one,
  input: { quoteId: t.integer, shippingMethod: t.string },
  output: t.boolean,
  async handle({ quoteId, shippingMethod: method }, call) {
    await chooseShipping(call, quoteId, method);
    return true;
  },
});

const pricesUpdated = route({
  method: 'POST',
  path: '/V1/negotiableQuote/pricesUpdated',
  service: 'negotiableQuoteNegotiableQuotePriceManagementV1',
  operation: 'pricesUpdated',
  summary: 'Take the present prices of the catalog into quotes.',
  access,
  entity: several('quoteIds'),
  input: { quoteIds: t.array(t.integer) },
  output: t.boolean,
  async handle({ quoteIds }, call) {
    await updatePrices(call, quoteIds);
    return true;
  },
});

const submit = route({
  method: 'POST',
  path: '/V1/negotiableQuote/submitToCustomer',
  service,
  operation: 'adminSend',
  summary: 'Submit a quote to the buyer, who can order at its prices then.',
  access,
  entity: one,
  input: { quoteId: t.integer, comment: t.optional(t.string), files },
  output: t.boolean,
  async handle({ quoteId, comment, files: sent }, call) {
    await submitPrice(call, quoteId, { text: comment, files: sent });
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

const attachments = route({
  method: 'GET',
  path: '/V1/negotiableQuote/attachmentContent',
  service: 'negotiableQuoteAttachmentContentManagementV1',
  operation: 'get',
  summary: 'Read files that comments on quotes carry.',
  access: acl('Magento_NegotiableQuote::view_quotes'),
  input: { attachmentIds: t.array(t.integer) },
  output: t.array(AttachmentContent),
  handle: ({ attachmentIds }, call) => contentsOf(call, attachmentIds),
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
export const negotiationRoutes = [
  request,
  draft,
  duplicate,
  change,
  shippingMethod,
  pricesUpdated,
  submit,
  decline,
  attachments,
  comments,
];
