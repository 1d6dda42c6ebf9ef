import type { Call } from '../../kernel/call.ts';
import type { LoggedChange } from '../../platform/change-log/log.ts';
import { presentChange } from '../../platform/change-log/present.ts';
import { readRule, valuesAtPath, type RuleTest } from '../../platform/change-log/rules.ts';
import { parseFields, type FieldsFilter } from '../../kernel/fields-filter.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { eventType, readEventName, type EventKind } from './event-names.ts';
import type { EventSubscriptionRow } from './tables.ts';

/** A subscription, prepared for matching. */
export interface CompiledSubscription {
  readonly name: string;
  readonly kind: EventKind;
  readonly isAlias: boolean;
  /** Changes up to this position are excluded. */
  readonly since: number;
  /** Entity fields of the event payload; undefined: none. `'all'`: every field. */
  readonly payloadFields: FieldsFilter | 'all' | undefined;
  /** Paths of context fields; events have no context, so they are null. */
  readonly ofContext: readonly string[];
  /** Entity fields that the rules read. */
  readonly ruleFields: FieldsFilter | undefined;
  readonly rules: readonly RuleTest[];
}

/** An event for delivery to a provider. */
export interface OutgoingEvent {
  readonly change: LoggedChange;
  readonly subscription: CompiledSubscription;
}

/** An event with its payload. */
export interface PreparedEvent extends OutgoingEvent {
  /** The current entity; null: deleted, undefined: not needed. */
  readonly value: unknown;
}

/** The fields of a change itself; rules read all others from the entity. */
const ofChange = new Set(['position', 'time', 'entity', 'action', 'id', 'key', 'fields', 'by', 'origin']);

/** Compiles a stored subscription; undefined for an event that no longer exists. */
export function compileSubscription(call: Call, row: EventSubscriptionRow): CompiledSubscription | undefined {
  const isAlias = row.parent !== '';
  const kind = readEventName(call.contributions.changedEntities, isAlias ? row.parent : row.name);
  if (!kind) return undefined;
  const rules = parseJson(row.rules);
  const fields = parseJson(row.fields);
  const names = fields.flatMap(({ name, source }) => (source ? [] : [name]));
  const valueRules = rules.filter(({ field, operator }) => operator !== 'onChange' && !isOfChange(field));
  return {
    name: row.name,
    kind,
    isAlias,
    since: row.since,
    payloadFields: names.includes('*') ? 'all' : filterOf(names),
    ofContext: fields.flatMap(({ name, source }) => (source ? [name] : [])),
    ruleFields: filterOf(valueRules.map(({ field }) => ofEntity(field))),
    rules: rules.map(readRule),
  };
}

/** The first name of a path such as `items[].sku`. */
const rootOf = (field: string): string => field.replace(/[.[].*$/s, '');
const isOfChange = (field: string): boolean => ofChange.has(rootOf(field));
/** `value.price` and `price` are the same field of the entity. */
const ofEntity = (field: string): string => field.replace(/^value\./, '');

function filterOf(paths: readonly string[]): FieldsFilter | undefined {
  const texts = paths.map((path) => {
    const steps = path.replaceAll('[]', '').split('.');
    return steps.join('[') + ']'.repeat(steps.length - 1);
  });
  const filters = texts.map((text) => parseFields(text)).filter((one) => typeof one === 'object');
  return filters.length > 0 ? filters.reduce(mergeFilters) : undefined;
}

/** The union of two filters. */
export function mergeFilters(first: FieldsFilter, second: FieldsFilter): FieldsFilter {
  const merged = new Map(first);
  for (const [name, inner] of second) {
    const present = merged.get(name);
    if (present === undefined) merged.set(name, inner);
    else if (present !== true) merged.set(name, inner === true ? true : mergeFilters(present, inner));
  }
  return merged;
}

/** The events of changes for the subscriptions, in order. Identical events of two subscriptions are delivered once. */
export function matchChanges(
  subscriptions: readonly CompiledSubscription[],
  changes: readonly LoggedChange[],
): OutgoingEvent[] {
  return changes.flatMap((change) => {
    const types = new Set<string>();
    return subscriptions.flatMap((subscription) => {
      const { kind, since, isAlias, name } = subscription;
      if (kind.entity.name !== change.entity || change.position <= since || !kind.actions.includes(change.action))
        return [];
      const type = eventType(name, kind, change.action, isAlias);
      if (types.has(type)) return [];
      types.add(type);
      return [{ change, subscription }];
    });
  });
}

/** Whether an event passes the rules of its subscription. */
export function passesRules({ change, subscription }: OutgoingEvent, value: unknown): boolean {
  if (subscription.rules.length === 0) return true;
  const changeView = presentChange(change);
  const subject = {
    valuesOf: (field: string) =>
      isOfChange(field) ? valuesAtPath(changeView, field) : valuesAtPath(value, ofEntity(field)),
    hasChanged: (field: string) => change.action === 'created' || change.fields.includes(rootOf(ofEntity(field))),
  };
  return subscription.rules.every((test) => test(subject));
}

/** The id of an event, identical for each attempt. */
export function eventId({ change, subscription }: OutgoingEvent): string {
  const isPlain = subscription.kind.naming === 'own' && !subscription.isAlias;
  return isPlain ? String(change.position) : `${change.position}:${subscription.name}`;
}

/** An event in the format of CloudEvents 1.0; `source`: the address of the installation. */
export function cloudEvent(event: PreparedEvent, source: string): Readonly<Record<string, unknown>> {
  const { change, subscription, value } = event;
  const changeView = presentChange(change);
  return {
    specversion: '1.0',
    id: eventId(event),
    source,
    type: eventType(subscription.name, subscription.kind, change.action, subscription.isAlias),
    subject: change.key ?? String(change.id),
    time: changeView.time,
    datacontenttype: 'application/json',
    data: value === undefined ? changeView : { ...changeView, value },
  };
}
