import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { entriesOf } from '../../kernel/own-fields.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import type { CompanyRow } from './tables.ts';
import { companyStates } from './types.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

type Kind = 'admin' | keyof typeof companyStates;

/** The variables of an email about a company. */
interface CompanyMail {
  readonly name: string;
  readonly company: string;
  readonly reason: string | null;
}

const template = (kind: Kind, summary: string): MailTemplate<CompanyMail> =>
  mailTemplate<CompanyMail>({
    id: `company_${kind}`,
    summary,
    identity: 'general',
    texts,
    sample: { name: 'Ada Example', company: 'Example & Co', reason: null },
    write: ({ name, company, reason }, store) => {
      const text = (key: string): string => store.text(key, { name, company, store: store.name });
      const blocks = [text('hello'), text(`${kind}.text`), ...(reason ? [reason] : [])];
      return { subject: text(`${kind}.subject`), blocks: blocks.map((one) => ({ kind: 'text', text: one })) };
    },
  });

const templates: Readonly<Record<Kind, MailTemplate<CompanyMail>>> = {
  admin: template('admin', 'Tells customers that they administer a company.'),
  pending: template('pending', 'Tells the administrator that the company waits for approval.'),
  approved: template('approved', 'Tells the administrator that the company is approved.'),
  rejected: template('rejected', 'Tells the administrator that the company was rejected, and why.'),
  blocked: template('blocked', 'Tells the administrator that the company is blocked.'),
};
export const companyMailTemplates = Object.values(templates);

/** Queues an email to the administrator of a company, in the language of the administrator's store view. */
async function mail(call: Call, kind: Kind, company: CompanyRow): Promise<void> {
  const { company_name, reject_reason, super_user_id } = company;
  const admin = await call.services.customer.requireCustomer(call, super_user_id, { addresses: false });
  const name = `${admin.firstname} ${admin.lastname}`.trim();
  await queueMail(call, templates[kind], {
    to: { email: admin.email, name },
    storeId: admin.store_id,
    data: { name, company: company_name, reason: kind === 'rejected' ? reject_reason : null },
  });
}

/** Queues the email to a customer who has become the administrator of a company. */
export function mailLeader(call: Call, company: CompanyRow): Promise<void> {
  return mail(call, 'admin', company);
}

const kinds = new Map<number, keyof typeof companyStates>(
  entriesOf(companyStates).map(([kind, state]) => [state, kind]),
);

/** Queues the email that notifies the administrator of a new state. */
export function mailState(call: Call, company: CompanyRow): Promise<void> {
  return mail(call, valueAt(kinds, company.status), company);
}
