import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  extendType,
  inputTypes,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { uidOf } from '../../kernel/uids.ts';
import { pageInfo } from '../../storage/criteria/pages.ts';
import { inIds } from '../../storage/sql.ts';
import type { StoredCart } from '../quote/service.ts';
import { findMember } from './access.ts';
import { mayCancel, mayOrder } from './actions.ts';
import { approvalsOf, decidable } from './approvals.ts';
import { historyOf, messageOf, nameOfCustomer } from './history.ts';
import { pageOfPurchaseOrders } from './list.ts';
import { shownState } from './shown-state.ts';
import type {
  PurchaseOrderApprovalRow,
  PurchaseOrderCommentRow,
  PurchaseOrderHistoryRow,
  PurchaseOrderRow,
} from './tables.ts';
import { visiblePurchaseOrder } from './visible.ts';

/** A comment with its purchase order. */
interface CommentSource {
  readonly comment: PurchaseOrderCommentRow;
  readonly row: PurchaseOrderRow;
}

/** An event with its purchase order. */
interface EventSource {
  readonly event: PurchaseOrderHistoryRow;
  readonly row: PurchaseOrderRow;
}

const enums = enumTypes({
  PurchaseOrderAction: ['REJECT', 'CANCEL', 'VALIDATE', 'APPROVE', 'PLACE_ORDER'],
  PurchaseOrderApprovalFlowItemStatus: ['PENDING', 'APPROVED', 'REJECTED'],
  PurchaseOrderStatus: [
    'PENDING',
    'APPROVAL_REQUIRED',
    'APPROVED',
    'ORDER_IN_PROGRESS',
    'ORDER_PLACED',
    'ORDER_FAILED',
    'REJECTED',
    'CANCELED',
    'APPROVED_PENDING_PAYMENT',
  ],
});
const values = valueTypes({
  PurchaseOrderApprovalFlowEvent: {
    message: 'String',
    name: 'String',
    role: 'String',
    status: 'PurchaseOrderApprovalFlowItemStatus',
    updated_at: 'String',
  },
  PurchaseOrderRuleApprovalFlow: { events: '[PurchaseOrderApprovalFlowEvent]!', rule_name: 'String!' },
  PurchaseOrders: { items: '[PurchaseOrder]!', page_info: 'SearchResultPageInfo', total_count: 'Int' },
});
const inputs = inputTypes({
  PurchaseOrdersFilterInput: {
    company_purchase_orders: 'Boolean',
    created_date: 'FilterRangeTypeInput',
    my_approvals: 'Boolean',
    require_my_approval: 'Boolean',
    status: 'PurchaseOrderStatus',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    PurchaseOrder: PurchaseOrderRow;
    PurchaseOrderComment: CommentSource;
    PurchaseOrderHistoryItem: EventSource;
  }
}

const cartOf = loader<number, StoredCart | undefined>(async (ids, call) => {
  const found = await call.services.quote.carts(call, ids);
  return ids.map((id) => found.get(id));
});

const orderWithId = loader<number, GraphQLTypes['CustomerOrder'] | null>(async (ids, call) => {
  const found = await call.services.sales.orders(call, ids);
  return ids.map((id) => {
    const order = found.get(id);
    return order ? { order } : null;
  });
});

const commentsOf = loader<number, readonly PurchaseOrderCommentRow[]>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('purchase_order_comment')
    .selectAll()
    .where(inIds('purchase_order_id', ids))
    .orderBy('comment_id')
    .execute();
  const byOrder = Map.groupBy(rows, ({ purchase_order_id: id }) => id);
  return ids.map((id) => byOrder.get(id) ?? []);
});

async function actionsFor(call: Call, row: PurchaseOrderRow): Promise<GraphQLTypes['PurchaseOrderAction'][]> {
  const member = await findMember(call);
  if (!member) return [];
  const approvals = await decidable(call, member, row, await approvalsOf(call, row.entity_id));
  return [
    ...(approvals.length > 0 ? (['REJECT', 'APPROVE'] as const) : []),
    ...((await mayCancel(call, member, row)) ? (['CANCEL'] as const) : []),
    ...(row.status === 'pending' ? (['VALIDATE'] as const) : []),
    ...(mayOrder(member, row) ? (['PLACE_ORDER'] as const) : []),
  ];
}

