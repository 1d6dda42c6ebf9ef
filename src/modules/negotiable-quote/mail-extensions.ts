import { mailTemplate, type MailTemplate, type MailTexts } from '../../platform/mail/template.ts';

/** The variables of an email about a negotiation. */
interface NegotiationMail {
  /** The name of the recipient. */
  readonly name: string;
  /** The name of the quote or of the quote template. */
  readonly quote: string;
  readonly buyer: string;
  /** The comment of the other side; null: none. */
  readonly comment: string | null;
}

/** A type of email about a negotiation. */
export type NegotiationMailTemplate = MailTemplate<NegotiationMail>;

/** Declares an email about a negotiation: its texts are `hello`, and the subject and the text of its kind. */
export function negotiationMail(
  module: string,
  kind: string,
  summary: string,
  texts: MailTexts,
): NegotiationMailTemplate {
  return mailTemplate<NegotiationMail>({
    id: `${module}_${kind}`,
    summary,
    identity: 'sales',
    texts,
    sample: { name: 'Ada Example', quote: 'Spring order', buyer: 'Ben Example', comment: null },
    write: ({ name, quote, buyer, comment }, store) => {
      const text = (key: string): string => store.text(key, { name, quote, buyer, store: store.name });
      const blocks = [text('hello'), text(`${kind}.text`), ...(comment ? [comment] : [])];
      return { subject: text(`${kind}.subject`), blocks: blocks.map((one) => ({ kind: 'text', text: one })) };
    },
  });
}
