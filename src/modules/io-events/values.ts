import type { ChangedEntity } from '../../platform/change-log/entities.ts';
import { readRoute } from '../../platform/execution/call-route.ts';
import { filterValue, type FieldsFilter } from '../../kernel/fields-filter.ts';
import { elementAt } from '../../kernel/lists.ts';
import { objectOf } from '../../kernel/plain-objects.ts';
import type { Platform } from '../../kernel/platform.ts';
import { system } from '../../kernel/system.ts';
import { mergeFilters, passesRules, type OutgoingEvent, type PreparedEvent } from './matching.ts';

/** Maximum entities per read. */
const AT_ONCE = 200;

/** Reads the entities of events, grouped by kind, and drops events that fail their rules. */
export async function prepareEvents<E extends OutgoingEvent>(
  platform: Platform,
  events: readonly E[],
): Promise<(E & PreparedEvent)[]> {
  const found = new Map<string, ReadonlyMap<number, unknown>>();
  for (const [entity, those] of Map.groupBy(events, ({ subscription }) => subscription.kind.entity)) {
    const fields = wantedOf(those);
    if (fields === undefined) continue;
    const ids = new Set(those.filter(wantsValue).map(({ change }) => change.id));
    found.set(entity.name, await readEntities(platform, entity, [...ids], fields === 'all' ? undefined : fields));
  }
  return events.flatMap((event) => {
    const { change } = event;
    const entity = found.get(change.entity)?.get(change.id) ?? null;
    if (!passesRules(event, entity)) return [];
    return [{ ...event, value: valueOf(event, entity) }];
  });
}

/** The payload of an event, by the fields of its subscription; undefined: none. */
function valueOf(
  { change, subscription: { payloadFields, kind, ofContext } }: OutgoingEvent,
  entity: unknown,
): unknown {
  const context = contextOf(ofContext);
  if (payloadFields === undefined) return context;
  const isDeleted = change.action === 'deleted';
  if (!isDeleted && entity === null) return null;
  // The interface's observers receive a model: it has an id and an is-new flag, and exists even after deletion.
  const members = isDeleted
    ? { id: change.id, ...(kind.entity.key !== 'id' && change.key != null && { [kind.entity.key]: change.key }) }
    : kind.naming === 'observer'
      ? { id: change.id, _isNew: change.action === 'created' }
      : {};
  const whole = { ...members, ...objectOf(entity) };
  const value = payloadFields === 'all' ? whole : objectOf(filterValue(whole, payloadFields));
  if (isDeleted && Object.keys(value).length === 0) return context;
  return { ...context, ...value };
}

interface ContextFields {
  [name: string]: ContextFields | null;
}

/** Null for each path, within objects; undefined for no paths. */
function contextOf(paths: readonly string[]): object | undefined {
  if (paths.length === 0) return undefined;
  const root: ContextFields = {};
  for (const path of paths) {
    const steps = path.replaceAll('[]', '').split('.');
    let place = root;
    for (const step of steps.slice(0, -1)) place = place[step] ??= {};
    place[elementAt(steps, -1)] ??= null;
  }
  return root;
}

/** Deleted entities have no fields. */
const wantsValue = ({ change, subscription }: OutgoingEvent): boolean =>
  change.action !== 'deleted' && (subscription.payloadFields !== undefined || subscription.ruleFields !== undefined);

function wantedOf(events: readonly OutgoingEvent[]): FieldsFilter | 'all' | undefined {
  let fields: FieldsFilter | 'all' | undefined;
  for (const { payloadFields, ruleFields } of new Set(
    events.filter(wantsValue).map(({ subscription }) => subscription),
  )) {
    for (const filter of [payloadFields, ruleFields]) {
      if (filter === undefined || fields === 'all') continue;
      fields = filter === 'all' || fields === undefined ? filter : mergeFilters(fields, filter);
    }
  }
  return fields;
}

async function readEntities(
  platform: Platform,
  { list, load }: ChangedEntity,
  ids: readonly number[],
  fields: FieldsFilter | undefined,
): Promise<ReadonlyMap<number, unknown>> {
  const read = new Map<number, unknown>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const found = load
      ? await load(platform.newCall(system.caller, system.scope), some)
      : list && (await readListed(platform, list, some, fields));
    for (const [id, value] of found ?? []) read.set(id, value);
  }
  return read;
}

async function readListed(
  platform: Platform,
  { service, operation, searched, id }: NonNullable<ChangedEntity['list']>,
  ids: readonly number[],
  fields: FieldsFilter | undefined,
): Promise<ReadonlyMap<number, unknown>> {
  const filters = [{ field: searched, value: ids.join(','), condition_type: 'in' }];
  const input = { searchCriteria: { filter_groups: [{ filters }], page_size: AT_ONCE } };
  const items: FieldsFilter | true = fields ? new Map([...fields, [id, true as const]]) : true;
  const answer = await readRoute(platform, { service, operation, input }, new Map([['items', items]]));
  const listed: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'items') : undefined;
  if (!Array.isArray(listed)) return new Map();
  return new Map(listed.map((item: object) => [Number(Reflect.get(item, id)), item]));
}
