import type { Call } from '../../kernel/call.ts';
import { dayText } from '../../platform/mail/dates.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailStore, type MailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import type { RewardAction } from './actions.ts';
import { subscriptionOf } from './subscriptions.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** Data of the email about a change of a balance. */
interface PointsMail {
  readonly name: string;
  readonly isEarned: boolean;
  readonly delta: number;
  readonly balance: number;
  /** Comment or order of the change; null: none. */
  readonly reason: string | null;
  /** UTC time until which the added points are valid; null: unlimited. */
  readonly expires: string | null;
}

/** Data of the warning about points that expire. */
interface ExpiringMail {
  readonly name: string;
  readonly points: number;
  readonly balance: number;
  /** UTC time at which the first of them expire. */
  readonly first: string;
}

const numberOf = ({ locale }: MailStore, value: number, more: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locale.replaceAll('_', '-'), more).format(value);

const pointsMail = mailTemplate<PointsMail>({
  id: 'magento_reward_notification_balance_update_template',
  summary: 'Notifies a customer of added or deducted reward points.',
  identity: 'general',
  texts,
  sample: {
    name: 'Ada Example',
    isEarned: true,
    delta: 120,
    balance: 320,
    reason: 'Order #000000001',
    expires: '2030-12-31 10:00:00',
  },
  write: ({ name, isEarned, delta, balance, reason, expires }, store) => {
    const text = (key: string): string => store.text(key, { name, points: numberOf(store, delta) });
    const kind = isEarned ? 'earned' : 'update';
    return {
      subject: text(`${kind}.subject`),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text(`${kind}.text`) },
        {
          kind: 'facts',
          rows: [
            [text('change'), numberOf(store, delta, { signDisplay: 'exceptZero' })],
            ...(reason ? [[text('reason'), reason] as const] : []),
            ...(expires ? [[text('expires'), dayText(expires, store.locale)] as const] : []),
            [text('balance'), numberOf(store, balance)],
          ],
        },
        { kind: 'link', label: text('shop'), url: store.url },
      ],
    };
  },
});

const expiringMail = mailTemplate<ExpiringMail>({
  id: 'magento_reward_notification_expiry_warning_template',
  summary: 'Warns a customer of reward points that expire soon.',
  identity: 'general',
  texts,
  sample: { name: 'Ada Example', points: 80, balance: 320, first: '2030-12-31 10:00:00' },
  write: ({ name, points, balance, first }, store) => {
    const text = (key: string): string => store.text(key, { name, points: numberOf(store, points) });
    return {
      subject: text('expiring.subject'),
      blocks: [
        { kind: 'text', text: text('hello') },
        { kind: 'text', text: text('expiring.text') },
        {
          kind: 'facts',
          rows: [
            [text('first'), dayText(first, store.locale)],
            [text('balance'), numberOf(store, balance)],
          ],
        },
        { kind: 'link', label: text('shop'), url: store.url },
      ],
    };
  },
});

export const rewardMailTemplates = [pointsMail, expiringMail];

/** The account whose customer gets an email. */
interface MailedAccount {
  readonly customerId: number;
  readonly websiteId: number;
}

/** Changes that customers do not make themselves. */
const mailedActions: ReadonlySet<RewardAction> = new Set(['updated', 'earned', 'refunded', 'revoked']);

/** Queues the email about a change of a balance, if the customer gets them and did not make the change. */
export async function mailPoints(
  call: Call,
  account: MailedAccount,
  action: RewardAction,
  change: Omit<PointsMail, 'name' | 'isEarned'>,
): Promise<void> {
  if (!mailedActions.has(action)) return;
  if (!(await subscriptionOf(call, account)).balanceUpdates) return;
  await mail(call, account, pointsMail, (name) => ({ name, isEarned: action === 'earned', ...change }));
}

/** Queues the warning about points that expire, if the customer gets emails about that. */
export async function mailExpiring(
  call: Call,
  account: MailedAccount,
  expiring: Omit<ExpiringMail, 'name'>,
): Promise<void> {
  if (!(await subscriptionOf(call, account)).expiryWarnings) return;
  await mail(call, account, expiringMail, (name) => ({ name, ...expiring }));
}

async function mail<D>(
  call: Call,
  { customerId, websiteId }: MailedAccount,
  template: MailTemplate<D>,
  data: (name: string) => D,
): Promise<void> {
  const addressee = await call.services.customer.addressee(call, customerId, websiteId);
  if (addressee) await queueMail(call, template, { ...addressee, data: data(addressee.to.name) });
}
