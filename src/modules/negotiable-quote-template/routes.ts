import { entity, none } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { AnySearchResults, SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { AttachmentContent } from '../negotiable-quote/types.ts';
import { cancelTemplate, declineTemplate, deleteTemplate, openByShop, submitToBuyer } from './actions.ts';
import { draftTemplate, templateOfQuote } from './begin.ts';
import { changeByShop } from './change.ts';
import { showTemplate } from './show.ts';
import { listTemplates, requireTemplate } from './templates.ts';
import { QuoteTemplate } from './types.ts';

const view = acl('Magento_NegotiableQuoteTemplate::view_template');
const manage = acl('Magento_NegotiableQuoteTemplate::manage');
const one = entity('negotiable quote template', 'templateId');
const templateId = t.integer;
const files = t.optional(t.array(AttachmentContent));

const list = route({
  method: 'GET',
  path: '/V1/negotiableQuoteTemplate',
  service: 'negotiableQuoteTemplateTemplateRepositoryV1',
  operation: 'getList',
  summary: 'List quote templates.',
  access: view,
  input: { searchCriteria: SearchCriteria },
  output: AnySearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listTemplates(call, searchCriteria), requestedFields, (rows) => rows.map(showTemplate)),
});

const get = route({
  method: 'GET',
  path: '/V1/negotiableQuoteTemplate/:templateId',
  service: 'negotiableQuoteTemplateTemplateRepositoryV1',
  operation: 'getById',
  summary: 'Read a quote template.',
  access: view,
  input: { templateId },
  output: QuoteTemplate,
  handle: async ({ templateId: id }, call) => showTemplate(await requireTemplate(call, id)),
});

const draft = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/draft',
  service: 'negotiableQuoteTemplateTemplateDraftManagementV1',
  operation: 'createDraftByAdmin',
  summary: 'Begin a quote template for a customer of a company.',
  access: manage,
  entity: none('It creates a template.'),
  input: { customerId: t.integer },
  output: QuoteTemplate,
  handle: async ({ customerId }, call) => showTemplate(await draftTemplate(call, customerId)),
});

const request = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/request',
  service: 'negotiableQuoteTemplateTemplateActionsCreateV1',
  operation: 'execute',
  summary: 'Begin a quote template with the items and prices of a quote.',
  access: manage,
  entity: entity('cart', 'quoteId'),
  input: { quoteId: t.integer },
  output: QuoteTemplate,
  handle: async ({ quoteId }, call) => showTemplate(await templateOfQuote(call, quoteId)),
});

const change = route({
  method: 'PUT',
  path: '/V1/negotiableQuoteTemplate',
  service: 'negotiableQuoteTemplateTemplateActionsUpdateV1',
  operation: 'execute',
  summary: 'Change the name, the last day and the commitments of a quote template.',
  access: manage,
  entity: entity('negotiable quote template', 'template.template_id'),
  input: { template: QuoteTemplate },
  output: t.nothing,
  handle: ({ template }, call) => changeByShop(call, template.template_id ?? 0, template),
});

const open = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/open',
  service: 'negotiableQuoteTemplateTemplateActionsOpenV1',
  operation: 'execute',
  summary: 'Open a quote template that waits for the shop, or an inactive one again.',
  access: manage,
  entity: one,
  input: { templateId },
  output: t.nothing,
  handle: ({ templateId: id }, call) => openByShop(call, id),
});

const submit = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/submitToCustomer',
  service: 'negotiableQuoteTemplateTemplateActionsSellerSendV1',
  operation: 'execute',
  summary: 'Submit the terms of a quote template to the buyer, who can accept them then.',
  access: manage,
  entity: one,
  input: { templateId, commentText: t.optional(t.string), files },
  output: t.nothing,
  handle: ({ templateId: id, commentText: text, files: sent }, call) => submitToBuyer(call, id, { text, files: sent }),
});

const decline = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/decline',
  service: 'negotiableQuoteTemplateTemplateActionsDeclineV1',
  operation: 'execute',
  summary: 'Decline to negotiate a quote template.',
  access: manage,
  entity: one,
  input: { templateId, reason: t.string },
  output: t.nothing,
  handle: ({ templateId: id, reason }, call) => declineTemplate(call, id, reason),
});

const cancel = route({
  method: 'POST',
  path: '/V1/negotiableQuoteTemplate/cancel',
  service: 'negotiableQuoteTemplateTemplateActionsCancelV1',
  operation: 'execute',
  summary: 'Cancel a quote template.',
  access: manage,
  entity: one,
  input: { templateId, comment: t.optional(t.string) },
  output: t.nothing,
  handle: async ({ templateId: id, comment: text }, call) =>
    cancelTemplate(call, await requireTemplate(call, id), { text }),
});

const remove = route({
  method: 'DELETE',
  path: '/V1/negotiableQuoteTemplate/:templateId',
  service: 'negotiableQuoteTemplateTemplateActionsDeleteV1',
  operation: 'execute',
  summary: 'Delete a draft of a quote template or an inactive one.',
  access: manage,
  entity: one,
  input: { templateId },
  output: t.nothing,
  handle: async ({ templateId: id }, call) => deleteTemplate(call, await requireTemplate(call, id)),
});

/** Routes of the shop about quote templates. */
export const templateRoutes = [list, get, draft, request, change, open, submit, decline, cancel, remove];
