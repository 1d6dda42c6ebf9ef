import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { documentRoutes } from '../document-routes.ts';
import { salesErrors } from '../errors.ts';
import { InvoiceCommentCreation, InvoiceCreationArguments, InvoiceItemCreation } from '../types/creation.ts';
import { Invoice, InvoiceComment, InvoiceCommentSearchResults, InvoiceSearchResults } from '../types/invoice.ts';
import { invoiceOrder } from './create.ts';
import { invoices } from '../records/document-stores.ts';
import { captureInvoice, voidInvoice } from './pay.ts';
import { mailInvoiceAgain, saveInvoice } from './save.ts';

const management = 'salesInvoiceManagementV1';
const access = acl('Magento_Sales::sales_invoice');

const voidRoute = route({
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

const captureRoute = route({
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

const invoice = route({
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
  handle: async ({ orderId, ...request }, call) => String(await invoiceOrder(call, orderId, request)),
});

const common = documentRoutes({
  kind: 'invoice',
  name: 'invoice',
  summaries: {
    get: 'Get one invoice with its items and comments; as PDF where that is asked for.',
    send: 'Send an invoice to the customer.',
    comment: 'Add a comment to an invoice.',
  },
  path: '/V1/invoices',
  list: { path: '/V1/invoices' },
  comment: { path: '/V1/invoices/comments' },
  record: { path: '/V1/invoices/' },
  service: 'salesInvoice',
  access,
  type: Invoice,
  results: InvoiceSearchResults,
  commentType: InvoiceComment,
  commentResults: InvoiceCommentSearchResults,
  store: invoices,
  mail: mailInvoiceAgain,
  save: saveInvoice,
  missing: () => salesErrors.invoiceComment(),
});

/** Routes of invoices. */
export const invoiceRoutes = [...common, voidRoute, captureRoute, invoice];
