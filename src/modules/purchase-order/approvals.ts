import type { Call } from '../../kernel/call.ts';
import { loader } from '../../kernel/loader.ts';
import { formatTime } from '../../kernel/time.ts';
import { insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { specialRoles } from '../company/types.ts';
import type { EvaluatedCart } from '../quote/service.ts';
import type { Member } from './access.ts';
import { isAbout, meets } from './rule-match.ts';
import { enabledRules, type ApprovalRule } from './rules.ts';
import type { PurchaseOrderApprovalRow, PurchaseOrderRow } from './tables.ts';

/** The result of a company's rules for a purchase order. */
type Verdict =
  | { readonly kind: 'approved' }
  | { readonly kind: 'required'; readonly rules: readonly ApprovalRule[] }
  /** Rules whose condition cannot be evaluated without an exchange rate. */
  | { readonly kind: 'unknown'; readonly rules: readonly ApprovalRule[] };

/**
 * The rules that apply to a buyer's cart. None applies to the administrator, nor to roles whose purchase orders are approved
 * automatically.
 */
export async function verdictOn(call: Call, buyer: Member, evaluated: EvaluatedCart): Promise<Verdict> {
  if (buyer.allows('Magento_PurchaseOrder::autoapprove_purchase_order')) return { kind: 'approved' };
  const rules = (await enabledRules(call, buyer.companyId)).filter((rule) => isAbout(rule, buyer.roleIds));
  const results = rules.map((rule) => ({ rule, isMet: meets(call, evaluated, rule) }));
  const unknown = results.flatMap(({ rule, isMet }) => (isMet === undefined ? [rule] : []));
  if (unknown.length > 0) return { kind: 'unknown', rules: unknown };
  const applied = results.flatMap(({ rule, isMet }) => (isMet ? [rule] : []));
  return applied.length > 0 ? { kind: 'required', rules: applied } : { kind: 'approved' };
}

/**
 * Writes the approvals that rules require, one for each role of each rule; whether some are pending. A role that the buyer alone has
 * approves at once.
 */
export async function requireApprovals(
  call: Call,
  purchaseOrderId: number,
  { companyId, customerId }: Member,
  rules: readonly ApprovalRule[],
): Promise<boolean> {
  const { company } = call.services;
  const ids = [...new Set(rules.flatMap(({ approverRoles }) => approverRoles))];
  const roles = await company.roles(call, ids);
  const users = await company.usersOfRoles(call, companyId, ids);
  const special = [company.leaderRole(companyId), company.managerRole(companyId)];
  const names = new Map([...special, ...roles.values()].map(({ role_id, role_name }) => [role_id, role_name]));
  const time = formatTime(call.clock.now());
  const isOwn = (roleId: number): boolean => {
    const all = users.get(roleId) ?? [];
    return all.length === 1 && all[0] === customerId;
  };
  const rows = rules.flatMap(({ rule_id, name, approverRoles }) =>
    approverRoles.map((role_id) => ({
      purchase_order_id: purchaseOrderId,
      rule_id,
      rule_name: name,
      role_id,
      role_name: names.get(role_id) ?? '',
      ...(isOwn(role_id)
        ? { status: 'approved' as const, customer_id: customerId, updated_at: time }
        : { status: 'pending' as const, customer_id: null, updated_at: null }),
    })),
  );
  await insertRows(call.db, 'purchase_order_approval', rows);
  return rows.some(({ status }) => status === 'pending');
}

async function approvalsByOrder(
  call: Call,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly PurchaseOrderApprovalRow[]>> {
  const rows = await call.db
    .selectFrom('purchase_order_approval')
    .selectAll()
    .where(inIds('purchase_order_id', ids))
    .orderBy('approval_id')
    .execute();
  return Map.groupBy(rows, ({ purchase_order_id: id }) => id);
}

/** The approvals of a purchase order in the order of their rules, as they are now. */
export async function currentApprovals(call: Call, id: number): Promise<readonly PurchaseOrderApprovalRow[]> {
  return (await approvalsByOrder(call, [id])).get(id) ?? [];
}

/** As `currentApprovals`, of several purchase orders in one query, and read once per call. */
export const approvalsOf = loader<number, readonly PurchaseOrderApprovalRow[]>(async (ids, call) => {
  const found = await approvalsByOrder(call, ids);
  return ids.map((id) => found.get(id) ?? []);
});

/** The managers of a company's users; read once per call. */
export const managersOf = loader<number, ReadonlyMap<number, number>>((ids, call) =>
  Promise.all(ids.map((id) => call.services.company.managersIn(call, id))),
);

/** Whether a user may give an approval by one of the user's roles. Buyers do not approve their own purchase orders. */
export async function isApprover(
  call: Call,
  member: Member,
  { creator_id, company_id }: PurchaseOrderRow,
  { role_id }: PurchaseOrderApprovalRow,
): Promise<boolean> {
  if (member.companyId !== company_id) return false;
  if (member.isLeader && role_id === specialRoles.leader) return true;
  if (member.customerId === creator_id) return false;
  if (role_id === specialRoles.manager) {
    return (await managersOf(call, company_id)).get(creator_id) === member.customerId;
  }
  return member.roleIds.includes(role_id);
}

/**
 * The pending approvals of a purchase order that a user may decide: those of the user's roles; all of them with the permission to
 * approve without others.
 */
export async function decidable(
  call: Call,
  member: Member,
  row: PurchaseOrderRow,
  approvals: readonly PurchaseOrderApprovalRow[],
): Promise<PurchaseOrderApprovalRow[]> {
  if (row.status !== 'approval_required' || member.companyId !== row.company_id) return [];
  const pending = approvals.filter(({ status }) => status === 'pending');
  const isOther = member.isLeader || member.customerId !== row.creator_id;
  if (isOther && member.allows('Magento_PurchaseOrderRule::super_approve_purchase_order')) return pending;
  const own = await Promise.all(pending.map((one) => isApprover(call, member, row, one)));
  return pending.filter((_, i) => own[i]);
}

/** Records the decision of the caller about approvals; within a transaction that has the purchase order locked. */
export async function decide(
  call: Call,
  approvals: readonly PurchaseOrderApprovalRow[],
  status: 'approved' | 'rejected',
): Promise<void> {
  await call.db
    .updateTable('purchase_order_approval')
    .set({ status, customer_id: call.caller.id, updated_at: formatTime(call.clock.now()) })
    .where(
      inIds(
        'approval_id',
        approvals.map(({ approval_id }) => approval_id),
      ),
    )
    .execute();
}

/** Ids of the customers who may give one of the pending approvals of a purchase order by their roles. */
export async function approversOf(
  call: Call,
  { company_id, creator_id }: PurchaseOrderRow,
  approvals: readonly PurchaseOrderApprovalRow[],
): Promise<number[]> {
  const { company } = call.services;
  const ids = approvals.flatMap(({ status, role_id }) => (status === 'pending' ? [role_id] : []));
  const users = await company.usersOfRoles(call, company_id, ids);
  const leader = (await company.companies(call, [company_id])).get(company_id)?.super_user_id;
  const manager = (await company.managersIn(call, company_id)).get(creator_id);
  const special = new Map<number, number | undefined>([
    [specialRoles.leader, leader],
    [specialRoles.manager, manager],
  ]);
  const all = ids.flatMap((id) => users.get(id) ?? special.get(id) ?? []);
  return [...new Set(all)].filter((id) => id !== creator_id);
}
