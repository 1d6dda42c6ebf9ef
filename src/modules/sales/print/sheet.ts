import { elementAt } from '../../../kernel/lists.ts';
import { isTime, parseTime } from '../../../kernel/time.ts';
import type { MailStore } from '../../../platform/mail/template.ts';
import { formatMoney } from '../../../kernel/money-text.ts';
import { addressLines } from './address.ts';
import { colours, openPaper, paperSize, type Paper, type TextStyle } from './paper.ts';
import type { PackingNote } from '../extensions.ts';
import type { Printable, PrintedLine } from './printable.ts';

/** The store that a document is printed for: its words, language and name. */
export type PrintStore = Pick<MailStore, 'name' | 'locale' | 'text'>;

const MARGIN = 48;
/** Height of the foot of a page, in points. */
const FOOT = 36;
const PADDING = 4;
const body: TextStyle = { size: 8.5 };
const small: TextStyle = { size: 8, colour: colours.faint };
const strong: TextStyle = { size: 8.5, bold: true };
const headline: TextStyle = { size: 16, bold: true };

/** A column of the table of lines. The first column takes the remaining width. */
interface SheetColumn {
  readonly text: string;
  readonly width: number;
  readonly align?: 'end';
  value(line: PrintedLine): string;
}

/** A document as PDF, in the language of its store. */
export async function printSheet(printable: Printable, store: PrintStore): Promise<Buffer> {
  const { kind, number, createdAt, look } = printable;
  const title = store.text(`print.${kind}`, { number });
  const paper = await openPaper({
    title,
    createdAt,
    author: store.name,
    locale: store.locale,
    font: look.font,
    size: paperSize(look.country),
  });
  let y = head(paper, printable, store, title);
  y = parties(paper, printable, store, y + 16);
  y = notes(paper, printable, store, y);
  y = table(paper, printable, store, y + 20);
  totals(paper, printable, store, y + 8);
  paper.onEachPage((page, pages) => {
    const place = { x: MARGIN, y: paper.height - FOOT, width: paper.width - 2 * MARGIN };
    paper.text(store.name, place.x, place.y, place.width / 2, small);
    const count = store.text('print.page', { page: String(page), pages: String(pages) });
    paper.text(count, place.x + place.width / 2, place.y, place.width / 2, { ...small, align: 'end' });
  });
  return paper.finish();
}

/** Prints the store on the left and the document's title and numbers on the right; returns the position below them. */
function head(paper: Paper, printable: Printable, store: PrintStore, title: string): number {
  const half = (paper.width - 2 * MARGIN) / 2;
  let left = MARGIN + paper.text(store.name, MARGIN, MARGIN, half - 12, headline);
  for (const line of printable.seller) left += paper.text(line || ' ', MARGIN, left + 2, half - 12, small);
  const end = { ...body, align: 'end' } as const;
  let right = MARGIN + paper.text(title, MARGIN + half, MARGIN, half, { ...headline, align: 'end' }) + 2;
  for (const fact of facts(printable, store)) right += paper.text(fact, MARGIN + half, right, half, end);
  return Math.max(left, right);
}

function facts({ createdAt, order, look }: Printable, { locale, text }: PrintStore): string[] {
  const format = new Intl.DateTimeFormat(locale.replaceAll('_', '-'), { dateStyle: 'medium', timeZone: look.timeZone });
  const date = (time: string): string => (isTime(time) ? format.format(parseTime(time)) : time);
  return [
    ...(createdAt ? [`${text('print.date')}: ${date(createdAt)}`] : []),
    ...(order ? [`${text('print.order')}: ${order.number}`] : []),
    ...(order?.createdAt ? [`${text('print.order_date')}: ${date(order.createdAt)}`] : []),
  ];
}

/** Prints the addresses, the payment and the shipping method; returns the position below them. */
function parties(paper: Paper, printable: Printable, store: PrintStore, top: number): number {
  const half = (paper.width - 2 * MARGIN) / 2;
  paper.rule(MARGIN, top, 2 * half);
  const { billing, shipping, payment, shippingDescription, tracks } = printable;
  const { text, locale } = store;
  const shippingLines = [shippingDescription, ...tracks.map((track) => track.filter(Boolean).join(': '))].filter(
    Boolean,
  );
  const blocks = [
    [
      [text('print.billing'), billing ? addressLines(billing, locale) : []],
      [text('print.payment'), payment ? [payment] : []],
    ],
    [
      [text('print.shipping'), shipping ? addressLines(shipping, locale) : []],
      [text('print.delivery'), shippingLines],
    ],
  ] as const;
  const ends = blocks.map((column, i) => {
    const [x, width] = [MARGIN + i * half, half - 12];
    let y = top + 10;
    for (const [name, lines] of column.filter((block) => block[1].length > 0)) {
      y += paper.text(name, x, y, width, { ...small, bold: true });
      for (const line of lines) y += paper.text(line, x, y, width, body);
      y += 8;
    }
    return y;
  });
  return Math.max(...ends);
}

