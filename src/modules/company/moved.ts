import type { Call } from '../../kernel/call.ts';
import { readUtcTime } from '../../kernel/time.ts';
import { changeRole, createRole } from './save-role.ts';
import { changeCompany, createCompany, type NewCompanyParts } from './save.ts';
import { createTeam } from './teams.ts';
import { companyStates, type SentCompany, type SentRole, type SentTeam } from './types.ts';

/** Stores companies of another shop with their roles and teams, without emails. */
interface MovedCompanyWriter {
  /**
   * Stores a company: a new one, or changes of the one with this id. A new one gets the id `wantedId` if no other company has it,
   * and the role `firstRole`. Returns its id.
   */
  storeCompany(call: Call, id: number | undefined, company: SentCompany, newParts?: NewCompanyParts): Promise<number>;
  /** Stores a role: a new one, with the id `wantedId` if no other role has it, or changes of the one with its id. Returns its id. */
  storeRole(call: Call, role: SentRole, wantedId?: number): Promise<number>;
  /** Stores a new team of a company, with the id `wantedId` if no other team has it. Returns its id. */
  storeTeam(call: Call, companyId: number, team: SentTeam, wantedId?: number): Promise<number>;
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    movedCompanies: MovedCompanyWriter;
  }
}

const noMail = (): Promise<void> => Promise.resolve();

/**
 * Stores companies with the time of their rejection. In a transaction. Throws the errors of `createCompany`, `changeCompany`,
 * `createRole`, `changeRole` and `createTeam`.
 */
export const movedCompanies: MovedCompanyWriter = {
  storeCompany,
  storeRole: async (call, role, wantedId) =>
    (role.id ? await changeRole(call, role.id, role) : await createRole(call, role, wantedId)).role_id,
  storeTeam: createTeam,
};

async function storeCompany(
  call: Call,
  id: number | undefined,
  input: SentCompany,
  newParts?: NewCompanyParts,
): Promise<number> {
  const company =
    id === undefined
      ? await createCompany(call, input, noMail, newParts)
      : await changeCompany(call, id, input, { leader: noMail, state: noMail });
  const rejectedAt = company.status === companyStates.rejected && readUtcTime(input.rejected_at ?? '');
  if (rejectedAt) {
    await call.db
      .updateTable('company')
      .set({ rejected_at: rejectedAt.slice(0, 19) })
      .where('entity_id', '=', company.entity_id)
      .execute();
  }
  return company.entity_id;
}
