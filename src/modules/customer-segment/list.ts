import type { Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import type * as t from '../../kernel/types.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { inIds } from '../../storage/sql.ts';
import type { CustomerSegment } from './types.ts';

const fields: Record<string, SearchField> = {
  id: { kind: 'integer', column: 'segment_id', notNull: true },
  segment_id: { kind: 'integer', notNull: true },
  name: { kind: 'text', notNull: true },
  description: { kind: 'text' },
  is_active: { kind: 'integer', notNull: true },
  apply_to: { kind: 'integer', notNull: true },
};

/** A segment with how many customers are in it, and its websites. */
export interface ListedSegment extends Selectable<Tables['customer_segment']> {
  readonly customers: number;
  readonly websiteIds: readonly number[];
}

/** Lists segments. */
export function listSegments(call: Call, criteria: SearchCriteria): Promise<FoundList<ListedSegment>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('customer_segment'),
    key: 'segment_id',
    fields,
    load: loadListed,
  });
}

/** Segments by id, with how many customers are in them; three queries. */
async function loadListed(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, ListedSegment>> {
  const { db } = call;
  const rows = await db.selectFrom('customer_segment').selectAll().where(inIds('segment_id', ids)).execute();
  const counts = await db
    .selectFrom('customer_segment_customer')
    .select(({ fn }) => ['segment_id', fn.countAll<number | string>().as('customers')])
    .where(inIds('segment_id', ids))
    .groupBy('segment_id')
    .execute();
  const links = await db
    .selectFrom('customer_segment_website')
    .selectAll()
    .where(inIds('segment_id', ids))
    .orderBy('website_id')
    .execute();
  const customers = new Map(counts.map((row) => [row.segment_id, Number(row.customers)]));
  const websites = Map.groupBy(links, (link) => link.segment_id);
  return new Map(
    rows.map((row) => [
      row.segment_id,
      {
        ...row,
        customers: customers.get(row.segment_id) ?? 0,
        websiteIds: (websites.get(row.segment_id) ?? []).map((link) => link.website_id),
      },
    ]),
  );
}

/** A segment as the wire has it. */
export function showSegment(call: Call, segment: ListedSegment): t.Out<typeof CustomerSegment> {
  const { segment_id: id, name, description, is_active, apply_to, customers, websiteIds } = segment;
  const websites = websiteIds.flatMap((websiteId) => call.services.store.website(websiteId) ?? []);
  return {
    id,
    uid: uidOf(id),
    name,
    description: description ?? undefined,
    is_active,
    apply_to,
    number_of_customers: customers,
    associated_websites: websites.map((one) => ({
      id: one.id,
      code: one.code,
      name: one.name,
      default_group_id: one.default_group_id,
    })),
  };
}
