import type { Call } from '../../kernel/call.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import { dayText } from '../../platform/mail/dates.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import { isGood, requireCode, type AccountRow } from './accounts.ts';
import { fromCents } from './cents.ts';
import { giftCardErrors } from './errors.ts';
import { historyActions, writeHistory } from './history.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** Data of the email about a card. */
interface AccountMail {
  readonly name: string;
  readonly code: string;
  readonly balance: number;
  readonly currency: string;
  /** The last day of validity; null: unlimited. */
  readonly expires: string | null;
  readonly message: string | null;
}

/** The email with the code and the balance of a card. */
export const accountMail = mailTemplate<AccountMail>({
  id: 'giftcard_giftcardaccount_email_template',
  summary: 'Sends the code and the balance of a gift card.',
  identity: 'general',
  texts,
  sample: {
    name: 'Grace Example',
    code: 'ABCD1234EFGH',
    balance: 50,
    currency: 'USD',
    expires: '2030-12-31',
    message: null,
  },
  write: ({ name, code, balance, currency, expires, message }, store) => {
    const text = (key: string): string => store.text(key, { name, store: store.name });
    return {
      subject: text('subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('text') },
        ...(message ? [{ kind: 'text', text: message } as const] : []),
        {
          kind: 'facts',
          rows: [
            [text('code'), code],
            [text('balance'), formatMoney(balance, currency, store.locale)],
            ...(expires ? [[text('expires'), dayText(expires, store.locale)] as const] : []),
          ],
        },
        { kind: 'text', text: text('use') },
        { kind: 'link', label: text('shop'), url: store.url },
      ],
      secrets: [code],
    };
  },
});

/** Recipient and message of the email about a card. */
interface Sending {
  readonly email: string;
  readonly name: string;
  readonly message: string | null;
}

/**
 * Queues the email about a card, in the language of a store view of its website, and records it in the history. Within
 * a transaction. Throws 404 for an unknown code, 400 for a card that is no longer valid.
 */
export async function sendAccount(call: Call, code: string, { email, name, message }: Sending): Promise<AccountRow> {
  const account = await requireCode(call, code);
  const { giftcardaccount_id: accountId, balance, website_id, date_expires: expires } = account;
  if (balance === 0 || !isGood(call, account, website_id)) throw giftCardErrors.notSendable([account.code]);
  const { store } = call.services;
  const storeId = store.views().find((view) => view.website_id === website_id)?.id ?? 0;
  await queueMail(call, accountMail, {
    to: { email, name },
    storeId,
    data: {
      name,
      code: account.code,
      balance: fromCents(balance),
      currency: store.baseCurrency(call, storeId),
      expires,
      message,
    },
  });
  const info = `Recipient: ${email}.`;
  await writeHistory(call, [{ accountId, action: historyActions.sent, balance, delta: 0, info }]);
  return account;
}
