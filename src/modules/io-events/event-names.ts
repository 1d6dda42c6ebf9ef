import type { ChangedEntity } from '../../platform/change-log/entities.ts';
import type { ChangeAction } from '../../storage/noted.ts';

/** The changes that an event covers. */
export interface EventKind {
  readonly entity: ChangedEntity;
  readonly actions: readonly ChangeAction[];
  /** The naming scheme: Souk's own, or the interface's observer events. */
  readonly naming: 'own' | 'observer';
}

const PREFIX = 'com.adobe.commerce.';
const saved: readonly ChangeAction[] = ['created', 'changed'];
const all: readonly ChangeAction[] = ['created', 'changed', 'deleted'];

/**
 * Parses an event name: `product.changed`, `product.*`, or `observer.catalog_product_save_commit_after`, with or
 * without the interface's prefix. Undefined for an unknown event.
 */
export function readEventName(entities: readonly ChangedEntity[], name: string): EventKind | undefined {
  const plain = withoutPrefix(name);
  const [, observed, verb] = /^observer\.(\w+?)_(save|delete)(?:_commit)?_after$/.exec(plain) ?? [];
  if (observed !== undefined) {
    const entity = entities.find((one) => one.observed === observed);
    return entity && { entity, actions: verb === 'save' ? saved : ['deleted'], naming: 'observer' };
  }
  const [, own, action] = /^(\w+)\.(\w+|\*)$/.exec(name) ?? [];
  const entity = entities.find((one) => one.name === own);
  const actions = all.filter((one) => action === '*' || action === one);
  return entity && actions.length > 0 ? { entity, actions, naming: 'own' } : undefined;
}

/** The names of the interface's observer events, in order. */
export function observerEvents(entities: readonly ChangedEntity[]): string[] {
  const names = entities.flatMap(({ observed }) => observed ?? []);
  return names.flatMap((name) => ['save', 'delete'].map((change) => `observer.${name}_${change}_commit_after`)).sort();
}

/** Removes the optional prefix of the interface. */
function withoutPrefix(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}

/** The type of a subscription's events in deliveries; `alias`: the name of a subscription with a parent. */
export function eventType(name: string, kind: EventKind, action: ChangeAction, alias: boolean): string {
  if (kind.naming === 'observer') return PREFIX + withoutPrefix(name);
  return alias ? `souk.${withoutPrefix(name)}` : `souk.${kind.entity.name}.${action}`;
}
