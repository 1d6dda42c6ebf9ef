import type { Call } from '../../kernel/call.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import type { Decimal } from '../../kernel/money.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import { mailsCreditChanges } from './configuration.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** The variables of an email about a changed balance. */
interface BalanceMail {
  readonly name: string;
  readonly balance: number;
  readonly delta: number;
  readonly currency: string;
  readonly comment: string | null;
}

/** The email that notifies a customer of a change of the store credit. */
export const balanceMail = mailTemplate<BalanceMail>({
  id: 'customer_magento_customerbalance_email_template',
  summary: 'Tells a customer that the store credit has changed.',
  identity: 'general',
  texts,
  sample: { name: 'Ada Example', balance: 25, delta: 12.5, currency: 'USD', comment: null },
  write: ({ name, balance, delta, currency, comment }, store) => {
    const money = (value: number): string => formatMoney(value, currency, store.locale);
    const text = (key: string): string => store.text(key, { name, store: store.name });
    return {
      subject: text('subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('text') },
        {
          kind: 'facts',
          rows: [
            [text('change'), money(delta)],
            [text('balance'), money(balance)],
            ...(comment ? [[text('comment'), comment] as const] : []),
          ],
        },
        { kind: 'link', label: text('shop'), url: store.url },
      ],
    };
  },
});

/** A change of a balance for its email. */
interface ToldChange {
  readonly balance: Decimal;
  readonly delta: Decimal;
  readonly comment: string | null;
  /** Whether the author of the change requests an email to the customer. */
  readonly isWanted: boolean;
}

/** Queues the email that notifies a customer of a change, if it is requested or the setting enables it. */
export async function mailChange(
  call: Call,
  { customerId, websiteId }: { readonly customerId: number; readonly websiteId: number },
  { balance, delta, comment, isWanted }: ToldChange,
): Promise<void> {
  if (!isWanted && !call.config.of(mailsCreditChanges, { websiteId })) return;
  const addressee = await call.services.customer.addressee(call, customerId, websiteId);
  if (!addressee) return;
  await queueMail(call, balanceMail, {
    ...addressee,
    data: {
      name: addressee.to.name,
      balance: balance.toNumber(),
      delta: delta.toNumber(),
      currency: call.services.store.baseCurrency(call, addressee.storeId),
      comment,
    },
  });
}
