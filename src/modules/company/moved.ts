import type { Call } from '../../kernel/call.ts';
import { readUtcTime } from '../../kernel/time.ts';
import { changeCompany, createCompany } from './save.ts';
import { companyStates, type SentCompany } from './types.ts';

/**
 * Stores a company of another shop: a new one, or changes of the one with this id. A new one gets the id `wantedId` if no other
 * company has it. Returns its id.
 */
type MovedCompanyWriter = (
  call: Call,
  id: number | undefined,
  company: SentCompany,
  wantedId?: number,
) => Promise<number>;

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    movedCompanies: MovedCompanyWriter;
  }
}

const noMail = (): Promise<void> => Promise.resolve();

/**
 * Stores a company of another shop with the time of its rejection, and without emails. In a transaction. Throws the
 * errors of `createCompany` and `changeCompany`.
 */
export const storeMovedCompany: MovedCompanyWriter = async (call, id, input, wantedId) => {
  const company =
    id === undefined
      ? await createCompany(call, input, noMail, wantedId)
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
};
