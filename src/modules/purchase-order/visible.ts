import type { SelectQueryBuilder } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { loader } from '../../kernel/loader.ts';
import { idOf } from '../../kernel/uids.ts';
import { inIds } from '../../storage/sql.ts';
import { specialRoles } from '../company/types.ts';
import { requireMember, type Member } from './access.ts';
import { approvalsOf, isApprover, managersOf } from './approvals.ts';
import { purchaseOrderErrors } from './errors.ts';
import { lockPurchaseOrder } from './find.ts';
import type { PurchaseOrderRow } from './tables.ts';

const VIEW = 'Magento_PurchaseOrder::view_purchase_orders';

/** The caller, who may see purchase orders. Throws for others. */
export const requireViewer = (call: Call): Promise<Member> => requireMember(call, VIEW);

/** The users below one in the structure of the company; read once per call. */
export const subordinatesOf = loader<number, readonly number[]>((ids, call) =>
  Promise.all(ids.map((id) => call.services.company.subordinates(call, id))),
);

/** The buyers whose purchase orders a user sees besides the own ones; `all`: of the whole company. */
export async function otherBuyers(call: Call, member: Member): Promise<'all' | readonly number[]> {
  if (member.allows('Magento_PurchaseOrder::view_purchase_orders_for_company')) return 'all';
  if (!member.allows('Magento_PurchaseOrder::view_purchase_orders_for_subordinates')) return [];
  return subordinatesOf(call, member.customerId);
}

/** Whether a user sees a purchase order: an own one, one of the user's subordinates or company, or to approve it. */
async function isVisible(call: Call, member: Member, row: PurchaseOrderRow): Promise<boolean> {
  if (row.company_id !== member.companyId) return false;
  if (row.creator_id === member.customerId) return true;
  const others = await otherBuyers(call, member);
  if (others === 'all' || others.includes(row.creator_id)) return true;
  const approvals = await approvalsOf(call, row.entity_id);
  const own = await Promise.all(approvals.map((one) => isApprover(call, member, row, one)));
  return own.includes(true);
}

/** The purchase order with a uid, if the caller may see it. Throws the same 404 for others and for unknown ones. */
export async function visiblePurchaseOrder(call: Call, uid: string): Promise<PurchaseOrderRow> {
  const member = await requireViewer(call);
  const id = idOf(uid);
  const row =
    id === undefined
      ? undefined
      : await call.db
          .selectFrom('purchase_order')
          .selectAll()
          .where('entity_id', '=', id)
          .where('company_id', '=', member.companyId)
          .executeTakeFirst();
  if (!row || !(await isVisible(call, member, row))) throw purchaseOrderErrors.notFound([uid]);
  return row;
}

/** As `visiblePurchaseOrder`, and nobody else changes it before this transaction ends. */
export async function lockVisible(
  call: Call,
  uid: string,
): Promise<{ readonly member: Member; readonly row: PurchaseOrderRow }> {
  const { entity_id } = await visiblePurchaseOrder(call, uid);
  const row = await lockPurchaseOrder(call, entity_id);
  if (!row) throw purchaseOrderErrors.notFound([uid]);
  return { member: await requireViewer(call), row };
}

type PurchaseOrderQuery = SelectQueryBuilder<Tables, 'purchase_order', object>;

/** The purchase orders that have an approval by one of the user's roles, pending ones alone or all. */
export async function toApprove(
  call: Call,
  member: Member,
  query: PurchaseOrderQuery,
  isPending: boolean,
): Promise<PurchaseOrderQuery> {
  const managers = await managersOf(call, member.companyId);
  const reports = [...managers].flatMap(([id, manager]) => (manager === member.customerId ? [id] : []));
  const roles = [...member.roleIds, ...(member.isLeader ? [specialRoles.leader] : [])];
  const ofApprovals = call.db
    .selectFrom('purchase_order_approval as a')
    .innerJoin('purchase_order as p', 'p.entity_id', 'a.purchase_order_id')
    .select('a.purchase_order_id')
    .where('p.company_id', '=', member.companyId)
    .where((eb) =>
      eb.or([
        eb.and([
          inIds('a.role_id', roles),
          member.isLeader ? eb.lit(true) : eb('p.creator_id', '<>', member.customerId),
        ]),
        eb.and([eb('a.role_id', '=', specialRoles.manager), inIds('p.creator_id', reports)]),
      ]),
    );
  if (!isPending) return query.where('entity_id', 'in', ofApprovals);
  const pending = ofApprovals.where('a.status', '=', 'pending');
  return query.where('status', '=', 'approval_required').where('entity_id', 'in', pending);
}
