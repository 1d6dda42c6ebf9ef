import { objectType, valueTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { itemsOfDocument } from './items.ts';
import { shownComments } from './comments.ts';
import { totalsOfDocument } from './totals.ts';
import type { CreditMemoSource, InvoiceSource, ShipmentSource } from './types.ts';

const values = valueTypes({ ShipmentTracking: { carrier: 'String!', number: 'String', title: 'String!' } });

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    CreditMemo: CreditMemoSource;
    Invoice: InvoiceSource;
    OrderShipment: ShipmentSource;
  }
}

const invoice = objectType('Invoice', (t) => ({
  comments: t.field('[SalesCommentItem]', ({ fields }) => shownComments(fields.comments)),
  id: t.field('ID!', ({ fields }) => uidOf(fields.entity_id)),
  items: t.field('[InvoiceItemInterface]', ({ fields, order }) => itemsOfDocument(order, fields.items)),
  number: t.field('String!', ({ fields }) => fields.increment_id),
  total: t.field('InvoiceTotal', ({ fields, order }) => totalsOfDocument(order, fields)),
}));

const creditMemo = objectType('CreditMemo', (t) => ({
  comments: t.field('[SalesCommentItem]', ({ fields }) => shownComments(fields.comments)),
  id: t.field('ID!', ({ fields }) => uidOf(fields.entity_id)),
  items: t.field('[CreditMemoItemInterface]', ({ fields, order }) => itemsOfDocument(order, fields.items)),
  number: t.field('String!', ({ fields }) => fields.increment_id),
  total: t.field('CreditMemoTotal', ({ fields, order }) => totalsOfDocument(order, fields)),
}));

const shipment = objectType('OrderShipment', (t) => ({
  comments: t.field('[SalesCommentItem]', ({ fields }) => shownComments(fields.comments)),
  id: t.field('ID!', ({ fields }) => uidOf(fields.entity_id)),
  items: t.field('[ShipmentItemInterface]', ({ fields, order }) => itemsOfDocument(order, fields.items)),
  number: t.field('String!', ({ fields }) => fields.increment_id),
  tracking: t.field('[ShipmentTracking]', ({ fields }) =>
    (fields.tracks ?? []).map(({ carrier_code, title, track_number }) => ({
      carrier: carrier_code ?? '',
      number: track_number,
      title: title ?? '',
    })),
  ),
}));

/** Invoices, shipments and credit memos of orders. */
export const documentDeclarations = [values, invoice, creditMemo, shipment];
