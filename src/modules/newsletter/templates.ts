import { mailTemplate, type MailTexts } from '../../mail/template.ts';
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
