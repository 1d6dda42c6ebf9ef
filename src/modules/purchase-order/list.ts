import type { Call } from '../../kernel/call.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { readUtcTime } from '../../kernel/time.ts';
import { readAskedPage, requireReached, type AskedPage } from '../../storage/criteria/pages.ts';
import { binary, inIds } from '../../storage/sql.ts';
import { purchaseOrderErrors } from './errors.ts';
import { stateOf } from './shown-state.ts';
import type { PurchaseOrderRow } from './tables.ts';
import { otherBuyers, requireViewer, toApprove } from './visible.ts';

/** A page request for purchase orders. */
interface PurchaseOrderListArguments {
  readonly filter?: GraphQLTypes['PurchaseOrdersFilterInput'] | null | undefined;
  readonly currentPage?: number | null | undefined;
  readonly pageSize?: number | null | undefined;
}

/** A page of purchase orders. */
interface PurchaseOrderPage {
  readonly items: readonly PurchaseOrderRow[];
  readonly count: number;
  readonly page: AskedPage;
}

/**
 * Purchase orders that the caller sees, newest first: the own ones, those of others, or those to approve. The statements do not grow
 * with the purchase orders.
 */
export async function pageOfPurchaseOrders(call: Call, args: PurchaseOrderListArguments): Promise<PurchaseOrderPage> {
  const page = readAskedPage(args.currentPage, args.pageSize);
  const found = await filtered(call, args.filter ?? {});
  const { count } = await found.select((eb) => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  const items = await found
    .selectAll()
    .orderBy('entity_id', 'desc')
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
    .execute();
  await requireReached(page, items.length, async () => Number(count));
  return { items, count: Number(count), page };
}

async function filtered(call: Call, filter: GraphQLTypes['PurchaseOrdersFilterInput']) {
  const member = await requireViewer(call);
  const { company_purchase_orders, require_my_approval, my_approvals, created_date, status } = filter;
  let query = call.db.selectFrom('purchase_order').where('company_id', '=', member.companyId);
  if (require_my_approval) query = await toApprove(call, member, query, true);
  if (my_approvals) query = await toApprove(call, member, query, false);
  if (company_purchase_orders) {
    const others = await otherBuyers(call, member);
    query = query.where('creator_id', '<>', member.customerId);
    if (others !== 'all') query = query.where(inIds('creator_id', others));
  } else if (!require_my_approval && !my_approvals) {
    query = query.where('creator_id', '=', member.customerId);
  }
  if (status != null) query = query.where('status', '=', stateOf(status));
  if (created_date?.from) query = query.where(binary('created_at'), '>=', timeOf(created_date.from));
  if (created_date?.to) query = query.where(binary('created_at'), '<=', timeOf(created_date.to));
  return query;
}

function timeOf(text: string): string {
  const time = readUtcTime(text);
  if (time === undefined) throw purchaseOrderErrors.notTime([text]);
  return time;
}
