import type { Call } from '../../kernel/call.ts';
import { decodeDocument } from '../../storage/documents.ts';
import { LONGEST_TEXT } from '../../storage/fit.ts';
import type { ConditionNode } from '../sales-rule/service.ts';
import { readConditionTree } from './conditions.ts';
import type { SegmentInput, SegmentOutput } from './console-types.ts';
import { segmentErrors } from './errors.ts';
import { listSegments, type ListedSegment } from './list.ts';
import { appliesTo, insertSegment, updateSegment, type SegmentFields } from './segments.ts';

/** A combination that everybody meets. */
const noConditions: ConditionNode = {
  condition_type: 'combine',
  aggregator_type: 'all',
  operator: null,
  value: '1',
  conditions: [],
};

/** All segments with their conditions and the number of their members. */
export async function allSegments(call: Call): Promise<SegmentOutput[]> {
  const found = await listSegments(call, {});
  return (await found.items()).map(show);
}

/** The segment with an id. Throws 404. */
export async function requireSegment(call: Call, id: number): Promise<SegmentOutput> {
  const segment = (await allSegments(call)).find(({ segment_id: one }) => one === id);
  if (!segment) throw segmentErrors.noSegment([id]);
  return segment;
}

function show(segment: ListedSegment): SegmentOutput {
  return {
    segment_id: segment.segment_id,
    name: segment.name,
    description: segment.description,
    is_active: segment.is_active === 1,
    apply_to: segment.apply_to,
    website_ids: [...segment.websiteIds],
    conditions: decodeDocument<ConditionNode>(segment.conditions),
    number_of_customers: segment.customers,
  };
}

/** Creates a segment, or changes the one with an id: absent fields stay. Returns its id. Throws 400 for invalid fields, and 404. */
export async function saveSegment(call: Call, input: SegmentInput, id: number | undefined): Promise<number> {
  if (id === undefined) return insertSegment(call, readSegment(call, input));
  const before = await requireSegment(call, id);
  await updateSegment(call, id, readSegment(call, { ...before, ...input }));
  return id;
}

/** The fields of a segment before they are checked. */
type UncheckedSegment = { readonly [F in keyof SegmentInput]?: SegmentInput[F] | undefined };

/** Throws 400 for an invalid field. */
function readSegment(call: Call, input: UncheckedSegment): SegmentFields {
  const { description, is_active: isActive, apply_to: applyTo, website_ids: websiteIds, conditions } = input;
  const name = (input.name ?? '').trim();
  if (name === '' || name.length > LONGEST_TEXT) throw segmentErrors.name();
  const ids = [...new Set(websiteIds)];
  if (ids.length === 0 || ids.some((id) => id === 0 || !call.services.store.website(id)))
    throw segmentErrors.websites();
  const audience = applyTo ?? appliesTo.both;
  if (!Object.values<number>(appliesTo).includes(audience)) throw segmentErrors.appliesTo();
  return {
    name,
    description: description ?? null,
    isActive: isActive ?? false,
    applyTo: audience,
    websiteIds: ids,
    conditions: readConditionTree(conditions ?? noConditions, call.services.salesRule),
  };
}
