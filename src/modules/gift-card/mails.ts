import type { Call } from '../../kernel/call.ts';
import type { Decimal } from '../../kernel/money.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import { dayText } from '../../platform/mail/dates.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import type { StoredOrder } from '../sales/extensions.ts';
import type { StoredChoice } from './choice.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** Data of the email about new gift cards. */
interface CardMail {
  readonly name: string;
  readonly sender: string;
  readonly message: string | null;
  /** The balance of each card. */
  readonly balance: number;
  readonly currency: string;
  readonly codes: readonly string[];
  /** The last day of validity; null: unlimited. */
  readonly expires: string | null;
}

/** The email that delivers gift cards to their recipient. */
export const giftCardMail = mailTemplate<CardMail>({
  id: 'giftcard_email_template',
  summary: 'Brings gift cards to whom they are for.',
  identity: 'general',
  texts,
  sample: {
    name: 'Grace Example',
    sender: 'Ada Example',
    message: 'Happy birthday!',
    balance: 50,
    currency: 'USD',
    codes: ['ABCD1234EFGH', 'JKLM5678NPQR'],
    expires: '2030-12-31',
  },
  write: ({ name, sender, message, balance, currency, codes, expires }, store) => {
    const amount = formatMoney(balance, currency, store.locale);
    const text = (key: string): string => store.text(key, { name, sender, amount, store: store.name });
    return {
      subject: text('subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('text') },
        ...(message ? [{ kind: 'text', text: message } as const] : []),
        {
          kind: 'facts',
          rows: [
            ...codes.map((code) => [text('code'), code] as const),
            [text(codes.length > 1 ? 'balanceEach' : 'balance'), amount] as const,
            ...(expires ? [[text('expires'), dayText(expires, store.locale)] as const] : []),
          ],
        },
        { kind: 'text', text: text('use') },
        { kind: 'link', label: text('shop'), url: store.url },
      ],
      secrets: codes,
    };
  },
});

/** Queues the email that delivers cards to their recipient; none without an address. */
export async function mailCards(
  call: Call,
  { fields }: StoredOrder,
  choice: StoredChoice,
  cards: { readonly balance: Decimal; readonly codes: readonly string[]; readonly expires: string | null },
): Promise<void> {
  const { giftcard_recipient_email: email, giftcard_recipient_name: name } = choice;
  if (!email) return;
  await queueMail(call, giftCardMail, {
    to: { email, name },
    storeId: fields.store_id,
    data: {
      name,
      sender: choice.giftcard_sender_name,
      message: choice.giftcard_message ?? null,
      balance: cards.balance.toNumber(),
      currency: fields.base_currency_code ?? 'USD',
      codes: cards.codes,
      expires: cards.expires,
    },
  });
}
