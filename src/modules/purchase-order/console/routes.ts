import { listItems } from '../../../kernel/configuration.ts';
import { pageSizeOf } from '../../../kernel/page-size.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { allItems } from '../../../storage/criteria/list.ts';
import { showPurchaseOrder } from './detail.ts';
import { listPurchaseOrders, requirePurchaseOrderById, showHeads } from './list.ts';
import { ConsolePurchaseOrder, ConsolePurchaseOrders } from './types.ts';

/** The shop has no permission of its own for purchase orders: those who may read orders may read them. */
const purchaseOrders = {
  method: 'GET',
  service: 'consolePurchaseOrderV1',
  access: acl('Magento_Sales::actions_view'),
} as const;

const readPurchaseOrders = route({
  ...purchaseOrders,
  path: '/_/console/purchase-orders',
  operation: 'getList',
  summary: 'Lists the purchase orders of companies, newest first.',
  input: {
    /** A part of the number, or of the name of the company. */
    search: t.optional(t.string),
    /** States, joined by commas; absent: all. */
    status: t.optional(t.string),
    page: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: ConsolePurchaseOrders,
  async handle({ search, status, page, limit }, call) {
    const request = { search: search ?? '', states: listItems(status ?? ''), page: Math.max(page ?? 1, 1) };
    const found = await listPurchaseOrders(call, { ...request, size: pageSizeOf(limit, 20, 100) });
    return { items: await showHeads(call, await allItems(found)), total_count: await found.count() };
  },
});

const readPurchaseOrder = route({
  ...purchaseOrders,
  path: '/_/console/purchase-orders/:purchaseOrderId',
  operation: 'get',
  summary: 'Reads a purchase order with its items.',
  input: { purchaseOrderId: t.integer },
  output: ConsolePurchaseOrder,
  handle: async ({ purchaseOrderId }, call) =>
    showPurchaseOrder(call, await requirePurchaseOrderById(call, purchaseOrderId)),
});

/** Console routes of purchase orders, which companies alone change. */
export const purchaseOrderConsoleRoutes = [readPurchaseOrders, readPurchaseOrder] as const;
