import type { Call } from '../../kernel/call.ts';
import { entity, none } from '../../kernel/entity.ts';
import { pageSizeOf } from '../../kernel/page-size.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { ConsoleSegment, SegmentCustomers, type SegmentInput } from './console-types.ts';
import { allSegments, requireSegment, saveSegment } from './console-segments.ts';
import { membersOf, noteAll } from './members.ts';
import { changeIsKnown, deleteSegment } from './segments.ts';

const segments = {
  service: 'consoleCustomerSegmentV1',
  access: acl('Magento_CustomerSegment::customersegment'),
} as const;

/** Saves a segment, and has all customers placed soon; returns its id. */
async function saveAndPlace(call: Call, input: SegmentInput, id?: number): Promise<number> {
  const saved = await saveSegment(call, input, id);
  await changeIsKnown();
  await noteAll(call);
  return saved;
}

const readSegments = route({
  ...segments,
  method: 'GET',
  path: '/_/console/customer-segments',
  operation: 'getList',
  summary: 'Lists the segments of customers.',
  input: {},
  output: t.array(ConsoleSegment),
  handle: (_, call) => allSegments(call),
});

const readSegment = route({
  ...segments,
  method: 'GET',
  path: '/_/console/customer-segments/:segmentId',
  operation: 'get',
  summary: 'Reads a segment of customers.',
  input: { segmentId: t.integer },
  output: ConsoleSegment,
  handle: ({ segmentId }, call) => requireSegment(call, segmentId),
});

const createSegment = route({
  ...segments,
  method: 'POST',
  path: '/_/console/customer-segments',
  operation: 'create',
  summary: 'Creates a segment of customers, who are placed in it soon.',
  entity: none('a segment is new'),
  // Customers are placed after the commit.
  transaction: false,
  input: { segment: ConsoleSegment },
  output: t.integer,
  handle: ({ segment }, call) => saveAndPlace(call, segment),
});

const changeSegment = route({
  ...segments,
  method: 'PUT',
  path: '/_/console/customer-segments/:segmentId',
  operation: 'save',
  summary: 'Changes a segment of customers; absent fields stay.',
  entity: entity('customer segment', 'segmentId'),
  transaction: false,
  input: { segmentId: t.integer, segment: ConsoleSegment },
  output: t.integer,
  handle: ({ segmentId, segment }, call) => saveAndPlace(call, segment, segmentId),
});

const removeSegment = route({
  ...segments,
  method: 'DELETE',
  path: '/_/console/customer-segments/:segmentId',
  operation: 'delete',
  summary: 'Deletes a segment of customers.',
  entity: entity('customer segment', 'segmentId'),
  input: { segmentId: t.integer },
  output: t.boolean,
  handle: async ({ segmentId }, call) => {
    await deleteSegment(call, segmentId);
    return true;
  },
});

const readMembers = route({
  ...segments,
  method: 'GET',
  path: '/_/console/customer-segments/:segmentId/customers',
  operation: 'getCustomers',
  summary: 'Lists the customers in a segment, in order of ids.',
  input: { segmentId: t.integer, page: t.optional(t.integer), limit: t.optional(t.integer) },
  output: SegmentCustomers,
  handle: async ({ segmentId, page, limit }, call) => {
    await requireSegment(call, segmentId);
    const { ids, total } = await membersOf(call, segmentId, Math.max(page ?? 1, 1), pageSizeOf(limit, 20, 200));
    const customers = await call.services.customer.customers(call, ids);
    const items = ids.flatMap((id) => customers.get(id) ?? []);
    return {
      items: items.map(({ id, email, firstname, lastname }) => ({ id, email, firstname, lastname })),
      total_count: total,
    };
  },
});

/** Console routes of segments, which the interface only lists. */
export const segmentConsoleRoutes = [
  readSegments,
  readSegment,
  createSegment,
  changeSegment,
  removeSegment,
  readMembers,
] as const;
