import type { Call } from '../../kernel/call.ts';
import type { MailTexts } from '../../platform/mail/template.ts';
import { negotiationMail, type NegotiationMailTemplate } from '../negotiable-quote/mail-extensions.ts';
import type { TemplateRow } from './tables.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };
const template = (kind: string, summary: string) => negotiationMail('negotiable_quote_template', kind, summary, texts);

/** The emails about quote templates, by the side that gets them. */
const templates = {
  buyer: {
    offered: template('offered', 'Notifies buyers that the shop has sent the terms of a quote template.'),
    declined: template('declined', 'Notifies buyers that the shop declines a quote template, and why.'),
    ended: template('ended', 'Notifies buyers that the shop has canceled a quote template.'),
    expired: template('expired', 'Notifies buyers that a quote template is no longer valid.'),
  },
  seller: {
    sent: template('sent', 'Notifies the sales representative that the terms of a quote template were sent.'),
    review: template('review', 'Notifies the shop that a buyer asks for a review of a quote template.'),
    accepted: template('accepted', 'Notifies the shop that a buyer has accepted a quote template.'),
    canceled: template('canceled', 'Notifies the shop that a buyer has canceled a quote template.'),
    over: template('over', 'Notifies the shop that a quote template is no longer valid.'),
  },
};
export const templateMailTemplates = [...Object.values(templates.buyer), ...Object.values(templates.seller)];

/** The emails of a step of a template. */
interface StepMails {
  readonly buyer?: keyof typeof templates.buyer;
  readonly seller?: keyof typeof templates.seller;
}

/** Queues the emails of a step of a template, which is read anew for its name. */
export async function mailStep(
  call: Call,
  { template_id: id }: Pick<TemplateRow, 'template_id'>,
  { buyer, seller }: StepMails,
  comment?: string | null,
): Promise<void> {
  const { negotiableQuote, quote } = call.services;
  const { template_name } = await call.db
    .selectFrom('negotiable_quote_template')
    .select('template_name')
    .where('template_id', '=', id)
    .executeTakeFirstOrThrow();
  const about = { cart: await quote.cart(call, id), name: template_name || `#${id}`, comment };
  const mail = (side: 'buyer' | 'seller', of: NegotiationMailTemplate | undefined) =>
    of && negotiableQuote.mailSide(call, side, of, about);
  await mail('buyer', buyer && templates.buyer[buyer]);
  await mail('seller', seller && templates.seller[seller]);
}
