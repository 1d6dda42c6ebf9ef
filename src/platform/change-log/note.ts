import type { RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { currentSpan } from '../../kernel/tracing.ts';
import { transactionOf } from '../../storage/connection.ts';
import type { ChangeAction } from '../../storage/noted.ts';
import { areChangesNoted, unlistedEntities } from './configuration.ts';

/** A change of an entity, as the module notes it that makes it. */
interface Change {
  /** The name of a contributed `ChangedEntity`. */
  readonly entity: string;
  readonly id: number;
  /** Its key in the interface; optional if its type can look it up. */
  readonly key?: string | undefined;
  readonly action: ChangeAction;
  /** The fields that have changed, in the interface's names. A change without any is none. */
  readonly fields?: Iterable<string>;
}

/**
 * Notes changes of the open transaction: they are published after its commit, and never after a rollback. The caller holds the
 * lock of the entity's row, so that the notes of one entity are in order.
 */
export function noteChanges(call: Call, changes: readonly Change[]): void {
  if (changes.length === 0 || !call.config.of(areChangesNoted)) return;
  const unwanted = call.config.of(unlistedEntities);
  const noted = notesOf(call);
  const { caller, origin } = call;
  const traceparent = currentSpan()?.traceparent;
  for (const { entity, id, key, action, fields } of changes) {
    const names = fields ? [...fields] : [];
    if ((action === 'changed' && names.length === 0) || unwanted.includes(entity)) continue;
    const by = { type: caller.type, id: caller.id };
    noted.push({ entity, id, key, action, fields: names, caller: by, origin, traceparent });
  }
}

/**
 * Notes the same fields of as many entities as a query finds (`id`, `key`) when the transaction ends. They are written by one statement
 * and never held in memory. `entity`: their kind.
 */
export function noteChangesOfFound(
  call: Call,
  entity: string,
  fields: readonly string[],
  found: RawBuilder<unknown>,
): void {
  if (!call.config.of(areChangesNoted)) return;
  if (call.config.of(unlistedEntities).includes(entity)) return;
  const { caller, origin } = call;
  notesOf(call).push({
    entity,
    action: 'changed',
    fields,
    caller: { type: caller.type, id: caller.id },
    origin,
    traceparent: currentSpan()?.traceparent,
    found,
  });
}

function notesOf(call: Call) {
  const noted = transactionOf(call.db)?.noted;
  if (!noted) throw new Error('A change is noted in the transaction that makes it');
  return noted;
}

/** Changes that a transaction holds before it writes them down ahead of its end. */
const MOST_HELD = 500;

/**
 * Writes the changes noted so far, if they are many: for works that change very many entities in one transaction, after each
 * part of them. An entity that is noted again afterwards is published twice.
 */
export async function writeManyNotes(call: Call): Promise<void> {
  const state = transactionOf(call.db);
  // The rollback of a savepoint must not remove the notes of others.
  if (!state || state.depth > 0 || state.group || state.noted.length < MOST_HELD) return;
  await state.writeNoted?.();
}

/** The names of the fields in which two states of an entity differ; values are compared as JSON. */
export function changedFields(before: object, after: object): string[] {
  const [from, to] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  return Object.keys({ ...from, ...to }).filter((name) => isChanged(from[name], to[name]));
}

/** Whether two values differ as JSON. */
export function isChanged(before: unknown, after: unknown): boolean {
  if (before === after) return false;
  // Of a list most elements are still the same ones, and need not be written out.
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length !== after.length || before.some((one, i) => isChanged(one, after[i]));
  }
  return JSON.stringify(before ?? null) !== JSON.stringify(after ?? null);
}
