import type { Call } from '../../kernel/call.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailBlock, type MailStore, type MailTemplate } from '../../platform/mail/template.ts';
import type { OrderExtensions } from '../quote/document-extensions.ts';
import { addedLines } from './added-totals.ts';
import { mailSwitches, printSettings } from './configuration.ts';
import { numberIn } from './amounts.ts';
import { isShippingHidden, withoutPlace } from './hidden-addresses.ts';
import type { StoredOrder } from './order.ts';
import type { Printable } from './print/printable.ts';
import { printSheet } from './print/sheet.ts';
import { salesTexts } from './texts.ts';
import { totalsOf, type TotalLines } from './totals.ts';

/** The data of a mail about an order or one of its documents. */
interface SalesMail {
  readonly name: string;
  readonly number: string;
  readonly order: string;
  readonly currency: string;
  readonly lines: readonly {
    readonly name: string;
    readonly sku: string;
    readonly qty: number;
    /** Null for a line without an amount. */
    readonly amount: number | null;
  }[];
  readonly totals: TotalLines;
  /** Carriers and numbers. */
  readonly tracks: readonly (readonly [title: string, number: string])[];
  readonly comment: string | null;
  /** The printed document in the attachment; absent: none. */
  readonly print?: Printable;
}

const sample: SalesMail = {
  name: 'Ada Example',
  number: '000000001',
  order: '000000001',
  currency: 'USD',
  lines: [{ name: 'A thing', sku: 'thing', qty: 2, amount: 20 }],
  totals: [
    ['subtotal', 20],
    ['shipping', 10],
    ['total', 30],
  ],
  tracks: [],
  comment: null,
};

type MailKind = keyof typeof mailSwitches;

function write(kind: MailKind): MailTemplate<SalesMail>['write'] {
  return (mail, store) => {
    const { name, number, order, comment } = mail;
    const text = (key: string): string => store.text(key, { name, number, order });
    const blocks: MailBlock[] = [
      { kind: 'text', text: text('hello') },
      { kind: 'text', text: text(`${kind}.text`) },
      ...(mail.lines.length > 0 ? [lineTable(mail, store)] : []),
    ];
    const totals = mail.totals.map(
      ([key, value, label]) => [label ?? store.text(key), formatMoney(value, mail.currency, store.locale)] as const,
    );
    if (totals.length > 0) blocks.push({ kind: 'facts', rows: totals });
    if (mail.tracks.length > 0) blocks.push({ kind: 'facts', rows: mail.tracks });
    if (comment) blocks.push({ kind: 'text', text: comment });
    return { subject: text(`${kind}.subject`), blocks };
  };
}

function lineTable({ lines, currency }: SalesMail, store: MailStore): MailBlock {
  const hasAmounts = lines.some((line) => line.amount !== null);
  return {
    kind: 'table',
    head: ['item', 'sku', 'qty', ...(hasAmounts ? ['amount'] : [])].map((key) => store.text(key)),
    rows: lines.map(({ name, sku, qty, amount: value }) => [
      name,
      sku,
      String(qty),
      ...(hasAmounts ? [value === null ? '' : formatMoney(value, currency, store.locale)] : []),
    ]),
  };
}

async function attach({ print, number }: SalesMail, store: MailStore) {
  if (!print) return [];
  const filename = `${print.kind}-${number.replace(/[^\w-]+/g, '-')}.pdf`;
  return [{ filename, contentType: 'application/pdf', content: await printSheet(print, store) }];
}

const template = (kind: MailKind, summary: string): MailTemplate<SalesMail> =>
  mailTemplate<SalesMail>({
    id: `sales_${kind}`,
    summary,
    identity: 'sales',
    texts: salesTexts,
    sample,
    write: write(kind),
    attach,
  });

const templates = {
  order: template('order', 'Confirms an order.'),
  invoice: template('invoice', 'Sends the figures of an invoice.'),
  shipment: template('shipment', 'Tells what was sent, with the numbers of carriers.'),
  creditmemo: template('creditmemo', 'Tells what was refunded.'),
  comment: template('comment', 'Passes on a comment on an order or one of its documents.'),
};
export const salesMailTemplates = Object.values(templates);

/** The document that a mail is about. */
interface MailedDocument {
  readonly fields: Parameters<typeof totalsOf>[1] & { readonly increment_id?: string | null | undefined };
  readonly lines: SalesMail['lines'];
  /** The record that has the amounts of added totals. */
  readonly added?: object | null | undefined;
  readonly tracks?: SalesMail['tracks'];
  readonly comment?: string | null | undefined;
  /** Creates the printed document to attach, if the configuration enables it. */
  readonly print?: () => Printable;
}

/** Name of the buyer of an order: that of the account, or else that of the billing address. */
export function buyerName({ fields }: Pick<StoredOrder, 'fields'>): string {
  const person = [fields.customer_firstname, fields.customer_lastname];
  const billed = [fields.billing_address?.firstname, fields.billing_address?.lastname];
  return (person.some(Boolean) ? person : billed).filter(Boolean).join(' ');
}

/**
 * Queues the mail about a document of an order; false when such mails are switched off, or the order has no address to write to.
 */
export async function mailDocument(
  call: Call,
  kind: MailKind,
  order: Pick<StoredOrder, 'fields'> & OrderExtensions,
  document: MailedDocument,
): Promise<boolean> {
  const { fields } = order;
  const storeId = fields.store_id ?? 0;
  if (!call.config.of(mailSwitches[kind], { storeId }) || !fields.customer_email) return false;
  const name = buyerName(order);
  await queueMail(call, templates[kind], {
    to: { email: fields.customer_email, name },
    storeId,
    data: {
      name,
      number: document.fields.increment_id,
      order: fields.increment_id,
      currency: fields.order_currency_code ?? '',
      lines: document.lines,
      totals:
        kind === 'shipment' || kind === 'comment'
          ? []
          : totalsOf(kind, document.fields, addedLines(call, storeId, document.added)),
      tracks: document.tracks ?? [],
      comment: document.comment ?? null,
      ...(document.print && call.config.of(printSettings.isAttached.of(kind), { storeId })
        ? { print: forBuyer(call, order, document.print()) }
        : {}),
    },
  });
  return true;
}

/** A printed document for the buyer; modules may hide the shipping address from buyers. */
function forBuyer(call: Call, order: OrderExtensions, print: Printable): Printable {
  if (!isShippingHidden(call, order) || !print.shipping) return print;
  return { ...print, shipping: withoutPlace(print.shipping) };
}

/** Queues the mail that confirms an order. */
export async function mailOrder(call: Call, order: Pick<StoredOrder, 'fields' | 'items'>): Promise<boolean> {
  return mailDocument(call, 'order', order, {
    fields: order.fields,
    added: order,
    lines: order.items
      .filter((item) => item.parentId === null)
      .map(({ fields }) => ({
        name: fields.name ?? '',
        sku: fields.sku ?? '',
        qty: numberIn(fields, 'qty_ordered'),
        amount: numberIn(fields, 'row_total'),
      })),
  });
}

/** Queues a mail with a comment for the customer of an order. */
export function mailComment(call: Call, order: StoredOrder, comment: string): Promise<boolean> {
  return mailDocument(call, 'comment', order, { fields: order.fields, lines: [], comment });
}
