import type { Database } from '../../kernel/call.ts';
import { Journal, type MigrationFault } from './journal.ts';

/** The journal of a dry run: it reads the stored one, and keeps the faults of this run in memory. */
export class TrialJournal extends Journal {
  /** By kind and key of the source. */
  readonly #faults = new Map<string, Map<string, readonly MigrationFault[]>>();

  /** `sourceId`: undefined for a source from which nothing was moved. */
  constructor(sourceId: number | undefined) {
    super(sourceId ?? 0);
  }

  override enter(): Promise<void> {
    return Promise.resolve();
  }

  override writePass(): Promise<void> {
    return Promise.resolve();
  }

  override note(
    _: Database,
    kind: string,
    sourceKeys: readonly string[],
    faults: readonly MigrationFault[],
  ): Promise<void> {
    const ofKind = this.#faults.get(kind) ?? new Map<string, readonly MigrationFault[]>();
    this.#faults.set(kind, ofKind);
    const byKey = Map.groupBy(faults, ({ sourceKey }) => sourceKey);
    for (const key of sourceKeys) ofKind.set(key, byKey.get(key) ?? []);
    return Promise.resolve();
  }

  override async pendingKeys(db: Database, kind: string, among?: readonly string[]): Promise<Set<string>> {
    const keys = await super.pendingKeys(db, kind, among);
    for (const [key, faults] of this.#faults.get(kind) ?? []) {
      if (!faults.some(({ isPending }) => isPending)) keys.delete(key);
      else if (!among || among.includes(key)) keys.add(key);
    }
    return keys;
  }

  override async faults(db: Database): Promise<MigrationFault[]> {
    const stored = await super.faults(db);
    const own = [...this.#faults.values()].flatMap((ofKind) => [...ofKind.values()].flat());
    return [...stored.filter((one) => !this.#faults.get(one.kind)?.has(one.sourceKey)), ...own];
  }
}
