import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../search/criteria.ts';
import { addDocumentComment } from '../comments.ts';
import { salesErrors } from '../errors.ts';
import { CreditmemoCommentCreation, CreditmemoCreationArguments, CreditmemoItemCreation } from '../types/creation.ts';
import {
  Creditmemo,
  CreditmemoComment,
  CreditmemoCommentSearchResults,
  CreditmemoSearchResults,
} from '../types/creditmemo.ts';
import { print } from '../print/print.ts';
import { refundInvoice, refundOrder } from './create.ts';
import { creditmemos } from './creditmemos.ts';
import { mailCreditmemoAgain, refundCreditmemo, saveCreditmemo } from './save.ts';

const repository = 'salesCreditmemoRepositoryV1';
const management = 'salesCreditmemoManagementV1';
const access = acl('Magento_Sales::sales_creditmemo');

type ShownCreditmemo = t.Out<typeof Creditmemo>;

export const getCreditmemo = route({
  method: 'GET',
  path: '/V1/creditmemo/:id',
  service: repository,
  operation: 'get',
  summary: 'Get one credit memo with its items and comments; as PDF where that is asked for.',
  access,
  input: { id: t.integer },
  output: Creditmemo,
  handle: async ({ id }, call) => (await creditmemos.get(call, id)).fields as ShownCreditmemo,
  print: ({ id }, call) => print(call, 'creditmemo', id),
});

export const getCreditmemos = route({
  method: 'GET',
  path: '/V1/creditmemos',
  service: repository,
  operation: 'getList',
  summary: 'List credit memos.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: CreditmemoSearchResults,
  handle: async ({ searchCriteria }, call) =>
    (await creditmemos.list(call, searchCriteria)) as t.Out<typeof CreditmemoSearchResults>,
});

export const getCreditmemoComments = route({
  method: 'GET',
  path: '/V1/creditmemo/:id/comments',
  service: management,
  operation: 'getCommentsList',
  summary: 'List the comments of a credit memo.',
  access,
  input: { id: t.integer },
  output: CreditmemoCommentSearchResults,
  handle: ({ id }, call) => creditmemos.comments(call, id),
});

export const cancelCreditmemo = route({
  method: 'PUT',
  path: '/V1/creditmemo/:id',
  service: management,
  operation: 'cancel',
  summary: 'Cancel a credit memo; always refused, as in the interface.',
  access,
  entity: entity('credit memo', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: () => {
    throw salesErrors.noCreditmemoCancel();
  },
});

export const sendCreditmemo = route({
  method: 'POST',
  path: '/V1/creditmemo/:id/emails',
  service: management,
  operation: 'notify',
  summary: 'Tell the customer of a credit memo.',
  access,
  entity: entity('credit memo', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: ({ id }, call) => mailCreditmemoAgain(call, id),
});

export const refundRoute = route({
  method: 'POST',
  path: '/V1/creditmemo/refund',
  service: management,
  operation: 'refund',
  summary: 'Refund an order by a credit memo that is sent.',
  access,
  entity: entity('order', 'creditmemo.order_id', { names: ['creditmemo.entity_id'] }),
  input: { creditmemo: Creditmemo, offlineRequested: t.optional(t.boolean) },
  output: Creditmemo,
  transaction: false,
  handle: async ({ creditmemo, offlineRequested }, call) =>
    (await refundCreditmemo(call, creditmemo, offlineRequested === true)) as ShownCreditmemo,
});

export const postCreditmemoComment = route({
  method: 'POST',
  path: '/V1/creditmemo/:id/comments',
  service: 'salesCreditmemoCommentRepositoryV1',
  operation: 'save',
  summary: 'Add a comment to the credit memo that the comment names as its parent.',
  access,
  entity: entity('credit memo', 'entity.parent_id'),
  input: { entity: CreditmemoComment },
  overrides: { id: t.string },
  output: CreditmemoComment,
  handle: ({ entity }, call) =>
    addDocumentComment(call, 'creditmemo', creditmemos, entity, () => salesErrors.creditmemoComment()),
});

export const postCreditmemo = route({
  method: 'POST',
  path: '/V1/creditmemo',
  service: repository,
  operation: 'save',
  summary: 'Write the record of a credit memo as it is sent, without a change of its order.',
  access,
  entity: entity('order', 'entity.order_id', { names: ['entity.entity_id'] }),
  input: { entity: Creditmemo },
  output: Creditmemo,
  handle: async ({ entity }, call) => (await saveCreditmemo(call, entity)) as ShownCreditmemo,
});

const creation = {
  items: t.optional(t.array(CreditmemoItemCreation)),
  notify: t.optional(t.boolean),
  appendComment: t.optional(t.boolean),
  comment: t.optional(CreditmemoCommentCreation),
  arguments: t.optional(CreditmemoCreationArguments),
};

export const refundOrderRoute = route({
  method: 'POST',
  path: '/V1/order/:orderId/refund',
  service: 'salesRefundOrderV1',
  operation: 'execute',
  summary: 'Refund items of an order, or all that is left, with shipping and adjustments.',
  access: acl('Magento_Sales::creditmemo'),
  entity: entity('order', 'orderId'),
  input: { orderId: t.integer, ...creation },
  output: t.integerText,
  handle: async ({ orderId, ...wanted }, call) => String(await refundOrder(call, orderId, wanted)),
});

const { items, ...others } = creation;

export const refundInvoiceRoute = route({
  method: 'POST',
  path: '/V1/invoice/:invoiceId/refund',
  service: 'salesRefundInvoiceV1',
  operation: 'execute',
  summary: 'Refund items of an invoice, where its payment method can.',
  access: acl('Magento_Sales::sales_invoice'),
  entity: entity('invoice', 'invoiceId'),
  input: { invoiceId: t.integer, items, isOnline: t.optional(t.boolean), ...others },
  output: t.integerText,
  transaction: false,
  handle: async ({ invoiceId, ...wanted }, call) => String(await refundInvoice(call, invoiceId, wanted)),
});

/** Routes of credit memos. */
export const creditmemoRoutes = [
  getCreditmemo,
  getCreditmemos,
  getCreditmemoComments,
  cancelCreditmemo,
  sendCreditmemo,
  refundRoute,
  postCreditmemoComment,
  postCreditmemo,
  refundOrderRoute,
  refundInvoiceRoute,
];
