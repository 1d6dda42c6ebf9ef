import { hash, randomBytes } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { lockCompany } from './companies.ts';
import { invitationLimits } from './configuration.ts';
import { join } from './customers.ts';
import { companyErrors } from './errors.ts';
import { mailInvitation } from './registration-mails.ts';
import { assignRoles } from './save-role.ts';
import { customerIn, findNode, moveNode } from './structure.ts';
import type { CompanyInvitationRow, CompanyRow } from './tables.ts';
import { lockedStates } from './types.ts';

/** The place that a customer is invited to. */
type InvitedPlace = Pick<
  CompanyInvitationRow,
  'customer_id' | 'role_id' | 'parent_id' | 'job_title' | 'telephone' | 'status'
>;

const HOUR = 3_600_000;

const digestOf = (code: string): string => hash('sha256', code);

/**
 * Invites a customer to a company, in place of an earlier invitation. In a transaction that has the company locked. Throws 400
 * above the limit of an hour.
 */
export async function invite(call: Call, company: CompanyRow, place: InvitedPlace): Promise<void> {
  const { entity_id: company_id } = company;
  const now = call.clock.now();
  const most = call.config.of(invitationLimits.ofHour, { websiteId: call.scope.websiteId });
  const { count } = await call.db
    .selectFrom('company_invitation')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('company_id', '=', company_id)
    .where('created_at', '>', formatTime(new Date(now.getTime() - HOUR)))
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) throw companyErrors.tooManyInvitations([most]);
  const code = randomBytes(24).toString('base64url');
  const row = { ...place, company_id, code_digest: digestOf(code), created_at: formatTime(now), is_used: 0 };
  await call.db
    .updateTable('company_invitation')
    .set({ is_used: 1 })
    .where('company_id', '=', company_id)
    .where('customer_id', '=', place.customer_id)
    .execute();
  await call.db.insertInto('company_invitation').values(row).execute();
  const { customer_id, job_title, telephone, status } = place;
  await mailInvitation(call, company, code, { customer_id, company_id, job_title, telephone, status });
}

/**
 * Adds the caller to the company of an invitation, with the role and the place that the company has chosen. In a transaction.
 * Throws 400 for an invitation that does not exist, is another customer's, or too old.
 */
export async function acceptInvitation(
  call: Call,
  code: string,
  { customerId, companyId }: { readonly customerId: number | undefined; readonly companyId: number | undefined },
): Promise<void> {
  const found = await call.db
    .selectFrom('company_invitation')
    .selectAll()
    .where('code_digest', '=', digestOf(code))
    .executeTakeFirst();
  const isOwn = found?.customer_id === call.caller.id && found.customer_id === customerId;
  if (!found || !isOwn || found.company_id !== companyId) throw companyErrors.wrongInvitation();
  await call.services.customer.lock(call, found.customer_id);
  const company = await lockCompany(call, found.company_id);
  // Read again: of two requests with one code, the second one waits for the lock.
  const { numUpdatedRows } = await call.db
    .updateTable('company_invitation')
    .set({ is_used: 1 })
    .where('code_digest', '=', found.code_digest)
    .where('is_used', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n || isOld(call, found) || lockedStates.includes(company.status)) {
    throw companyErrors.wrongInvitation();
  }
  await settle(call, found);
}

function isOld(call: Call, { created_at }: CompanyInvitationRow): boolean {
  const days = call.config.of(invitationLimits.days, { websiteId: call.scope.websiteId });
  return created_at < formatTime(new Date(call.clock.now().getTime() - days * 24 * HOUR));
}

async function settle(call: Call, place: CompanyInvitationRow): Promise<void> {
  const { customer_id, company_id, job_title, telephone, status, role_id } = place;
  await join(call, { customer_id, company_id }, { job_title, telephone, status }, false);
  if (role_id !== null) await assignRoles(call, customer_id, [role_id]);
  await placeBelow(call, company_id, customer_id, place.parent_id);
}

/** Moves a new user below a place of the structure, if that still exists; else the user stays below the administrator. */
export async function placeBelow(
  call: Call,
  companyId: number,
  customerId: number,
  parentId: number | null,
): Promise<void> {
  if (parentId === null) return;
  const node = await findNode(call, customerIn(companyId, customerId));
  const parent = await call.db
    .selectFrom('company_structure')
    .select('structure_id')
    .where('structure_id', '=', parentId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (node && parent && node.parent_id !== parentId) await moveNode(call, node.structure_id, parentId);
}
