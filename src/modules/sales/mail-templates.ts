import { formatMoney } from '../../kernel/money-text.ts';
import { isTime, parseTime } from '../../kernel/time.ts';
import { mailTemplate, type MailBlock, type MailStore, type MailTemplate } from '../../platform/mail/template.ts';
import type { mailSwitches } from './configuration.ts';
import { addressLines } from './print/address.ts';
import type { Printable, PrintedAddress } from './print/printable.ts';
import { printSheet } from './print/sheet.ts';
import { salesTexts } from './texts.ts';
import type { TotalLines } from './totals.ts';

/** A line of an order or a document in an email. */
export interface SalesMailLine {
  readonly name: string;
  readonly sku: string;
  readonly qty: number;
  /** Null for a line without an amount. */
  readonly amount: number | null;
  /** Labels and values of the buyer's choices. */
  readonly choices?: readonly (readonly [label: string, value: string])[];
  /** Components of a composite item. */
  readonly components?: readonly { readonly name: string; readonly qty: number }[];
}

/** The order that an email is about. */
export interface MailedOrder {
  /** Id of the order; null for a guest, who has no page of it. */
  readonly pageId: number | null;
  /** UTC, as times are stored. */
  readonly createdAt: string;
  readonly timeZone: string;
  readonly billing: PrintedAddress | null;
  /** Null for an order without shipping. */
  readonly shipping: PrintedAddress | null;
  /** Title of the payment method. */
  readonly payment: string;
  /** Title of the shipping method; empty: none. */
  readonly delivery: string;
}

/** The data of a mail about an order or one of its documents. */
export interface SalesMail {
  readonly name: string;
  readonly number: string;
  readonly order: string;
  readonly currency: string;
  readonly lines: readonly SalesMailLine[];
  readonly totals: TotalLines;
  /** Carriers and numbers. */
  readonly tracks: readonly (readonly [title: string, number: string])[];
  readonly comment: string | null;
  /** Absent in emails that an earlier version queued. */
  readonly about?: MailedOrder;
  /** The printed document in the attachment; absent: none. */
  readonly print?: Printable;
}

const address: PrintedAddress = {
  firstname: 'Ada',
  lastname: 'Example',
  street: ['1 Main Street'],
  city: 'Seattle',
  region: 'Washington',
  postcode: '98101',
  country_id: 'US',
  telephone: '206-555-0100',
};
const sampleOrder: MailedOrder = {
  pageId: 1,
  createdAt: '2026-11-28 10:00:00',
  timeZone: 'UTC',
  billing: address,
  shipping: address,
  payment: 'Check / Money order',
  delivery: 'Flat Rate - Fixed',
};
const sample: SalesMail = {
  name: 'Ada Example',
  number: '000000001',
  order: '000000001',
  currency: 'USD',
  lines: [
    {
      name: 'Linen shirt',
      sku: 'shirt-blue-m',
      qty: 2,
      amount: 60,
      choices: [
        ['Color', 'Blue'],
        ['Size', 'M'],
      ],
    },
    {
      name: 'Picnic set',
      sku: 'picnic',
      qty: 1,
      amount: 45,
      components: [
        { name: 'Basket', qty: 1 },
        { name: 'Mug', qty: 4 },
      ],
    },
  ],
  totals: [
    ['subtotal', 105],
    ['shipping', 10],
    ['total', 115],
  ],
  tracks: [],
  comment: null,
  about: sampleOrder,
};

/** The kinds of emails about orders. */
export type MailKind = keyof typeof mailSwitches;

function write(kind: MailKind): MailTemplate<SalesMail>['write'] {
  return (mail, store) => {
    const { name, number, order, comment, about, lines } = mail;
    const text = (key: string): string => store.text(key, { name, number, order });
    const blocks: MailBlock[] = [
      { kind: 'text', text: text('hello') },
      { kind: 'text', text: text(`${kind}.text`) },
      ...(kind === 'comment' && comment ? [{ kind: 'text', text: comment } as const] : []),
      ...(lines.length > 0 ? [...headOf(kind, mail, store), lineTable(mail, store)] : []),
      ...totalsBlocks(mail, store),
      ...(mail.tracks.length > 0
        ? [{ kind: 'heading', text: text('tracks') } as const, { kind: 'facts', rows: mail.tracks } as const]
        : []),
      ...(about && lines.length > 0 ? partyBlocks(about, store) : []),
      ...(kind !== 'comment' && comment ? [{ kind: 'text', text: comment } as const] : []),
      ...(about ? [linkTo(about, text, store)] : []),
    ];
    return { subject: text(`${kind}.subject`), blocks };
  };
}

