import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

const texts: MailTexts = { de, en, es, fr };

interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly telephone?: string;
  readonly comment: string;
}

/** A visitor's message to the shop. */
export const contactMessage = mailTemplate<ContactMessage>({
  id: 'contact_message',
  summary: 'Sends a message from the contact form to the shop.',
  identity: 'general',
  texts,
  sample: {
    name: 'Ada Example',
    email: 'ada@example.com',
    telephone: '555-0100',
    comment: 'Do you deliver to islands?',
  },
  write: ({ name, email, telephone, comment }, store) => ({
    subject: store.text('subject', { name }),
    blocks: [
      { kind: 'text', text: comment },
      {
        kind: 'facts',
        rows: [
          [store.text('name'), name],
          [store.text('email'), email],
          ...(telephone ? [[store.text('telephone'), telephone] as const] : []),
        ],
      },
    ],
  }),
});
