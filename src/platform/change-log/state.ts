import type { Call } from '../../kernel/call.ts';
import { transactionOf } from '../../storage/connection.ts';
import { changedFields, noteChanges } from './note.ts';

/** Which entity a state is of. */
interface StateOf {
  /** The name of a contributed `ChangedEntity`. */
  readonly entity: string;
  readonly id: number;
}

/** Fields that change with every save. */
const ofEverySave = new Set(['updated_at', 'version']);

const placeOf = ({ entity, id }: StateOf): string => `state of ${entity} ${id}`;

/**
 * Remembers how an entity was when the open transaction read it, for `noteState`; costs nothing until then. `state` gives the
 * fields as they were, however they are changed meanwhile. Outside a transaction nothing is remembered.
 */
export function rememberState(call: Call, of: StateOf, state: () => object): void {
  const memory = transactionOf(call.db)?.memory;
  const place = placeOf(of);
  if (memory && !memory.has(place)) memory.set(place, state);
}

/**
 * Notes the fields of a written entity that differ from the state that the transaction has read; without that state, the whole
 * entity counts as changed.
 */
export function noteState(call: Call, of: StateOf & { readonly key: string }, after: object): void {
  const before = transactionOf(call.db)?.memory.get(placeOf(of)) as (() => object) | undefined;
  const fields = changedFields(before?.() ?? {}, after).filter((field) => !ofEverySave.has(field));
  noteChanges(call, [{ ...of, action: 'changed', fields }]);
}