const flowStates = { pending: 'PENDING', approved: 'APPROVED', rejected: 'REJECTED' } as const;
const flowTexts = { pending: 'Pending Approval from', approved: 'Approved by', rejected: 'Rejected by' } as const;

async function flowEvent(
  call: Call,
  { status, customer_id, role_name: role, updated_at }: PurchaseOrderApprovalRow,
): Promise<GraphQLTypes['PurchaseOrderApprovalFlowEvent']> {
  const decider = customer_id === null ? '' : await nameOfCustomer(call, customer_id);
  const name = decider || 'Unknown Customer';
  const message = `${flowTexts[status]} ${status === 'pending' ? role : name}`;
  return { message, name, role, status: flowStates[status], updated_at };
}

async function flowOf(call: Call, row: PurchaseOrderRow): Promise<GraphQLTypes['PurchaseOrderRuleApprovalFlow'][]> {
  const byRule = Map.groupBy(await approvalsOf(call, row.entity_id), ({ rule_id }) => rule_id);
  return Promise.all(
    [...byRule.values()].map(async (approvals) => ({
      rule_name: approvals[0]?.rule_name ?? '',
      events: await Promise.all(approvals.map((one) => flowEvent(call, one))),
    })),
  );
}

const types = [
  objectType('PurchaseOrder', (t) => ({
    approval_flow: t.field('[PurchaseOrderRuleApprovalFlow]!', (row, _, call) => flowOf(call, row)),
    available_actions: t.field('[PurchaseOrderAction]!', (row, _, call) => actionsFor(call, row)),
    comments: t.field('[PurchaseOrderComment]!', async (row, _, call) =>
      (await commentsOf(call, row.entity_id)).map((comment) => ({ comment, row })),
    ),
    created_at: 'String!',
    created_by: t.field('Customer', ({ company_id, creator_id }, _, call) =>
      call.services.company.showColleague(call, company_id, creator_id),
    ),
    history_log: t.field('[PurchaseOrderHistoryItem]!', async (row, _, call) =>
      (await historyOf(call, row.entity_id)).map((event) => ({ event, row })),
    ),
    number: t.field('String!', ({ increment_id }) => increment_id),
    order: t.field('CustomerOrder', ({ order_id }, _, call) =>
      order_id === null ? null : orderWithId(call, order_id),
    ),
    quote: t.field('Cart', async ({ quote_id }, _, call) => {
      const cart = await cartOf(call, quote_id);
      return cart ? { cart } : null;
    }),
    status: t.field('PurchaseOrderStatus!', ({ status }) => shownState(status)),
    uid: t.field('ID!', ({ entity_id }) => uidOf(entity_id)),
    updated_at: 'String!',
  })),
  objectType('PurchaseOrderComment', (t) => ({
    author: t.field('Customer', ({ comment, row }, _, call) =>
      call.services.company.showColleague(call, row.company_id, comment.creator_id),
    ),
    created_at: t.field('String!', ({ comment }) => comment.created_at),
    text: t.field('String!', ({ comment }) => comment.comment),
    uid: t.field('ID!', ({ comment }) => uidOf(comment.comment_id)),
  })),
  objectType('PurchaseOrderHistoryItem', (t) => ({
    activity: t.field('String!', ({ event }) => event.activity),
    created_at: t.field('String!', ({ event }) => event.created_at),
    message: t.field('String!', ({ event, row }, _, call) => messageOf(call, event, row.increment_id)),
    uid: t.field('ID!', ({ event }) => uidOf(event.history_id)),
  })),
];

const ofCustomers = extendType('Customer', (t) => ({
  purchase_order: t.field('PurchaseOrder', { uid: 'ID' }, async (_, { uid }, call) =>
    uid != null && (await findMember(call)) ? visiblePurchaseOrder(call, uid) : null,
  ),
  purchase_orders: t.field(
    'PurchaseOrders',
    { currentPage: 'Int = 1', filter: 'PurchaseOrdersFilterInput', pageSize: 'Int = 20' },
    async (_, args, call) => {
      if (!(await findMember(call))) return null;
      const { items, count, page } = await pageOfPurchaseOrders(call, args);
      return { items, page_info: await pageInfo(page, async () => count), total_count: count };
    },
  ),
  purchase_orders_enabled: t.field('Boolean!', async (_, __, call) => (await findMember(call)) !== undefined),
}));

/** Purchase orders in GraphQL, to read. */
export const purchaseOrderDeclarations = [enums, values, inputs, ...types, ofCustomers];
