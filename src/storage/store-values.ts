/**
 * Values by store view. The row of scope 0 always exists; a store view has a row of its own only for what it overrides. Every
 * entity with such values uses these rules, so that they are the same everywhere.
 */

/** Store id of the values that every store view inherits. */
const globalStoreId = 0;

/** How far a value reaches: one for all, one for each website, one for each store view. */
export type ScopeLevel = 'global' | 'website' | 'store';

type Values = Record<string, unknown>;

/** What decides where a changed field is written. */
export interface WriteRules {
  /** Store id that is written to; see `writeStoreId`. */
  readonly storeId: number;
  levelOf(field: string): ScopeLevel;
  /** All store views of the website that a store view belongs to, itself included. */
  storesOfWebsite(storeId: number): readonly number[];
  /** Fields that a new entity made in a store view must have in scope 0 as well (required ones). Default: none. */
  isRequired?(field: string): boolean;
}

/** The values of one entity in all the store views it was loaded for. */
export class StoreValues<V extends object> {
  readonly #rows: Map<number, Values>;
  readonly #changed = new Set<number>();

  /** `rows`: values by store id, as stored; none for an entity that is yet to be made. */
  constructor(rows: Iterable<readonly [storeId: number, values: Partial<V>]> = []) {
    this.#rows = new Map([...rows].map(([storeId, values]) => [storeId, { ...values }]));
  }

  /** The values a store view shows: its own before those it inherits. */
  in(storeId: number): Partial<V> {
    return { ...this.#rows.get(globalStoreId), ...this.#rows.get(storeId) } as Partial<V>;
  }

  /** What a row itself holds: for a store view, only what it overrides. */
  own(storeId: number): Partial<V> {
    return { ...this.#rows.get(storeId) } as Partial<V>;
  }

  /**
   * Applies a change: an absent or undefined field stays as it is, null takes a store view back to the inherited value (and
   * clears it in scope 0), anything else is set. Which rows are touched follows from the level of each field.
   */
  write(change: { readonly [K in keyof V]?: V[K] | null }, rules: WriteRules): void {
    const isNew = !this.#rows.has(globalStoreId);
    if (isNew) this.#row(globalStoreId);
    for (const [field, value] of Object.entries(change)) {
      if (value === undefined) continue;
      for (const storeId of targets(field, rules)) this.#set(storeId, field, value);
      if (isNew && value !== null && rules.isRequired?.(field)) this.#set(globalStoreId, field, value);
    }
  }

  /** The rows that changed since the object was made: store id and new values; undefined for a row that is to be deleted. */
  changes(): [storeId: number, values: Partial<V> | undefined][] {
    return [...this.#changed].map((storeId) => {
      const values = this.#rows.get(storeId)!;
      const isEmpty = storeId !== globalStoreId && Object.keys(values).length === 0;
      return [storeId, isEmpty ? undefined : (values as Partial<V>)];
    });
  }

  #set(storeId: number, field: string, value: unknown): void {
    if (value === null && !(field in (this.#rows.get(storeId) ?? {}))) return;
    const row = this.#row(storeId);
    if (value === null) delete row[field];
    else row[field] = value;
    this.#changed.add(storeId);
  }

  #row(storeId: number): Values {
    let row = this.#rows.get(storeId);
    if (!row) {
      row = {};
      this.#rows.set(storeId, row);
      this.#changed.add(storeId);
    }
    return row;
  }
}

/** The rows that a field's value goes to. */
function targets(field: string, { storeId, levelOf, storesOfWebsite }: WriteRules): readonly number[] {
  const level = levelOf(field);
  if (level === 'global' || storeId === globalStoreId) return [globalStoreId];
  return level === 'store' ? [storeId] : storesOfWebsite(storeId);
}
