import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { AnySearchResults, SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { listLinks, removeLink, requireLink, saveLink, showLink } from './links.ts';
import { ReferenceDocumentLink } from './types.ts';

const service = 'negotiableQuoteTemplateReferenceDocumentLinkRepositoryV1';
const view = acl('Magento_NegotiableQuoteTemplate::view_template');
const manage = acl('Magento_NegotiableQuoteTemplate::manage');

const list = route({
  method: 'GET',
  path: '/V1/negotiableQuoteTemplate/referenceDocumentLink',
  service,
  operation: 'getList',
  summary: 'List the links of quote templates to documents.',
  access: view,
  input: { searchCriteria: SearchCriteria },
  output: AnySearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listLinks(call, searchCriteria), requestedFields, (rows) => rows.map(showLink)),
});

const get = route({
  method: 'GET',
  path: '/V1/negotiableQuoteTemplate/referenceDocumentLink/:linkId',
  service,
  operation: 'getById',
  summary: 'Read a link of a quote template to a document.',
  access: view,
  input: { linkId: t.integer },
  output: ReferenceDocumentLink,
  handle: async ({ linkId }, call) => showLink(await requireLink(call, linkId)),
});

const save = route({
  method: 'PUT',
  path: '/V1/negotiableQuoteTemplate/referenceDocumentLink',
  service,
  operation: 'save',
  summary: 'Change a link of a quote template to a document, or add one without an id.',
  access: manage,
  entity: entity('negotiable quote template link', 'referenceDocumentLink.link_id', {
    or: 'referenceDocumentLink.template_id',
  }),
  input: { referenceDocumentLink: ReferenceDocumentLink },
  output: t.nothing,
  handle: ({ referenceDocumentLink }, call) => saveLink(call, referenceDocumentLink),
});

const remove = route({
  method: 'DELETE',
  path: '/V1/negotiableQuoteTemplate/referenceDocumentLink/:linkId',
  service,
  operation: 'deleteById',
  summary: 'Delete a link of a quote template to a document.',
  access: manage,
  entity: entity('negotiable quote template link', 'linkId'),
  input: { linkId: t.integer },
  output: t.nothing,
  handle: ({ linkId }, call) => removeLink(call, linkId),
});

/** Routes of the links of quote templates to documents. */
export const documentLinkRoutes = [list, get, save, remove];
