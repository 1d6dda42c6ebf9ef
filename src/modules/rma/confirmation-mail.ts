import type { Call } from '../../kernel/call.ts';
import { uidOf } from '../../kernel/uids.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate } from '../../platform/mail/template.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { buyerName, linesOf, returnMailTexts, tableOf, type ReturnMailLine } from './mails.ts';
import { returnRequest, type StoredReturn } from './returns.ts';

/** The data of an email with which a guest confirms a return. */
interface ConfirmationMail {
  readonly name: string;
  /** Number of the return. */
  readonly number: string;
  /** Number of the order. */
  readonly order: string;
  /** Id of the order as storefronts send it. */
  readonly id: string;
  readonly key: string;
  /** Hours for which the key is valid. */
  readonly hours: number;
  readonly lines: readonly ReturnMailLine[];
  /** The address for further emails about the return, when it is not that of the order. */
  readonly contact: string | null;
}

/** Asks a guest to confirm a return. */
export const returnConfirmationTemplate = mailTemplate<ConfirmationMail>({
  id: 'rma_confirm',
  summary: 'Asks a guest to confirm a return.',
  identity: 'sales',
  texts: returnMailTexts,
  sample: {
    name: 'Ada Example',
    number: '000000001',
    order: '000000001',
    id: 'MQ==',
    key: 'k3v9x2m7q1w8r4t6y5u0i3o7p2a9s1d4',
    hours: 24,
    lines: [{ name: 'A thing', sku: 'thing', qty: 1 }],
    contact: null,
  },
  write: ({ name, number, order, id, key, hours, lines, contact }, store) => {
    const text = (part: string): string =>
      store.text(part, { name, number, order, hours: String(hours), contact: contact ?? '' });
    const query = new URLSearchParams({ order_id: id, confirmation_key: key });
    return {
      subject: text('confirm.subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('confirm.text') },
        tableOf(lines, store),
        ...(contact ? [{ kind: 'text', text: text('confirm.contact') } as const] : []),
        { kind: 'link', label: text('confirm.link'), url: `${store.url}rma/guest/confirm/?${query}` },
        { kind: 'text', text: text('confirm.lifetime') },
      ],
      secrets: [key],
    };
  },
});

/** Queues the email with the key that confirms a return, to the address of the order. */
export async function mailConfirmation(
  call: Call,
  order: StoredOrder,
  request: StoredReturn,
  key: string,
): Promise<void> {
  const { fields } = order;
  const storeId = request.store_id;
  const name = buyerName(fields);
  await queueMail(call, returnConfirmationTemplate, {
    to: { email: fields.customer_email, name },
    storeId,
    data: {
      name,
      number: request.increment_id,
      order: request.order_increment_id,
      id: uidOf(order.id),
      key,
      hours: call.config.of(returnRequest.keyLifetime, { storeId }),
      lines: linesOf(order, request.items, 'qty_requested'),
      contact: request.customer_custom_email,
    },
  });
}
