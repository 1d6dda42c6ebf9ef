import type { IncomingHttpHeaders } from 'node:http';
import type { Call, Caller } from '../../kernel/call.ts';
import { idOf } from '../../kernel/uids.ts';
import { findCompanies } from './companies.ts';
import { companiesAreOn } from './configuration.ts';
import { companyErrors } from './errors.ts';
import { lockedStates, userStates } from './types.ts';
import { findPlaces } from './users.ts';

/** Names the company, by its uid in GraphQL and by its id in REST. */
const HEADER = 'x-adobe-company';

/**
 * The caller with the company of the header: one of those that the customer is in, instead of the default one; it decides on
 * the role, the cart and the customer group of the call. Ignored for callers who are no customers, and where companies are off.
 * Throws for any other company, and one that the customer may not act for. A statement or two when the header is sent.
 */
export async function callerInCompany(call: Call, headers: IncomingHttpHeaders): Promise<Caller> {
  const { caller, scope, config } = call;
  const value = headers[HEADER];
  if (caller.type !== 'customer' || typeof value !== 'string' || value === '') return caller;
  if (!config.of(companiesAreOn, { websiteId: scope.websiteId })) return caller;
  const companyId = /^\d{1,9}$/.test(value) ? Number(value) : idOf(value);
  const places = (await findPlaces(call, [caller.id])).get(caller.id);
  const place = places?.find(({ company_id, status }) => company_id === companyId && status === userStates.active);
  const company = place && (await findCompanies(call, [place.company_id])).get(place.company_id);
  if (!company || lockedStates.includes(company.status)) throw companyErrors.notInCompany([value]);
  const { entity_id: id, customer_group_id: groupId } = company;
  return { ...caller, companyId: id, ...(place.is_default === 0 && { otherCompany: { id, groupId } }) };
}
