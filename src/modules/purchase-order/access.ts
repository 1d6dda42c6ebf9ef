import type { Call } from '../../kernel/call.ts';
import { storefrontErrors } from '../../kernel/graphql-errors.ts';
import { loader } from '../../kernel/loader.ts';
import { purchaseOrdersAreOn } from './configuration.ts';
import { purchaseOrderErrors } from './errors.ts';

type CompanyService = Call['services']['company'];
/** A user of a company that has purchase orders. */
export type Member = NonNullable<Awaited<ReturnType<CompanyService['memberOf']>>>;
/** A permission of company roles. */
type CompanyResource = Parameters<CompanyService['mayUse']>[2];

const members = loader<number, Member | undefined>((ids, call) =>
  Promise.all(ids.map((id) => findEnabledMember(call, id))),
);

async function findEnabledMember(call: Call, customerId: number): Promise<Member | undefined> {
  const { company } = call.services;
  if (!call.config.of(purchaseOrdersAreOn, { websiteId: call.scope.websiteId })) return undefined;
  if ((await company.buysByPurchaseOrder(call, customerId)) === undefined) return undefined;
  return company.memberOf(call, customerId);
}

/** The caller as a user of a company that has purchase orders; undefined for other callers. Read once per call. */
export function findMember(call: Call): Promise<Member | undefined> {
  return call.caller.type === 'customer' ? members(call, call.caller.id) : Promise.resolve(undefined);
}

/** The caller, whose roles allow something. Throws for guests, where purchase orders are off, and without the permission. */
export async function requireMember(call: Call, resource: CompanyResource): Promise<Member> {
  if (call.caller.type !== 'customer') throw storefrontErrors.customersOnly();
  const member = await findMember(call);
  if (!member) throw purchaseOrderErrors.notEnabled();
  if (!member.allows(resource)) throw purchaseOrderErrors.denied([resource]);
  return member;
}
