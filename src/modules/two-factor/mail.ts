import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** Data of the email that asks an administrator to set up a second factor. */
interface SetupMail {
  readonly name: string;
  readonly username: string;
  readonly token: string;
}

/** The email with the token to set up a second factor. */
export const setupMail = mailTemplate<SetupMail>({
  id: 'tfa_admin_user_config_required',
  summary: 'Asks an administrator to set up a second factor for sign-in.',
  identity: 'general',
  texts,
  sample: { name: 'Ada Example', username: 'ada', token: 'k3v9q0m2x7c5w1z8r4t6y0p2s9d7f1g3' },
  write: ({ name, username, token }, store) => {
    const text = (key: string): string => store.text(key, { name, username, store: store.name });
    return {
      subject: text('subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('text') },
        { kind: 'link', label: text('setUp'), url: `${store.url}console#tfat=${token}` },
        { kind: 'facts', rows: [[text('token'), token]] },
        { kind: 'text', text: text('validity') },
        { kind: 'text', text: text('unexpected') },
      ],
      secrets: [token],
    };
  },
});
