import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { documentRoutes } from '../document-routes.ts';
import { salesErrors } from '../errors.ts';
import { CreditmemoCommentCreation, CreditmemoCreationArguments, CreditmemoItemCreation } from '../types/creation.ts';
import {
  Creditmemo,
  CreditmemoComment,
  CreditmemoCommentSearchResults,
  CreditmemoSearchResults,
} from '../types/creditmemo.ts';
import { refundInvoice, refundOrder } from './create.ts';
import { creditmemos } from '../records/document-stores.ts';
import { mailCreditmemoAgain, refundCreditmemo, saveCreditmemo } from './save.ts';

const management = 'salesCreditmemoManagementV1';
const access = acl('Magento_Sales::sales_creditmemo');

type ShownCreditmemo = t.Out<typeof Creditmemo>;

const cancelCreditmemo = route({
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

const refundRoute = route({
  method: 'POST',
  path: '/V1/creditmemo/refund',
  service: management,
  operation: 'refund',
  summary: 'Refund an order by the credit memo in the request.',
  access,
  entity: entity('order', 'creditmemo.order_id', { names: ['creditmemo.entity_id'] }),
  input: { creditmemo: Creditmemo, offlineRequested: t.optional(t.boolean) },
  output: Creditmemo,
  transaction: false,
  handle: async ({ creditmemo, offlineRequested }, call) =>
    (await refundCreditmemo(call, creditmemo, offlineRequested === true)) as ShownCreditmemo,
});

const creation = {
  items: t.optional(t.array(CreditmemoItemCreation)),
  notify: t.optional(t.boolean),
  appendComment: t.optional(t.boolean),
  comment: t.optional(CreditmemoCommentCreation),
  arguments: t.optional(CreditmemoCreationArguments),
};

const refundOrderRoute = route({
  method: 'POST',
  path: '/V1/order/:orderId/refund',
  service: 'salesRefundOrderV1',
  operation: 'execute',
  summary: 'Refund items of an order, or all that is left, with shipping and adjustments.',
  access: acl('Magento_Sales::creditmemo'),
  entity: entity('order', 'orderId'),
  input: { orderId: t.integer, ...creation },
  output: t.integerText,
  handle: async ({ orderId, ...request }, call) => String(await refundOrder(call, orderId, request)),
});

const { items, ...others } = creation;

const refundInvoiceRoute = route({
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
  handle: async ({ invoiceId, ...request }, call) => String(await refundInvoice(call, invoiceId, request)),
});

const common = documentRoutes({
  kind: 'creditmemo',
  name: 'credit memo',
  summaries: {
    get: 'Get one credit memo with its items and comments; as PDF where that is asked for.',
    send: 'Tell the customer of a credit memo.',
    comment: 'Add a comment to the credit memo that the comment names as its parent.',
  },
  path: '/V1/creditmemo',
  list: { path: '/V1/creditmemos' },
  comment: { path: '/V1/creditmemo/:id/comments' },
  record: { path: '/V1/creditmemo' },
  service: 'salesCreditmemo',
  access,
  type: Creditmemo,
  results: CreditmemoSearchResults,
  commentType: CreditmemoComment,
  commentResults: CreditmemoCommentSearchResults,
  store: creditmemos,
  mail: mailCreditmemoAgain,
  save: saveCreditmemo,
  missing: () => salesErrors.creditmemoComment(),
});

/** Routes of credit memos. */
export const creditmemoRoutes = [...common, cancelCreditmemo, refundRoute, refundOrderRoute, refundInvoiceRoute];
