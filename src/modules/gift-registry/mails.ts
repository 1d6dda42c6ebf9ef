import type { Call } from '../../kernel/call.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import type { RegistryItem } from './items.ts';
import type { Registry } from './registries.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** Data of the email about gifts. */
interface GiftMail {
  readonly name: string;
  readonly registry: string;
  readonly lines: readonly {
    readonly name: string;
    readonly sku: string;
    readonly qty: number;
    readonly wished: number;
  }[];
}

const giftMail = mailTemplate<GiftMail>({
  id: 'gift_registry_update',
  summary: 'Notifies the owner of a gift registry of the items ordered for it.',
  identity: 'general',
  texts,
  sample: {
    name: 'Ada Example',
    registry: 'Our wedding',
    lines: [{ name: 'A thing', sku: 'thing', qty: 1, wished: 2 }],
  },
  write: ({ name, registry, lines }, store) => {
    const text = (key: string): string => store.text(key, { name, registry });
    return {
      subject: text('subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('text') },
        {
          kind: 'table',
          head: ['item', 'sku', 'qty', 'wished'].map(text),
          rows: lines.map((line) => [line.name, line.sku, String(line.qty), String(line.wished)]),
        },
      ],
    };
  },
});

export const registryMailTemplates = [giftMail];

/** Queues the email about the gifts in an order to the owner; it does not name the buyer. */
export async function mailGifts(
  call: Call,
  registry: Registry,
  { fields }: StoredOrder,
  gifts: readonly { readonly item: RegistryItem; readonly qty: number }[],
): Promise<void> {
  const owner = await call.services.customer.customer(call, registry.customer_id);
  if (!owner) return;
  const name = [owner.firstname, owner.lastname].filter(Boolean).join(' ');
  const lines = gifts.map(({ item, qty }) => ({ name: item.name, sku: item.sku, qty, wished: item.qty }));
  await queueMail(call, giftMail, {
    to: { email: owner.email, name },
    storeId: fields.store_id,
    data: { name, registry: registry.title, lines },
  });
}
