import type { Call } from '../../kernel/call.ts';
import { mailSenders } from '../../platform/mail/configuration.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import type { MailTexts } from '../../platform/mail/template.ts';
import type { StoredCart } from '../quote/service.ts';
import { mailCopies, negotiationMails } from './configuration.ts';
import { negotiationMail, type NegotiationMailTemplate } from './mail-extensions.ts';
import type { NegotiationRow } from './tables.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };
const template = (kind: string, summary: string) => negotiationMail('negotiable_quote', kind, summary, texts);

const buyerTemplates = {
  submitted: template('submitted', 'Notifies buyers that the shop has answered their quote.'),
  declined: template('declined', 'Notifies buyers that the shop declines to negotiate, and why.'),
  expiresInTwoDays: template('two_days', 'Reminds buyers 48 hours before the prices of a quote expire.'),
  expiresInOneDay: template('one_day', 'Reminds buyers 24 hours before the prices of a quote expire.'),
  expired: template('expired', 'Notifies buyers that the prices of a quote are no longer valid.'),
};
const sellerTemplates = {
  requested: template('requested', 'Notifies the shop that a buyer requests a quote.'),
  returned: template('returned', 'Notifies the shop that a buyer has sent a changed quote for review.'),
  over: template('over', 'Notifies the sales representative that the prices of a quote are no longer valid.'),
  answered: template('answered', 'Notifies the sales representative that the shop has answered a quote.'),
};
export const quoteMailTemplates = [...Object.values(buyerTemplates), ...Object.values(sellerTemplates)];

/** A person who gets an email. */
interface Recipient {
  readonly email: string;
  readonly name: string;
}

async function buyerOf(call: Call, { customer_id, customer_email }: StoredCart): Promise<Recipient | undefined> {
  if (customer_id === null) return undefined;
  const found = await call.services.customer.customers(call, [customer_id], { addresses: false });
  const customer = found.get(customer_id);
  if (!customer) return undefined;
  const { firstname, lastname, email } = customer;
  return { email: customer_email ?? email, name: `${firstname} ${lastname}`.trim() };
}

/** The sales representative of the buyer's company; without one the sales department. */
async function sellerOf(call: Call, { customer_id, store_id: storeId }: StoredCart): Promise<Recipient> {
  const customerId = customer_id ?? 0;
  const id = (await call.services.company.salesRepresentatives(call, [customerId])).get(customerId) ?? 0;
  const admin = await call.db
    .selectFrom('admin_user')
    .select(['email', 'firstname', 'lastname'])
    .where('user_id', '=', id)
    .where('is_active', '=', 1)
    .executeTakeFirst();
  if (admin) return { email: admin.email, name: `${admin.firstname} ${admin.lastname}`.trim() };
  const { name, email } = mailSenders.sales;
  return { email: call.config.of(email, { storeId }), name: call.config.of(name, { storeId }) };
}

/** Queues an email about the negotiation of a cart to one side, unless these emails are disabled. */
export async function mailSide(
  call: Call,
  side: 'buyer' | 'seller',
  of: NegotiationMailTemplate,
  about: { readonly cart: StoredCart; readonly name: string; readonly comment: string | null | undefined },
): Promise<void> {
  const { cart, name: quote, comment } = about;
  const storeId = cart.store_id;
  if (!call.config.of(negotiationMails, { storeId })) return;
  const buyer = await buyerOf(call, cart);
  const to = side === 'buyer' ? buyer : await sellerOf(call, cart);
  if (!to) return;
  const data = { name: to.name, quote, buyer: buyer?.name ?? '', comment: comment?.trim() ? comment : null };
  const copies = copiesOf(call, storeId, to);
  const isBlind = call.config.of(mailCopies.method, { storeId }) === 'bcc';
  await queueMail(call, of, { to, storeId, data, ...(isBlind && copies.length > 0 ? { bcc: copies } : {}) });
  for (const email of isBlind ? [] : copies) await queueMail(call, of, { to: { email, name: '' }, storeId, data });
}

/** The addresses that get a copy of an email, each once, without the recipient. */
function copiesOf(call: Call, storeId: number, { email }: Recipient): string[] {
  const addresses = call.config.of(mailCopies.to, { storeId });
  return [...new Set(addresses)].filter((address) => address !== '' && address !== email);
}

type QuoteOfMail = Pick<NegotiationRow, 'quote_id' | 'quote_name'>;

async function aboutQuote(call: Call, { quote_id, quote_name }: QuoteOfMail, comment: string | null | undefined) {
  return { cart: await call.services.quote.cart(call, quote_id), name: quote_name || `#${quote_id}`, comment };
}

/** Queues an email to the buyer of a quote, in the language of the quote's store view. */
export async function mailBuyer(
  call: Call,
  kind: keyof typeof buyerTemplates,
  row: QuoteOfMail,
  comment: string | null | undefined,
): Promise<void> {
  await mailSide(call, 'buyer', buyerTemplates[kind], await aboutQuote(call, row, comment));
}

/** Queues an email to the seller of a quote, as `mailBuyer`. */
export async function mailSeller(
  call: Call,
  kind: keyof typeof sellerTemplates,
  row: QuoteOfMail,
  comment: string | null | undefined,
): Promise<void> {
  await mailSide(call, 'seller', sellerTemplates[kind], await aboutQuote(call, row, comment));
}
