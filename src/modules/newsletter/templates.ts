import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

const texts: MailTexts = { de, en, es, fr };

/** Tells a subscriber that the newsletter comes. */
export const subscriptionSuccess = mailTemplate<object>({
  id: 'newsletter_subscription_success',
  summary: 'Tells a subscriber that the newsletter will come.',
  identity: 'general',
  texts,
  sample: {},
  write: (_, store) => ({
    subject: store.text('success.subject'),
    blocks: [
      { kind: 'text', text: store.text('hello') },
      { kind: 'text', text: store.text('success.text') },
    ],
  }),
});

/** Asks whether an address is to get the newsletter. */
export const subscriptionRequest = mailTemplate<{ readonly code: string }>({
  id: 'newsletter_subscription_confirm',
  summary: 'Asks a subscriber to confirm that the newsletter is wanted.',
  identity: 'general',
  texts,
  sample: { code: 'k3v8q1z7m5t2x9c4b6n0w1r8y5p2d7f3' },
  write: ({ code }, store) => ({
    subject: store.text('confirm.subject'),
    blocks: [
      { kind: 'text', text: store.text('hello') },
      { kind: 'text', text: store.text('confirm.text') },
      {
        kind: 'link',
        label: store.text('confirm.link'),
        url: `${store.url}newsletter/subscriber/confirm/code/${code}`,
      },
    ],
    secrets: [code],
  }),
});
