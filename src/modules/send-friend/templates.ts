import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

const texts: MailTexts = { de, en, es, fr };

interface Recommendation {
  readonly name: string;
  readonly sender: { readonly name: string; readonly email: string };
  readonly message: string;
  /** `path`: below the store view's address. */
  readonly product: { readonly name: string; readonly path: string };
}

/** Recommends a product. */
export const recommendation = mailTemplate<Recommendation>({
  id: 'sendfriend_email',
  summary: 'Recommends a product in the name of a visitor.',
  identity: 'general',
  texts,
  sample: {
    name: 'Grace Example',
    sender: { name: 'Ada Example', email: 'ada@example.com' },
    message: 'Look at this.',
    product: { name: 'Blue mug', path: 'blue-mug.html' },
  },
  write: ({ name, sender, message, product }, store) => ({
    subject: store.text('subject', { sender: sender.name, product: product.name }),
    blocks: [
      { kind: 'text', text: store.text('hello', { name }) },
      { kind: 'text', text: store.text('text', { sender: sender.name, email: sender.email }) },
      { kind: 'text', text: message },
      { kind: 'link', label: store.text('open', { product: product.name }), url: store.url + product.path },
    ],
  }),
});
