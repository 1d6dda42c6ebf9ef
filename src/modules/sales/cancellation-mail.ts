import type { Call } from '../../kernel/call.ts';
import { uidOf } from '../../kernel/uids.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate } from '../../platform/mail/template.ts';
import { cancellation } from './configuration.ts';
import { buyerName } from './mails.ts';
import type { StoredOrder } from './order.ts';
import { salesTexts } from './texts.ts';

/** The data of a mail with which a guest confirms the cancellation of an order. */
interface CancellationMail {
  readonly name: string;
  /** Number of the order. */
  readonly order: string;
  /** Id of the order as storefronts send it. */
  readonly id: string;
  readonly key: string;
  /** Hours for which the key is valid. */
  readonly hours: number;
}

/** Asks a guest to confirm the cancellation of an order. */
export const cancellationTemplate = mailTemplate<CancellationMail>({
  id: 'sales_cancellation',
  summary: 'Asks a guest to confirm the cancellation of an order.',
  identity: 'sales',
  texts: salesTexts,
  sample: { name: 'Ada Example', order: '000000001', id: 'MQ==', key: 'k3v9x2m7q1w8r4t6y5u0i3o7p2a9s1d4', hours: 24 },
  write: ({ name, order, id, key, hours }, store) => {
    const text = (part: string): string => store.text(part, { name, order, hours: String(hours) });
    const query = new URLSearchParams({ order_id: id, confirmation_key: key });
    return {
      subject: text('cancellation.subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('cancellation.text') },
        { kind: 'link', label: text('cancellation.confirm'), url: `${store.url}sales/guest/cancel/?${query}` },
        { kind: 'text', text: text('cancellation.lifetime') },
      ],
      secrets: [key],
    };
  },
});

/** Queues the mail with the key that confirms the cancellation of an order. */
export async function mailCancellation(call: Call, order: StoredOrder, key: string): Promise<void> {
  const { fields } = order;
  const storeId = fields.store_id ?? 0;
  const name = buyerName(order);
  const hours = call.config.of(cancellation.keyLifetime, { storeId });
  await queueMail(call, cancellationTemplate, {
    to: { email: fields.customer_email, name },
    storeId,
    data: { name, order: fields.increment_id, id: uidOf(order.id), key, hours },
  });
}
