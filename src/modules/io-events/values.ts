import type { ChangedEntity } from '../../platform/change-log/entities.ts';
import { readRoute } from '../../platform/execution/call-route.ts';
import { filterValue, type FieldsFilter } from '../../kernel/fields-filter.ts';
import { lastOf } from '../../kernel/lists.ts';
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
    const wanted = wantedOf(those);
    if (wanted === undefined) continue;
    const ids = new Set(those.filter(wantsValue).map(({ change }) => change.id));
    found.set(entity.name, await readEntities(platform, entity, [...ids], wanted === 'all' ? undefined : wanted));
  }
  return events.flatMap((event) => {
    const { change } = event;
    const entity = found.get(change.entity)?.get(change.id) ?? null;
    if (!passesRules(event, entity)) return [];
    return [{ ...event, value: valueOf(event, entity) }];
  });
}

/** The payload of an event, by the fields of its subscription; undefined: none. */
function valueOf({ change, subscription: { told, kind, ofContext } }: OutgoingEvent, entity: unknown): unknown {
  const context = contextOf(ofContext);
  if (told === undefined) return context;
  const isDeleted = change.action === 'deleted';
  if (!isDeleted && entity === null) return null;
  // The interface's observers receive a model: it has an id and an is-new flag, and exists even after deletion.
  const members = isDeleted
    ? { id: change.id, ...(kind.entity.key !== 'id' && change.key != null && { [kind.entity.key]: change.key }) }
    : kind.naming === 'observer'
      ? { id: change.id, _isNew: change.action === 'created' }
      : {};
  const whole = { ...members, ...objectOf(entity) };
  const value = told === 'all' ? whole : objectOf(filterValue(whole, told));
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
    place[lastOf(steps)] ??= null;
  }
  return root;
}

/** Deleted entities have no fields. */
const wantsValue = ({ change, subscription }: OutgoingEvent): boolean =>
  change.action !== 'deleted' && (subscription.told !== undefined || subscription.asked !== undefined);

function wantedOf(events: readonly OutgoingEvent[]): FieldsFilter | 'all' | undefined {
  let wanted: FieldsFilter | 'all' | undefined;
  for (const { told, asked } of new Set(events.filter(wantsValue).map(({ subscription }) => subscription))) {
    for (const filter of [told, asked]) {
      if (filter === undefined || wanted === 'all') continue;
      wanted = filter === 'all' || wanted === undefined ? filter : mergeFilters(wanted, filter);
    }
  }
  return wanted;
}

async function readEntities(
  platform: Platform,
  { list, load }: ChangedEntity,
  ids: readonly number[],
  wanted: FieldsFilter | undefined,
): Promise<ReadonlyMap<number, unknown>> {
  const read = new Map<number, unknown>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const found = load
      ? await load(platform.newCall(system.caller, system.scope), some)
      : list && (await readListed(platform, list, some, wanted));
    for (const [id, value] of found ?? []) read.set(id, value);
  }
  return read;
}

async function readListed(
  platform: Platform,
  { service, operation, searched, id }: NonNullable<ChangedEntity['list']>,
  ids: readonly number[],
  wanted: FieldsFilter | undefined,
): Promise<ReadonlyMap<number, unknown>> {
  const filters = [{ field: searched, value: ids.join(','), condition_type: 'in' }];
  const input = { searchCriteria: { filter_groups: [{ filters }], page_size: AT_ONCE } };
  const items: FieldsFilter | true = wanted ? new Map([...wanted, [id, true as const]]) : true;
  const answer = await readRoute(platform, { service, operation, input }, new Map([['items', items]]));
  const listed: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'items') : undefined;
  if (!Array.isArray(listed)) return new Map();
  return new Map(listed.map((item: object) => [Number(Reflect.get(item, id)), item]));
}
