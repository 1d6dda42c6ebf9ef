import { entity } from '../../kernel/entity.ts';
import { route, self } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { AttachmentContent } from '../negotiable-quote/types.ts';
import { acceptTerms, cancelTemplate, deleteTemplate, openByBuyer, submitToShop } from './actions.ts';
import { templateOfOwnQuote } from './begin.ts';
import { changeByBuyer } from './change.ts';
import { generateQuote } from './generate.ts';
import { showTemplate } from './show.ts';
import { ownTemplate } from './templates.ts';
import { QuoteTemplate } from './types.ts';

const access = self;
const one = entity('negotiable quote template', 'templateId');
const templateId = t.integer;
const manage = 'Magento_NegotiableQuoteTemplate::manage';

const request = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/request/me',
  service: 'negotiableQuoteTemplateTemplateActionsCreateV1',
  operation: 'executeForCustomer',
  summary: "Begin a quote template with the items and prices of the caller's quote.",
  access,
  entity: entity('cart', 'quoteId'),
  input: { quoteId: t.integer },
  output: QuoteTemplate,
  handle: async ({ quoteId }, call) => showTemplate(await templateOfOwnQuote(call, quoteId)),
});

const change = route({
  method: 'PUT',
  path: '/V1/negotiableQuoteTemplate/me',
  service: 'negotiableQuoteTemplateTemplateActionsUpdateV1',
  operation: 'executeForCustomer',
  summary: "Change the name, the last day and the commitments of the caller's quote template.",
  access,
  entity: entity('negotiable quote template', 'template.template_id'),
  input: { template: QuoteTemplate },
  output: t.nothing,
  handle: ({ template }, call) => changeByBuyer(call, template.template_id ?? 0, template),
});

const open = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/open/me',
  service: 'negotiableQuoteTemplateTemplateActionsOpenV1',
  operation: 'executeForCustomer',
  summary: "Open the caller's quote template that waits for the caller, or an inactive one again.",
  access,
  entity: one,
  input: { templateId },
  output: t.nothing,
  handle: ({ templateId: id }, call) => openByBuyer(call, id),
});

const submit = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/submitToSeller',
  service: 'negotiableQuoteTemplateTemplateActionsSendV1',
  operation: 'execute',
  summary: "Send the caller's quote template to the shop for review.",
  access,
  entity: one,
  input: { templateId, commentText: t.optional(t.string), files: t.optional(t.array(AttachmentContent)) },
  output: t.nothing,
  handle: ({ templateId: id, commentText: text, files }, call) => submitToShop(call, id, { text, files }),
});

const accept = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/accept',
  service: 'negotiableQuoteTemplateTemplateActionsAcceptV1',
  operation: 'execute',
  summary: "Accept the terms of the caller's quote template, which is active then.",
  access,
  entity: one,
  input: { templateId },
  output: t.nothing,
  handle: ({ templateId: id }, call) => acceptTerms(call, id),
});

const generate = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/generateQuote',
  service: 'negotiableQuoteTemplateTemplateActionsGenerateQuoteV1',
  operation: 'execute',
  summary: "Generate a quote at the terms of the caller's active template; returns its id.",
  access,
  entity: one,
  input: { templateId },
  output: t.integer,
  handle: ({ templateId: id }, call) => generateQuote(call, id),
});

const cancel = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/cancel/me',
  service: 'negotiableQuoteTemplateTemplateActionsCancelV1',
  operation: 'executeForCustomer',
  summary: "Cancel the caller's quote template.",
  access,
  entity: one,
  input: { templateId, comment: t.optional(t.string) },
  output: t.nothing,
  handle: async ({ templateId: id, comment: text }, call) =>
    cancelTemplate(call, await ownTemplate(call, id, manage), { text }),
});

const remove = route({
  method: 'DELETE',
  path: '/V1/negotiableQuoteTemplate/me/:templateId',
  service: 'negotiableQuoteTemplateTemplateActionsDeleteV1',
  operation: 'executeForCustomer',
  summary: "Delete the caller's draft of a quote template or an inactive one.",
  access,
  entity: one,
  input: { templateId },
  output: t.nothing,
  handle: async ({ templateId: id }, call) => deleteTemplate(call, await ownTemplate(call, id, manage)),
});

/** Routes of buyers about their quote templates. */
export const buyerTemplateRoutes = [request, change, open, submit, accept, generate, cancel, remove];
