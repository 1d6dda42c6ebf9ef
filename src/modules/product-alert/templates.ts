import { mailTemplate, type MailBlock, type MailStore, type MailTexts } from '../../platform/mail/template.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

const texts: MailTexts = { de, en, es, fr };

interface Alert {
  readonly name: string;
  /** `path`: relative to the store view's URL. */
  readonly product: { readonly name: string; readonly path: string };
}

interface PriceAlert extends Alert {
  /** Formatted, with its currency. */
  readonly price: string;
}

function blocks(store: MailStore, { name, product }: Alert, text: string): MailBlock[] {
  return [
    { kind: 'text', text: store.text('hello', { name }) },
    { kind: 'text', text },
    { kind: 'link', label: store.text('open', { product: product.name }), url: store.url + product.path },
  ];
}

const sample = { name: 'Ada Example', product: { name: 'Blue mug', path: 'blue-mug.html' } };

/** Notifies a customer of a lower price. */
export const priceAlert = mailTemplate<PriceAlert>({
  id: 'catalog_productalert_email_price',
  summary: 'Tells a customer that a product costs less than when the alert was asked for.',
  identity: 'general',
  texts,
  sample: { ...sample, price: '$12.50' },
  write: (alert, store) => ({
    subject: store.text('price.subject', { product: alert.product.name }),
    blocks: blocks(store, alert, store.text('price.text', { product: alert.product.name, price: alert.price })),
  }),
});

/** Notifies a customer that a product can be ordered again. */
export const stockAlert = mailTemplate<Alert>({
  id: 'catalog_productalert_email_stock',
  summary: 'Tells a customer that a product can be ordered again.',
  identity: 'general',
  texts,
  sample,
  write: (alert, store) => ({
    subject: store.text('stock.subject', { product: alert.product.name }),
    blocks: blocks(store, alert, store.text('stock.text', { product: alert.product.name })),
  }),
});