/** Prints the notes on the whole order; returns the position below them. */
function notes(paper: Paper, printable: Printable, store: PrintStore, top: number): number {
  const texts = noteTexts(printable.notes, store);
  if (texts.length === 0) return top;
  const width = paper.width - 2 * MARGIN;
  paper.rule(MARGIN, top, width);
  let y = top + 8;
  for (const text of texts) y += paper.text(text, MARGIN, y, width, body) + 2;
  return y;
}

function noteTexts(notesOfPlace: readonly PackingNote[] = [], { text }: PrintStore): string[] {
  return notesOfPlace.map(({ kind, values }) => text(`print.note.${kind}`, values));
}

function columnsOf({ kind, currency }: Printable, store: PrintStore): SheetColumn[] {
  const { text, locale } = store;
  const money = (value: number | null): string => (value === null ? '' : formatMoney(value, currency, locale));
  const number = new Intl.NumberFormat(locale.replaceAll('_', '-'), { maximumFractionDigits: 4 });
  const amount = (name: string, value: (line: PrintedLine) => number | null, width = 72): SheetColumn => ({
    text: text(name),
    width,
    align: 'end',
    value: (line) => money(value(line)),
  });
  const item: SheetColumn = {
    text: text('item'),
    width: 0,
    value: ({ name, isComponent, notes: ofLine }) =>
      [isComponent ? `· ${name}` : name, ...noteTexts(ofLine, store)].join('\n'),
  };
  const sku: SheetColumn = { text: text('sku'), width: 84, value: (line) => line.sku };
  const qty: SheetColumn = { text: text('qty'), width: 52, align: 'end', value: (line) => number.format(line.qty) };
  if (kind === 'shipment') return [item, { ...sku, width: 160 }, qty];
  const tax = amount('tax', (line) => line.tax, 60);
  if (kind === 'invoice') {
    return [
      item,
      sku,
      amount('print.price', (line) => line.price),
      qty,
      tax,
      amount('subtotal', (line) => line.subtotal, 86),
    ];
  }
  const less = amount('discount', ({ discount }) => discount && -discount, 60);
  return [item, sku, qty, less, tax, amount('subtotal', (line) => line.subtotal, 86)];
}

/**
 * Prints the lines over as many pages as they need, each page with the column names; returns the position below them.
 */
function table(paper: Paper, printable: Printable, store: PrintStore, top: number): number {
  const columns = columnsOf(printable, store);
  const whole = paper.width - 2 * MARGIN;
  const rest = whole - columns.reduce((sum, { width }) => sum + width, 0);
  const layout = columns.map(({ width, align }) => ({ align, width: width || rest }));
  const row = (cells: readonly string[], y: number, style: TextStyle): void => {
    let x = MARGIN;
    cells.forEach((cell, i) => {
      const { align, width } = elementAt(layout, i);
      paper.text(cell, x + PADDING, y + PADDING, width - 2 * PADDING, align ? { ...style, align } : style);
      x += width;
    });
  };
  const height = (cells: readonly string[], style: TextStyle): number =>
    Math.max(...cells.map((cell, i) => paper.heightOf(cell, elementAt(layout, i).width - 2 * PADDING, style))) +
    2 * PADDING;
  const names = columns.map((column) => column.text);
  const heading = (y: number): number => {
    const tall = height(names, strong);
    paper.band(MARGIN, y, whole, tall);
    row(names, y, strong);
    return y + tall;
  };
  let y = heading(top);
  for (const line of printable.lines) {
    const cells = columns.map((column) => column.value(line));
    const tall = height(cells, body);
    if (y + tall > bottomOf(paper)) {
      paper.newPage();
      y = heading(MARGIN);
    }
    row(cells, y, body);
    y += tall;
    paper.rule(MARGIN, y, whole);
  }
  return y;
}

/** Where the content of a page has to end. */
function bottomOf(paper: Paper): number {
  return paper.height - FOOT - 12;
}

/** Prints the totals; on a new page if the last one has no room. */
function totals(paper: Paper, printable: Printable, { text, locale }: PrintStore, top: number): void {
  const rows = printable.totals.map(
    ([name, value, label]) => [name, formatMoney(value, printable.currency, locale), label ?? text(name)] as const,
  );
  let y = top;
  if (y + rows.length * 16 > bottomOf(paper)) {
    paper.newPage();
    y = MARGIN;
  }
  const [x, width] = [paper.width / 2, paper.width / 2 - MARGIN];
  for (const [name, value, label] of rows) {
    const style: TextStyle = name === 'total' ? { size: 10, bold: true } : body;
    if (name === 'total') paper.rule(x, y, width);
    const tall = paper.text(label, x + PADDING, y + PADDING, width / 2, style);
    paper.text(value, x + width / 2, y + PADDING, width / 2 - PADDING, { ...style, align: 'end' });
    y += tall + PADDING;
  }
}