/** The title of the lines: the number of the document, and the date of the order. */
function headOf(kind: MailKind, { number, order, about }: SalesMail, { text, locale }: MailStore): MailBlock[] {
  const title: MailBlock = { kind: 'heading', text: text(`${kind}.title`, { number, order }) };
  if (!about || !isTime(about.createdAt)) return [title];
  const format = new Intl.DateTimeFormat(locale.replaceAll('_', '-'), { dateStyle: 'long', timeZone: about.timeZone });
  return [title, { kind: 'facts', rows: [[text('print.order_date'), format.format(parseTime(about.createdAt))]] }];
}

function lineTable({ lines, currency }: SalesMail, store: MailStore): MailBlock {
  const hasAmounts = lines.some((line) => line.amount !== null);
  const number = new Intl.NumberFormat(store.locale.replaceAll('_', '-'), { maximumFractionDigits: 4 });
  return {
    kind: 'table',
    head: ['item', 'qty', ...(hasAmounts ? ['amount'] : [])].map((key) => store.text(key)),
    rows: lines.map(({ name, sku, qty, amount: value, choices = [], components = [] }) => [
      [
        oneLine(name),
        `${store.text('sku')}: ${oneLine(sku)}`,
        ...choices.map(([label, chosen]) => `${oneLine(label)}: ${oneLine(chosen)}`),
        ...components.map((component) => `${number.format(component.qty)} × ${oneLine(component.name)}`),
      ].join('\n'),
      number.format(qty),
      ...(hasAmounts ? [value === null ? '' : formatMoney(value, currency, store.locale)] : []),
    ]),
  };
}

/** Details of a line of the table stand on lines of their own, so that their texts have no line breaks. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function totalsBlocks({ totals, currency }: SalesMail, store: MailStore): MailBlock[] {
  if (totals.length === 0) return [];
  const rows = totals.map(
    ([key, value, label]) => [label ?? store.text(key), formatMoney(value, currency, store.locale)] as const,
  );
  return [{ kind: 'totals', rows }];
}

/** The addresses beside each other, and below them payment and shipping method. */
function partyBlocks({ billing, shipping, payment, delivery }: MailedOrder, { text, locale }: MailStore): MailBlock[] {
  const column = (key: string, lines: readonly string[]) =>
    lines.some(Boolean) ? [{ title: text(key), lines: lines.map(oneLine) }] : [];
  const place = (of: PrintedAddress | null): string[] =>
    of ? [...addressLines(of, locale), ...(of.telephone ? [of.telephone] : [])] : [];
  const rows = [
    [...column('print.billing', place(billing)), ...column('print.shipping', place(shipping))],
    [...column('print.payment', [payment]), ...column('print.delivery', [delivery])],
  ];
  return rows.flatMap((columns) => (columns.length > 0 ? [{ kind: 'columns', columns } as const] : []));
}

/** The page of the order for its customer; for guests, the page where they look orders up. */
function linkTo({ pageId }: MailedOrder, text: (key: string) => string, { url }: MailStore): MailBlock {
  const path = pageId === null ? 'sales/guest/form/' : `sales/order/view/order_id/${pageId}/`;
  return { kind: 'link', label: text('open'), url: url + path };
}

async function attach({ print, number }: SalesMail, store: MailStore) {
  if (!print) return [];
  const filename = `${print.kind}-${number.replace(/[^\w-]+/g, '-')}.pdf`;
  return [{ filename, contentType: 'application/pdf', content: await printSheet(print, store) }];
}

const template = (kind: MailKind, summary: string, data: SalesMail = sample): MailTemplate<SalesMail> =>
  mailTemplate<SalesMail>({
    id: `sales_${kind}`,
    summary,
    identity: 'sales',
    texts: salesTexts,
    sample: data,
    write: write(kind),
    attach,
  });

/** The emails about orders and their documents. */
export const salesTemplates = {
  order: template('order', 'Confirms an order.'),
  invoice: template('invoice', 'Sends the amounts of an invoice.'),
  shipment: template('shipment', 'Lists the shipped items, with the numbers of carriers.', {
    ...sample,
    lines: sample.lines.map((line) => ({ ...line, amount: null })),
    totals: [],
    tracks: [['United Parcel Service', '1Z999AA10123456784']],
  }),
  creditmemo: template('creditmemo', 'Lists the refunded items and amounts.'),
  comment: template('comment', 'Passes on a comment on an order or one of its documents.', {
    ...sample,
    lines: [],
    totals: [],
    comment: 'Your parcel leaves on Monday.',
  }),
};
