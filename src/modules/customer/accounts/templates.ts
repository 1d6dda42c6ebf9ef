import { mailTemplate, type MailBlock, type MailStore, type MailTexts } from '../../../platform/mail/template.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

const texts: MailTexts = { de, en, es, fr };

const link = (store: MailStore, label: string, path: string): MailBlock => ({
  kind: 'link',
  label: store.text(label),
  url: store.url + path,
});

const text = (store: MailStore, key: string, values: Record<string, string> = {}): MailBlock => ({
  kind: 'text',
  text: store.text(key, values),
});

/** Where storefronts of the interface let a customer choose a password. */
function passwordPage({ id, token }: { id: number; token: string }): string {
  return `customer/account/createPassword/?id=${id}&token=${encodeURIComponent(token)}`;
}

interface Welcome {
  readonly name: string;
  /** Path that storefronts open after signing in. */
  readonly back?: string;
}

export const welcome = mailTemplate<Welcome>({
  id: 'customer_account_welcome',
  summary: 'Welcomes a new customer who chose a password.',
  identity: 'general',
  texts,
  sample: { name: 'Ada Example' },
  write: ({ name, back = 'customer/account/' }, store) => ({
    subject: store.text('welcome.subject'),
    blocks: [text(store, 'hello', { name }), text(store, 'welcome.text'), link(store, 'signIn', back)],
  }),
});

interface WithToken {
  readonly id: number;
  readonly name: string;
  readonly token: string;
}

const sampleToken: WithToken = { id: 1, name: 'Ada Example', token: 'x9Qk2mVt7RbL4sPz8WnY3cHd6JfA1gEu' };

export const welcomeWithoutPassword = mailTemplate<WithToken>({
  id: 'customer_account_welcome_no_password',
  summary: 'Asks a new customer whose account somebody else made to choose a password.',
  identity: 'general',
  texts,
  sample: sampleToken,
  write: (data, store) => ({
    subject: store.text('welcome.subject'),
    blocks: [
      text(store, 'hello', { name: data.name }),
      text(store, 'welcome.text.noPassword'),
      link(store, 'welcome.choose', passwordPage(data)),
    ],
    secrets: [data.token],
  }),
});

interface Confirmation {
  readonly id: number;
  readonly name: string;
  readonly key: string;
  readonly back?: string;
}

export const confirmation = mailTemplate<Confirmation>({
  id: 'customer_account_confirmation',
  summary: 'Asks a customer to confirm the e-mail address.',
  identity: 'general',
  texts,
  sample: { id: 1, name: 'Ada Example', key: 'Zk7Wq2TnB5xHc8MdR1vJ6yLs3GpF9aEu' },
  write: ({ id, name, key, back }, store) => {
    const query = new URLSearchParams({ id: String(id), key, ...(back ? { back_url: store.url + back } : {}) });
    return {
      subject: store.text('confirm.subject'),
      blocks: [
        text(store, 'hello', { name }),
        text(store, 'confirm.text'),
        link(store, 'confirm.link', `customer/account/confirm/?${query}`),
        { kind: 'facts', rows: [[store.text('confirm.key'), key]] },
      ],
      secrets: [key],
    };
  },
});

export const confirmed = mailTemplate<Welcome>({
  id: 'customer_account_confirmed',
  summary: 'Welcomes a customer who has confirmed the e-mail address.',
  identity: 'general',
  texts,
  sample: { name: 'Ada Example' },
  write: ({ name, back = 'customer/account/' }, store) => ({
    subject: store.text('confirmed.subject'),
    blocks: [text(store, 'hello', { name }), text(store, 'confirmed.text'), link(store, 'signIn', back)],
  }),
});

interface Reset extends WithToken {
  /** Hours that the link works. */
  readonly hours: number;
}

const resetTemplate = (kind: 'reset' | 'reminder', id: string, summary: string) =>
  mailTemplate<Reset>({
    id,
    summary,
    identity: 'support',
    texts,
    sample: { ...sampleToken, hours: 2 },
    write: (data, store) => ({
      subject: store.text(`${kind}.subject`),
      blocks: [
        text(store, 'hello', { name: data.name }),
        text(store, `${kind}.text`),
        link(store, 'reset.link', passwordPage(data)),
        text(store, 'reset.hours', { hours: String(data.hours) }),
      ],
      secrets: [data.token],
    }),
  });

export const passwordReset = resetTemplate(
  'reset',
  'customer_password_reset',
  'Gives a customer the link for choosing a new password.',
);

export const passwordReminder = resetTemplate(
  'reminder',
  'customer_password_reminder',
  'Tells a customer who forgot the password how to choose another.',
);

interface Notice {
  readonly name: string;
}

export const passwordChanged = mailTemplate<Notice>({
  id: 'customer_password_changed',
  summary: 'Tells a customer that the password was changed.',
  identity: 'support',
  texts,
  sample: { name: 'Ada Example' },
  write: ({ name }, store) => ({
    subject: store.text('passwordChanged.subject'),
    blocks: [text(store, 'hello', { name }), text(store, 'passwordChanged.text'), text(store, 'closing')],
  }),
});

export const emailChanged = mailTemplate<Notice & { readonly email: string }>({
  id: 'customer_email_changed',
  summary: 'Tells a customer, at the old and the new address, that the e-mail address was changed.',
  identity: 'support',
  texts,
  sample: { name: 'Ada Example', email: 'ada@example.com' },
  write: ({ name, email }, store) => ({
    subject: store.text('emailChanged.subject'),
    blocks: [
      text(store, 'hello', { name }),
      text(store, 'emailChanged.text'),
      { kind: 'facts', rows: [[store.text('emailLabel'), email]] },
      text(store, 'closing'),
    ],
  }),
});

/** Every mail about accounts. */
export const accountTemplates = [
  welcome,
  welcomeWithoutPassword,
  confirmation,
  confirmed,
  passwordReset,
  passwordReminder,
  passwordChanged,
  emailChanged,
];
