import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { freeId, insertRows } from '../../storage/rows.ts';
import { lockCompany, requireCompany } from './companies.ts';
import { companyErrors } from './errors.ts';
import './extensions.ts';
import { moveBuyers } from './groups.ts';
import { mailLeader, mailState } from './mails.ts';
import { readCompany, type CompanyColumns } from './read.ts';
import { createDefaultRole, giveFirstRole, takeRoles, type FirstRole } from './save-role.ts';
import { addToStructure, customerIn, putAtTop } from './structure.ts';
import type { CompanyRow } from './tables.ts';
import { lockedStates, type SentCompany } from './types.ts';
import { putLeader, removeUsers, signOut } from './users.ts';

/** Parts of a new company that requests do not choose. */
export interface NewCompanyParts {
  readonly wantedId?: number | undefined;
  readonly firstRole?: FirstRole | undefined;
}

/**
 * Creates a company, pending unless the input has another state; its super user becomes one of its users. `notify` sends the
 * emails about it. It has the id `wantedId` if no other company has it; `firstRole`: its role, the default one without.
 */
export async function createCompany(
  call: Call,
  input: SentCompany,
  notify = mailLeader,
  { wantedId, firstRole }: NewCompanyParts = {},
): Promise<CompanyRow> {
  const columns = await readCompany(call, input, undefined);
  const id = await freeId(call.db, 'company', 'entity_id', wantedId);
  const row = { ...(id !== undefined && { entity_id: id }), ...columns };
  const rows = await unlessTaken(columns, () => insertRows(call.db, 'company', [row], { returning: ['entity_id'] }));
  const { entity_id } = elementAt(rows, 0);
  const company = await requireCompany(call, entity_id);
  await createDefaultRole(call, entity_id, firstRole);
  await putLeader(call, company);
  await addToStructure(call, customerIn(entity_id, company.super_user_id));
  for (const { created } of call.contributions.companyFollowers) await created(call, { id: entity_id });
  await follow(call, company);
  await notify(call, company);
  return company;
}

/** Emails about changes of a company. */
interface CompanyNotices {
  /** To a new administrator. */
  readonly leader: typeof mailLeader;
  /** About a new state. */
  readonly state: typeof mailState;
}

/** Changes a company; missing fields stay unchanged. `notices` sends the emails about it. Throws 404. */
export async function changeCompany(
  call: Call,
  id: number,
  input: SentCompany,
  notices: CompanyNotices = { leader: mailLeader, state: mailState },
): Promise<CompanyRow> {
  const before = await lockCompany(call, id);
  const columns = await readCompany(call, input, before);
  await unlessTaken(columns, () => call.db.updateTable('company').set(columns).where('entity_id', '=', id).execute());
  const after = await requireCompany(call, id);
  if (after.super_user_id !== before.super_user_id) {
    await putLeader(call, after);
    await putAtTop(call, id, after.super_user_id);
    await takeRoles(call, { customer_id: after.super_user_id, company_id: id });
    await giveFirstRole(call, { customer_id: before.super_user_id, company_id: id });
  }
  await follow(call, after);
  if (after.super_user_id !== before.super_user_id) await notices.leader(call, after);
  if (after.status !== before.status) await notices.state(call, after);
  return after;
}

/** Applies a company's changes to its users: moves them into its group, and ends their sessions where it is locked. */
async function follow(call: Call, after: CompanyRow): Promise<void> {
  const users = await moveBuyers(call, [after.entity_id], after.customer_group_id);
  if (lockedStates.includes(after.status)) await signOut(call, users);
}

/** Deletes a company; its users are customers without it then. Throws 404. */
export async function deleteCompany(call: Call, id: number): Promise<void> {
  await lockCompany(call, id);
  const users = await call.db.selectFrom('company_user').select('customer_id').where('company_id', '=', id).execute();
  await removeUsers(
    call,
    id,
    users.map(({ customer_id }) => customer_id),
  );
  await call.db.deleteFrom('company').where('entity_id', '=', id).execute();
}

/** Of several companies that want one address at the same time, one has it. */
async function unlessTaken<T>(columns: CompanyColumns, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'email_key')) {
      throw companyErrors.emailTaken([columns.company_email], { cause: error });
    }
    if (isUniqueViolation(error, 'super_user_id')) {
      throw companyErrors.otherCompany([columns.super_user_id], { cause: error });
    }
    throw error;
  }
}
