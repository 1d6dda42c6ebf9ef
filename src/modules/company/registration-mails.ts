import type { Call } from '../../kernel/call.ts';
import { mailSenders } from '../../platform/mail/configuration.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { mailTemplate, type MailTexts } from '../../platform/mail/template.ts';
import { registration } from './configuration.ts';
import { mailState } from './mails.ts';
import type { CompanyRow, CompanyUser } from './tables.ts';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };

const texts: MailTexts = { en, de };

/** Data of the email to the shop about a new company. */
interface RegistrationMail {
  readonly company: string;
  readonly email: string;
  readonly person: string;
}

const registered = mailTemplate<RegistrationMail>({
  id: 'company_registered',
  summary: 'Notifies the shop of a company that a storefront has registered.',
  identity: 'general',
  texts,
  sample: { company: 'Example & Co', email: 'office@example.com', person: 'Ada Example' },
  write: ({ company, email, person }, store) => ({
    subject: store.text('registered.subject', { company }),
    blocks: [
      { kind: 'text', text: store.text('registered.text', { company, store: store.name }) },
      {
        kind: 'facts',
        rows: [
          [store.text('registered.email'), email],
          [store.text('registered.person'), person],
        ],
      },
    ],
  }),
});

/** Data of an invitation to a company. */
interface InvitationMail {
  readonly name: string;
  readonly company: string;
  readonly code: string;
  readonly user: Pick<CompanyUser, 'customer_id' | 'company_id' | 'job_title' | 'telephone' | 'status'>;
}

const invitation = mailTemplate<InvitationMail>({
  id: 'company_invitation',
  summary: 'Invites a customer to buy for a company.',
  identity: 'general',
  texts,
  sample: {
    name: 'Ada Example',
    company: 'Example & Co',
    code: 'W9YcRai9JmzGglqP3p0USodTTM3BmjjY',
    user: { customer_id: 1, company_id: 1, job_title: 'Buyer', telephone: '555-0100', status: 1 },
  },
  write: ({ name, company, code, user }, store) => {
    // Source: the page of the published storefront that accepts invitations.
    const query = new URLSearchParams({ code });
    for (const [field, value] of Object.entries(user)) query.set(`customer[${field}]`, String(value ?? ''));
    return {
      subject: store.text('invitation.subject', { company }),
      blocks: [
        { kind: 'text', text: store.text('hello', { name }) },
        { kind: 'text', text: store.text('invitation.text', { company, store: store.name }) },
        {
          kind: 'link',
          label: store.text('invitation.accept'),
          url: `${store.url}company/customer/acceptinvitation/?${query}`,
        },
      ],
      secrets: [code],
    };
  },
});

export const registrationMailTemplates = [registered, invitation];

/** Queues the emails about a registered company: to its administrator, and to the shop. */
export async function mailRegistration(call: Call, company: CompanyRow): Promise<void> {
  await mailState(call, company);
  const leader = await call.services.customer.requireCustomer(call, company.super_user_id, { addresses: false });
  const { storeId } = call.scope;
  const sender = mailSenders[call.config.of(registration.recipient, { storeId })];
  const name = call.config.of(sender.name, { storeId });
  const addresses = [call.config.of(sender.email, { storeId }), ...call.config.of(registration.copies, { storeId })];
  const data = {
    company: company.company_name,
    email: company.company_email,
    person: `${leader.firstname} ${leader.lastname}`.trim(),
  };
  for (const email of new Set(addresses)) await queueMail(call, registered, { to: { email, name }, storeId, data });
}

/** Queues an invitation to a customer, in the language of the customer's store view. */
export async function mailInvitation(
  call: Call,
  company: CompanyRow,
  code: string,
  user: InvitationMail['user'],
): Promise<void> {
  const customer = await call.services.customer.requireCustomer(call, user.customer_id, { addresses: false });
  const name = `${customer.firstname} ${customer.lastname}`.trim();
  await queueMail(call, invitation, {
    to: { email: customer.email, name },
    storeId: customer.store_id,
    data: { name, company: company.company_name, code, user },
  });
}
