import type { Call } from '../../kernel/call.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import type { NegotiationRow } from './tables.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** The variables of an email about a quote. */
interface QuoteMail {
  readonly name: string;
  readonly quote: string;
  /** The comment of the shop; null: none. */
  readonly comment: string | null;
}

const template = (kind: string, summary: string): MailTemplate<QuoteMail> =>
  mailTemplate<QuoteMail>({
    id: `negotiable_quote_${kind}`,
    summary,
    identity: 'sales',
    texts,
    sample: { name: 'Ada Example', quote: 'Spring order', comment: null },
    write: ({ name, quote, comment }, store) => {
      const text = (key: string): string => store.text(key, { name, quote, store: store.name });
      const blocks = [text('hello'), text(`${kind}.text`), ...(comment ? [comment] : [])];
      return { subject: text(`${kind}.subject`), blocks: blocks.map((one) => ({ kind: 'text', text: one })) };
    },
  });

const templates = {
  submitted: template('submitted', 'Tells buyers that the shop has answered their quote.'),
  declined: template('declined', 'Tells buyers that the shop declines to negotiate, and why.'),
  expired: template('expired', 'Tells buyers that the prices of a quote are no longer valid.'),
};
export const quoteMailTemplates = Object.values(templates);

/** Queues an email to the buyer of a quote, in the language of the quote's store view. */
export async function mailBuyer(
  call: Call,
  kind: keyof typeof templates,
  { quote_id, quote_name }: NegotiationRow,
  comment: string | null | undefined,
): Promise<void> {
  const { customer_id, customer_email, store_id } = await call.services.quote.cart(call, quote_id);
  if (customer_id === null) return;
  const { firstname, lastname, email } = await call.services.customer.requireCustomer(call, customer_id, {
    addresses: false,
  });
  const name = `${firstname} ${lastname}`.trim();
  await queueMail(call, templates[kind], {
    to: { email: customer_email ?? email, name },
    storeId: store_id,
    data: { name, quote: quote_name || `#${quote_id}`, comment: comment?.trim() ? comment : null },
  });
}
