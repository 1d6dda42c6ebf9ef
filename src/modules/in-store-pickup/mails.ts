import type { Call } from '../../kernel/call.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import { sendsReadyMails } from './configuration.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** Data of the email about an order that is ready for pickup. */
interface ReadyMail {
  readonly name: string;
  readonly order: string;
  /** Name of the location, and its address line by line. */
  readonly place: readonly string[];
  readonly lines: readonly { readonly name: string; readonly sku: string; readonly qty: number }[];
}

const readyMail = mailTemplate<ReadyMail>({
  id: 'sales_ready_for_pickup',
  summary: 'Tells a buyer that an order can be picked up, and where.',
  identity: 'sales',
  texts,
  sample: {
    name: 'Ada Example',
    order: '000000001',
    place: ['Our shop', '1 Main Street', '98101 Seattle', '206-555-0100'],
    lines: [{ name: 'A thing', sku: 'thing', qty: 2 }],
  },
  write: ({ name, order, place, lines }, store) => {
    const text = (key: string): string => store.text(key, { name, order });
    return {
      subject: text('subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('text') },
        { kind: 'text', text: place.join('\n') },
        {
          kind: 'table',
          head: ['item', 'sku', 'qty'].map(text),
          rows: lines.map((line) => [line.name, line.sku, String(line.qty)]),
        },
      ],
    };
  },
});

export const pickupMailTemplates = [readyMail];

/**
 * Queues the email about an order that is ready for pickup; false if such emails are disabled or there is no address.
 */
export async function mailReady(call: Call, { fields, items, shippingAddress }: StoredOrder): Promise<boolean> {
  const storeId = fields.store_id ?? 0;
  if (!call.config.of(sendsReadyMails, { storeId }) || !fields.customer_email) return false;
  const person = [fields.customer_firstname, fields.customer_lastname];
  const billed = [fields.billing_address?.firstname, fields.billing_address?.lastname];
  const name = (person.some(Boolean) ? person : billed).filter(Boolean).join(' ');
  const { firstname, street, postcode, city, telephone } = shippingAddress ?? {};
  const town = [postcode, city].filter(Boolean).join(' ');
  const lines = items.flatMap(({ parentId, fields: { name: title, sku, qty_ordered, is_virtual } }) =>
    parentId === null && is_virtual !== 1 ? [{ name: title ?? '', sku: sku ?? '', qty: qty_ordered ?? 0 }] : [],
  );
  await queueMail(call, readyMail, {
    to: { email: fields.customer_email, name },
    storeId,
    data: {
      name,
      order: fields.increment_id ?? '',
      place: [firstname, ...(street ?? []), town, telephone].filter((line): line is string => Boolean(line)),
      lines,
    },
  });
  return true;
}
