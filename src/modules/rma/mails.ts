import type { Call } from '../../kernel/call.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import {
  mailTemplate,
  type MailBlock,
  type MailStore,
  type MailTemplate,
  type MailTexts,
} from '../../platform/mail/template.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { returnMails } from './configuration.ts';
import type { StoredComment, StoredReturn } from './returns.ts';
import type { ReturnStatus } from './states.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

/** Texts of the emails about returns. */
export const returnMailTexts: MailTexts = { en, de };

type Kind = keyof typeof returnMails;

/** An item of a return in an email. */
export interface ReturnMailLine {
  readonly name: string;
  readonly sku: string;
  readonly qty: number;
}

/** The data of an email about a return. */
interface ReturnMail {
  readonly name: string;
  readonly number: string;
  readonly order: string;
  readonly lines: readonly ReturnMailLine[];
  readonly comment: string | null;
}

const sample: ReturnMail = {
  name: 'Ada Example',
  number: '000000001',
  order: '000000001',
  lines: [{ name: 'A thing', sku: 'thing', qty: 1 }],
  comment: null,
};

/** The items of a return as a table. */
export function tableOf(lines: readonly ReturnMailLine[], store: MailStore): MailBlock {
  const head = ['item', 'sku', 'qty'].map((key) => store.text(key));
  return { kind: 'table', head, rows: lines.map((line) => [line.name, line.sku, String(line.qty)]) };
}

const template = (kind: Kind, summary: string): MailTemplate<ReturnMail> =>
  mailTemplate<ReturnMail>({
    id: `rma_${kind}`,
    summary,
    identity: 'sales',
    texts: returnMailTexts,
    sample,
    write: ({ name, number, order, lines, comment }, store) => {
      const text = (key: string): string => store.text(key, { name, number, order });
      const blocks: MailBlock[] = [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text(`${kind}.text`) },
        ...(lines.length > 0 ? [tableOf(lines, store)] : []),
        ...(comment ? [{ kind: 'text', text: comment } as const] : []),
      ];
      return { subject: text(`${kind}.subject`), blocks };
    },
  });

const templates = {
  new: template('new', 'Confirms that a return was asked for.'),
  authorized: template('authorized', 'Tells that items may be sent back.'),
  comment: template('comment', 'Passes on a comment on a return.'),
};
export const returnMailTemplates = Object.values(templates);

interface MailContent {
  readonly lines?: ReturnMail['lines'];
  readonly comment?: string;
}

/** Queues an email about a return, unless these are disabled or have no recipient. */
async function mail(
  call: Call,
  kind: Kind,
  { fields }: StoredOrder,
  about: StoredReturn,
  content: MailContent,
): Promise<void> {
  const storeId = about.store_id;
  const email = about.customer_custom_email ?? fields.customer_email;
  if (!email || !call.config.of(returnMails[kind], { storeId })) return;
  const name = buyerName(fields);
  const { increment_id: number, order_increment_id: order } = about;
  const data = { name, number, order, lines: content.lines ?? [], comment: content.comment ?? null };
  await queueMail(call, templates[kind], { to: { email, name }, storeId, data });
}

/** Name of the buyer of an order: of the account, or as billed. */
export function buyerName(fields: StoredOrder['fields']): string {
  const person = [fields.customer_firstname, fields.customer_lastname];
  const billed = [fields.billing_address?.firstname, fields.billing_address?.lastname];
  return (person.some(Boolean) ? person : billed).filter(Boolean).join(' ');
}

/** The items of a return with one of their quantities. */
export function linesOf(
  order: StoredOrder,
  items: StoredReturn['items'],
  qty: 'qty_requested' | 'qty_authorized',
): ReturnMailLine[] {
  const byId = new Map(order.items.map((item) => [item.id, item.fields]));
  return items.map((item) => {
    const ordered = byId.get(item.order_item_id);
    return { name: ordered?.name ?? '', sku: ordered?.sku ?? '', qty: item[qty] ?? item.qty_requested };
  });
}

/** Queues the mail that confirms a new return. */
export function mailReturn(call: Call, order: StoredOrder, request: StoredReturn): Promise<void> {
  return mail(call, 'new', order, request, { lines: linesOf(order, request.items, 'qty_requested') });
}

const authorizedStates: ReadonlySet<ReturnStatus> = new Set(['authorized', 'partially_authorized']);

/** Queues the email about the items to send back, when a return has just been authorized. */
export async function mailAuthorized(
  call: Call,
  order: StoredOrder,
  changed: StoredReturn,
  before: ReturnStatus,
): Promise<void> {
  if (!authorizedStates.has(changed.status) || changed.status === before) return;
  const items = changed.items.filter(({ status }) => status === 'authorized');
  await mail(call, 'authorized', order, changed, { lines: linesOf(order, items, 'qty_authorized') });
}

/** Queues emails about new comments with a notification of the customer. */
export async function mailComments(
  call: Call,
  order: StoredOrder,
  about: StoredReturn,
  comments: readonly StoredComment[],
): Promise<void> {
  for (const { comment, customer_notified } of comments) {
    if (customer_notified) await mail(call, 'comment', order, about, { comment });
  }
}
