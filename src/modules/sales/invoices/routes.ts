import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../search/criteria.ts';
import { addDocumentComment } from '../comments.ts';
import { salesErrors } from '../errors.ts';
import { InvoiceCommentCreation, InvoiceCreationArguments, InvoiceItemCreation } from '../types/creation.ts';
import { Invoice, InvoiceComment, InvoiceCommentSearchResults, InvoiceSearchResults } from '../types/invoice.ts';
import { print } from '../print/print.ts';
import { invoiceOrder } from './create.ts';
import { invoices } from './invoices.ts';
import { captureInvoice, voidInvoice } from './pay.ts';
import { mailInvoiceAgain, saveInvoice } from './save.ts';

const repository = 'salesInvoiceRepositoryV1';
const management = 'salesInvoiceManagementV1';
const access = acl('Magento_Sales::sales_invoice');

type ShownInvoice = t.Out<typeof Invoice>;

export const getInvoice = route({
  method: 'GET',
  path: '/V1/invoices/:id',
  service: repository,
  operation: 'get',
  summary: 'Get one invoice with its items and comments; as PDF where that is asked for.',
  access,
  input: { id: t.integer },
  output: Invoice,
  handle: async ({ id }, call) => (await invoices.get(call, id)).fields as ShownInvoice,
  print: ({ id }, call) => print(call, 'invoice', id),
});

export const getInvoices = route({
  method: 'GET',
  path: '/V1/invoices',
  service: repository,
  operation: 'getList',
  summary: 'List invoices.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: InvoiceSearchResults,
  handle: async ({ searchCriteria }, call) =>
    (await invoices.list(call, searchCriteria)) as t.Out<typeof InvoiceSearchResults>,
});

export const getInvoiceComments = route({
  method: 'GET',
  path: '/V1/invoices/:id/comments',
  service: management,
  operation: 'getCommentsList',
  summary: 'List the comments of an invoice.',
  access,
  input: { id: t.integer },
  output: InvoiceCommentSearchResults,
  handle: ({ id }, call) => invoices.comments(call, id),
});

export const sendInvoice = route({
  method: 'POST',
  path: '/V1/invoices/:id/emails',
  service: management,
  operation: 'notify',
  summary: 'Send an invoice to the customer.',
  access,
  entity: entity('invoice', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  handle: ({ id }, call) => mailInvoiceAgain(call, id),
});

export const voidRoute = route({
  method: 'POST',
  path: '/V1/invoices/:id/void',
  service: management,
  operation: 'setVoid',
  summary:
    'Take back the payment of an invoice before it is settled, and cancel it; refused where no provider made it.',
  access,
  entity: entity('invoice', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  transaction: false,
  handle: ({ id }, call) => voidInvoice(call, id),
});

export const captureRoute = route({
  method: 'POST',
  path: '/V1/invoices/:id/capture',
  service: management,
  operation: 'setCapture',
  summary: 'Have the provider take the payment of an invoice that is open; refused where there is none, or it is paid.',
  access,
  entity: entity('invoice', 'id'),
  input: { id: t.integer },
  output: t.string,
  transaction: false,
  handle: async ({ id }, call) => String(await captureInvoice(call, id)),
});

export const postInvoiceComment = route({
  method: 'POST',
  path: '/V1/invoices/comments',
  service: 'salesInvoiceCommentRepositoryV1',
  operation: 'save',
  summary: 'Add a comment to an invoice.',
  access,
  entity: entity('invoice', 'entity.parent_id'),
  input: { entity: InvoiceComment },
  output: InvoiceComment,
  handle: ({ entity }, call) =>
    addDocumentComment(call, 'invoice', invoices, entity, () => salesErrors.invoiceComment()),
});

export const postInvoice = route({
  method: 'POST',
  path: '/V1/invoices/',
  service: repository,
  operation: 'save',
  summary: 'Write the record of an invoice as it is sent, without a change of its order.',
  access,
  entity: entity('order', 'entity.order_id', { names: ['entity.entity_id'] }),
  input: { entity: Invoice },
  output: Invoice,
  handle: async ({ entity }, call) => (await saveInvoice(call, entity)) as ShownInvoice,
});

export const invoice = route({
  method: 'POST',
  path: '/V1/order/:orderId/invoice',
  service: 'salesInvoiceOrderV1',
  operation: 'execute',
  summary: 'Invoice items of an order, or all that is left, and book the payment.',
  access: acl('Magento_Sales::invoice'),
  entity: entity('order', 'orderId'),
  input: {
    orderId: t.integer,
    capture: t.optional(t.boolean),
    items: t.optional(t.array(InvoiceItemCreation)),
    notify: t.optional(t.boolean),
    appendComment: t.optional(t.boolean),
    comment: t.optional(InvoiceCommentCreation),
    arguments: t.optional(InvoiceCreationArguments),
  },
  output: t.integerText,
  transaction: false,
  handle: async ({ orderId, ...wanted }, call) => String(await invoiceOrder(call, orderId, wanted)),
});

/** Routes of invoices. */
export const invoiceRoutes = [
  getInvoice,
  getInvoices,
  getInvoiceComments,
  sendInvoice,
  voidRoute,
  captureRoute,
  postInvoiceComment,
  postInvoice,
  invoice,
];
