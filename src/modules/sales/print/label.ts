import type { ShipmentFields } from '../types/shipment.ts';
import type { StoredOrder } from '../order.ts';
import { addressLines } from './address.ts';
import { colours, openPaper, type Paper, type TextStyle } from './paper.ts';
import { shipmentPrintable, type Printable, type PrintedAddress } from './printable.ts';
import type { PrintStore } from './sheet.ts';
import type { Call } from '../../../kernel/call.ts';

/** The data of a label for a shipment or a parcel. */
interface ParcelLabel {
  readonly printable: Printable;
  /** Number of packages; each has a page. */
  readonly packages: number;
  /** Key of the label's title. */
  readonly title: 'print.label' | 'print.parcel';
  /** The sender, where it is not the shop. */
  readonly sender: PrintedAddress | null;
}

/** Paper of label printers: 4 by 6 inches, in points. */
const size = [288, 432] as const;
const MARGIN = 18;
const small: TextStyle = { size: 8, colour: colours.faint };

/** The label of a shipment, for the packages that it names, or for one. */
export function labelFor(call: Call, order: StoredOrder, fields: ShipmentFields): ParcelLabel {
  return {
    printable: shipmentPrintable(call, order, fields),
    packages: fields.packages?.length || 1,
    title: 'print.label',
    sender: null,
  };
}

/** A parcel that a buyer sends back. */
export interface Parcel {
  readonly number: string;
  /** UTC, as times are stored. */
  readonly createdAt: string;
  readonly to: PrintedAddress;
  /** Carriers and numbers. */
  readonly tracks: Printable['tracks'];
}

/** The label of a return parcel from the shipping address of an order. */
export function labelBack(call: Call, order: StoredOrder, { number, createdAt, to, tracks }: Parcel): ParcelLabel {
  const printable = shipmentPrintable(call, order, { increment_id: number, created_at: createdAt, items: [] });
  return {
    printable: { ...printable, shipping: to, shippingDescription: '', tracks },
    packages: 1,
    title: 'print.parcel',
    sender: printable.shipping ?? printable.billing,
  };
}

/** The label of a shipment as PDF, one page for each package: sender, recipient, carriers. */
export async function printLabel(label: ParcelLabel, store: PrintStore): Promise<Buffer> {
  const { printable, packages } = label;
  const { number, createdAt, look } = printable;
  const title = store.text(label.title, { number });
  const paper = await openPaper({
    title,
    createdAt,
    size,
    author: store.name,
    locale: store.locale,
    font: look.font,
  });
  for (let i = 1; i <= packages; i++) {
    if (i > 1) paper.newPage();
    page(paper, label, store);
  }
  paper.onEachPage((one, all) => {
    const text = store.text('print.package', { page: String(one), pages: String(all) });
    paper.text(text, MARGIN, size[1] - MARGIN - 10, size[0] - 2 * MARGIN, { ...small, align: 'end' });
  });
  return paper.finish();
}

function page(
  paper: Paper,
  { printable, title: heading, sender }: ParcelLabel,
  { name, text, locale }: PrintStore,
): void {
  const width = size[0] - 2 * MARGIN;
  const { shipping, billing, tracks, order, number, shippingDescription, seller } = printable;
  const [from = '', ...below] = sender ? addressLines(sender, locale) : [name, ...seller];
  let y = MARGIN;
  for (const line of [`${text('print.from')}: ${from}`, ...below])
    y += paper.text(line || ' ', MARGIN, y, width, small);
  y += 8;
  paper.rule(MARGIN, y, width);
  y += 12 + paper.text(text('print.to'), MARGIN, y + 10, width, small);
  const to = shipping ?? billing;
  const lines = to ? addressLines(to, locale) : [];
  for (const [i, line] of lines.entries()) y += paper.text(line, MARGIN, y, width, { size: 14, bold: i === 0 });
  if (to?.telephone) y += 4 + paper.text(to.telephone, MARGIN, y + 4, width, { size: 10 });
  y += 10;
  paper.rule(MARGIN, y, width);
  y += 8;
  const rows = [
    text(heading, { number }),
    ...(order ? [`${text('print.order')}: ${order.number}`] : []),
    ...(shippingDescription ? [shippingDescription] : []),
  ];
  for (const line of rows) y += paper.text(line, MARGIN, y, width, { size: 9 });
  for (const [title, code] of tracks) {
    y += 6;
    if (title) y += paper.text(title, MARGIN, y, width, { size: 9 });
    y += paper.text(code, MARGIN, y, width, { size: 13, bold: true });
  }
}
