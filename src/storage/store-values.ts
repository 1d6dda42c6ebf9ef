/**
 * Values by store view. The row of scope 0 always exists; a store view has its own row only for values that it overrides. Every
 * entity with such values uses these rules, so that they are the same everywhere.
 */

/** Store id of the values that every store view inherits. */
const globalStoreId = 0;

/** How widely a value applies: everywhere, in one website, or in one store view. */
export type ScopeLevel = 'global' | 'website' | 'store';

/** The rules that decide where a changed field is written. */
export interface WriteRules {
  /** Store id of the values that are written; see `writeStoreId`. */
  readonly storeId: number;
  levelOf(field: string): ScopeLevel;
  /** All store views of a store view's website, itself included. */
  storesOfWebsite(storeId: number): readonly number[];
  /**
   * Whether a new entity that is made in a store view needs the field in scope 0 as well, because it is required. Default: no.
   */
  isRequired?(field: string): boolean;
}

/** The values of type `V` of one entity by their fields, in all the store views for which it was loaded. */
export class StoreValues<V> {
  readonly #rows: Map<number, Record<string, V>>;
  /** Rows that have changed, by store id. */
  readonly #changed = new Map<number, Record<string, V>>();

  /** `rows`: the stored values by store id; none for a new entity. */
  constructor(rows: Iterable<readonly [storeId: number, values: Readonly<Record<string, V>>]> = []) {
    this.#rows = new Map([...rows].map(([storeId, values]) => [storeId, { ...values }]));
  }

  /** The values that a store view shows: its own, otherwise inherited ones. */
  in(storeId: number): Record<string, V> {
    return { ...this.#rows.get(globalStoreId), ...this.#rows.get(storeId) };
  }

  /** The values of a row itself: of a store view, only those that override others. */
  own(storeId: number): Record<string, V> {
    return { ...this.#rows.get(storeId) };
  }

  /**
   * Applies a change: an absent or undefined field stays as it is, null makes a store view inherit the value again (and clears it
   * in scope 0), any other value is set. The level of each field decides which rows change.
   */
  write(change: Readonly<Record<string, V | null | undefined>>, rules: WriteRules): void {
    const isNew = !this.#rows.has(globalStoreId);
    if (isNew) this.#row(globalStoreId);
    for (const [field, value] of Object.entries(change)) {
      if (value === undefined) continue;
      for (const storeId of targets(field, rules)) this.#set(storeId, field, value);
      if (isNew && value !== null && rules.isRequired?.(field)) this.#set(globalStoreId, field, value);
    }
  }

  /** The rows that changed since the object was made, with store id and new values; undefined for a row to be deleted. */
  changes(): [storeId: number, values: Record<string, V> | undefined][] {
    return [...this.#changed].map(([storeId, values]) => {
      const isEmpty = storeId !== globalStoreId && Object.keys(values).length === 0;
      return [storeId, isEmpty ? undefined : values];
    });
  }

  #set(storeId: number, field: string, value: V | null): void {
    if (value === null && !(field in (this.#rows.get(storeId) ?? {}))) return;
    const row = this.#row(storeId);
    if (value === null) delete row[field];
    else row[field] = value;
    this.#changed.set(storeId, row);
  }

  #row(storeId: number): Record<string, V> {
    let row = this.#rows.get(storeId);
    if (!row) {
      row = {};
      this.#rows.set(storeId, row);
      this.#changed.set(storeId, row);
    }
    return row;
  }
}

/** The rows to which a field's value is written. */
function targets(field: string, { storeId, levelOf, storesOfWebsite }: WriteRules): readonly number[] {
  const level = levelOf(field);
  if (level === 'global' || storeId === globalStoreId) return [globalStoreId];
  return level === 'store' ? [storeId] : storesOfWebsite(storeId);
}
