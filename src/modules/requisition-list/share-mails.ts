import type { Call } from '../../kernel/call.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate } from '../../platform/mail/template.ts';
import { sharing } from './configuration.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

/** Data of an email about a shared list. */
interface ShareMail {
  readonly name: string;
  readonly sender: string;
  readonly list: string;
  readonly token: string;
  /** Page of the storefront, below the address of the store view. */
  readonly path: string;
}

/** Tells a colleague about a shared list. */
export const shareMail = mailTemplate<ShareMail>({
  id: 'requisition_list_shared',
  summary: 'Shares a requisition list with a user of the same company.',
  identity: 'general',
  texts: { en, de },
  sample: {
    name: 'Grace Example',
    sender: 'Ada Example',
    list: 'Office',
    token: 'W9YcRai9JmzGglqP3p0USodTTM3BmjjY',
    path: 'customer/requisition-list-sharing',
  },
  write: ({ name, sender, list, token, path }, store) => ({
    subject: store.text('share.subject', { sender, list }),
    blocks: [
      { kind: 'text', text: store.text('share.hello', { name }) },
      { kind: 'text', text: store.text('share.text', { sender, list, store: store.name }) },
      {
        kind: 'link',
        label: store.text('share.open'),
        url: `${store.url}${path}?${new URLSearchParams({ requisition_id: token })}`,
      },
    ],
    secrets: [token],
  }),
});

/** A customer in an email. */
interface Person {
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly store_id: number;
}

/** The name of a customer, as colleagues see it. */
export const nameOf = ({ firstname, lastname }: Pick<Person, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim();

/** Queues the email about a shared list, in the language of the recipient's store view. */
export async function mailShare(
  call: Call,
  person: Person,
  share: Pick<ShareMail, 'sender' | 'list' | 'token'>,
): Promise<void> {
  const name = nameOf(person);
  const path = call.config.of(sharing.path, { storeId: person.store_id });
  await queueMail(call, shareMail, {
    to: { email: person.email, name },
    storeId: person.store_id,
    data: { name, path, ...share },
  });
}
