import type { Call } from '../../kernel/call.ts';
import { companyStates } from './types.ts';
import { findUsers } from './users.ts';

/** The service of companies, as `call.services.company`. */
interface CompanyService {
  /** The id of the approved company that a customer buys for; undefined for none. */
  readonly buysFor: typeof buysFor;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    company: CompanyService;
  }
}

async function buysFor(call: Call, customerId: number): Promise<number | undefined> {
  const company = (await findUsers(call, [customerId])).get(customerId)?.company;
  return company?.status === companyStates.approved ? company.entity_id : undefined;
}

/** Creates the module's service. */
export function createCompanyService(): CompanyService {
  return { buysFor };
}
