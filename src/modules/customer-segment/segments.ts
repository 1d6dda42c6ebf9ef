import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../kernel/call.ts';
import type { ConditionNode } from '../sales-rule/service.ts';
import { decodeDocument } from '../../storage/documents.ts';
import { compileSegment, type SegmentTest } from './conditions.ts';
import { segmentErrors } from './errors.ts';

/** Audience of a segment; the numbers are the interface's. */
export const appliesTo = { both: 0, registered: 1, visitors: 2 } as const;

/** A segment, ready for matching. */
export interface Segment {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly applyTo: number;
  readonly websiteIds: readonly number[];
  readonly holds: SegmentTest;
}

/** Reads all segments, in order of ids. */
export async function loadSegments(call: Call): Promise<readonly Segment[]> {
  const rows = await call.db.selectFrom('customer_segment').selectAll().orderBy('segment_id').execute();
  if (rows.length === 0) return [];
  const links = await call.db.selectFrom('customer_segment_website').selectAll().orderBy('website_id').execute();
  const websites = Map.groupBy(links, (link) => link.segment_id);
  return rows.map((row) => ({
    id: row.segment_id,
    name: row.name,
    isActive: row.is_active === 1,
    applyTo: row.apply_to,
    websiteIds: (websites.get(row.segment_id) ?? []).map((link) => link.website_id),
    holds: compileSegment(decodeDocument<ConditionNode>(row.conditions), call.services.salesRule),
  }));
}

/** The fields of a segment. */
export interface SegmentFields {
  readonly name: string;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly applyTo: number;
  readonly websiteIds: readonly number[];
  readonly conditions: ConditionNode;
}

/** Creates a segment without members; returns its id. */
export function insertSegment(call: Call, segment: SegmentFields): Promise<number> {
  return call.transaction(async (inside) => {
    const { segment_id } = await inside.db
      .insertInto('customer_segment')
      .values(columnsOf(segment))
      .returning('segment_id')
      .executeTakeFirstOrThrow();
    await writeWebsites(inside, segment_id, segment.websiteIds);
    await inside.services.customerSegment.segments.invalidate(inside);
    return segment_id;
  });
}

/** Replaces the fields of a segment; an inactive one has no members. Throws for an unknown id. */
export function updateSegment(call: Call, id: number, segment: SegmentFields): Promise<void> {
  return changeSegment(call, id, async (inside) => {
    const changed = await inside.db
      .updateTable('customer_segment')
      .set(columnsOf(segment))
      .where('segment_id', '=', id)
      .returning('segment_id')
      .execute();
    if (changed.length === 0) return changed;
    await inside.db.deleteFrom('customer_segment_website').where('segment_id', '=', id).execute();
    await writeWebsites(inside, id, segment.websiteIds);
    if (!segment.isActive || segment.applyTo === appliesTo.visitors)
      await inside.db.deleteFrom('customer_segment_customer').where('segment_id', '=', id).execute();
    return changed;
  });
}

function columnsOf({ name, description, isActive, applyTo, conditions }: SegmentFields) {
  return {
    name,
    description,
    is_active: isActive ? 1 : 0,
    apply_to: applyTo,
    conditions: JSON.stringify(conditions),
  } as const;
}

async function writeWebsites({ db }: Call, segment_id: number, websiteIds: readonly number[]): Promise<void> {
  await db
    .insertInto('customer_segment_website')
    .values(websiteIds.map((website_id) => ({ segment_id, website_id })))
    .execute();
}

/** Switches a segment on or off; an inactive one has no members. Throws for an unknown id. */
export function switchSegment(call: Call, id: number, isActive: boolean): Promise<void> {
  return changeSegment(call, id, async ({ db }) => {
    if (!isActive) await db.deleteFrom('customer_segment_customer').where('segment_id', '=', id).execute();
    return db
      .updateTable('customer_segment')
      .set({ is_active: isActive ? 1 : 0 })
      .where('segment_id', '=', id)
      .returning('segment_id')
      .execute();
  });
}

/** Deletes a segment. Throws for an unknown id. */
export function deleteSegment(call: Call, id: number): Promise<void> {
  return changeSegment(call, id, ({ db }) =>
    db.deleteFrom('customer_segment').where('segment_id', '=', id).returning('segment_id').execute(),
  );
}

function changeSegment(call: Call, id: number, change: (call: Call) => Promise<readonly unknown[]>): Promise<void> {
  return call.transaction(async (inside) => {
    if ((await change(inside)).length === 0) throw segmentErrors.noSegment([id]);
    await inside.services.customerSegment.segments.invalidate(inside);
  });
}

/** Milliseconds until requests that began before the change of a segment have ended, with few exceptions. */
const LEARNING = 1200;

/** Waits until running requests have learned of a changed segment; later requests note changes of customers. */
export function changeIsKnown(): Promise<void> {
  return pause(LEARNING);
}
