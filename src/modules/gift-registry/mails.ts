import type { Call } from '../../kernel/call.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailBlock, type MailStore, type MailTexts } from '../../platform/mail/template.ts';
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

/** Data of an invitation. */
interface Invitation {
  readonly name: string;
  readonly sender: string;
  readonly message: string;
  readonly registry: { readonly title: string; readonly uid: string };
}

const invitationMail = mailTemplate<Invitation>({
  id: 'gift_registry_share',
  summary: 'Invites a guest to a gift registry in the name of its owner.',
  identity: 'general',
  texts,
  sample: {
    name: 'Grace Example',
    sender: 'Ada Example',
    message: 'Help us celebrate.',
    registry: { title: 'Our wedding', uid: 'W9YcRai9JmzGglqP3p0USodTTM3BmjjY' },
  },
  write: ({ name, sender, message, registry: { title, uid } }, store) => ({
    subject: store.text('share_subject', { sender, registry: title }),
    blocks: [
      { kind: 'text', text: store.text('hello', { name }) },
      { kind: 'text', text: store.text('share_text', { sender, registry: title, uid }) },
      { kind: 'text', text: message },
      registryLink({ title, uid }, store),
    ],
  }),
});

/** Data of the email about a new registry. */
interface NewRegistryMail {
  readonly name: string;
  readonly registry: { readonly title: string; readonly uid: string };
}

const ownerMail = mailTemplate<NewRegistryMail>({
  id: 'gift_registry_owner',
  summary: 'Confirms a new gift registry to its owner.',
  identity: 'general',
  texts,
  sample: { name: 'Ada Example', registry: { title: 'Our wedding', uid: 'W9YcRai9JmzGglqP3p0USodTTM3BmjjY' } },
  write: ({ name, registry: { title, uid } }, store) => ({
    subject: store.text('owner_subject', { registry: title }),
    blocks: [
      { kind: 'text', text: store.text('hello', { name }) },
      { kind: 'text', text: store.text('owner_text', { registry: title, uid }) },
      registryLink({ title, uid }, store),
    ],
  }),
});

function registryLink({ title, uid }: NewRegistryMail['registry'], store: MailStore): MailBlock {
  return {
    kind: 'link',
    label: store.text('share_open', { registry: title }),
    url: `${store.url}giftregistry/view/index/id/${uid}`,
  };
}

export const registryMailTemplates = [ownerMail, giftMail, invitationMail];

/** Queues the email that confirms a new registry to the caller, its owner. */
export async function mailOwner(call: Call, { customer_id, title, uid }: Registry): Promise<void> {
  const owner = await call.services.customer.customer(call, customer_id);
  if (!owner) return;
  const name = [owner.firstname, owner.lastname].filter(Boolean).join(' ');
  const to = { email: owner.email, name };
  await queueMail(call, ownerMail, { to, storeId: call.scope.storeId, data: { name, registry: { title, uid } } });
}

/** Queues an invitation to a registry. */
export async function mailInvitation(
  call: Call,
  { title, uid }: Registry,
  sender: { readonly name: string; readonly message: string },
  to: { readonly email: string; readonly name: string },
): Promise<void> {
  const data = { name: to.name, sender: sender.name.trim(), message: sender.message, registry: { title, uid } };
  await queueMail(call, invitationMail, { to, storeId: call.scope.storeId, data });
}

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
