import type { Database } from '../../kernel/call.ts';
import { Journal, type MigrationFault } from './journal.ts';

/** The journal of a dry run: it reads the stored one, and keeps the faults of this run in memory. */
export class TrialJournal extends Journal {
  readonly #faults = new Map<string, readonly MigrationFault[]>();

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
    for (const key of sourceKeys) {
      const own = faults.filter(({ sourceKey }) => sourceKey === key);
      this.#faults.set(`${kind} ${key}`, own);
    }
    return Promise.resolve();
  }

  override async faults(db: Database, kind?: string): Promise<MigrationFault[]> {
    const stored = await super.faults(db, kind);
    const own = [...this.#faults.values()].flat().filter((one) => kind === undefined || one.kind === kind);
    return [...stored.filter((one) => !this.#faults.has(`${one.kind} ${one.sourceKey}`)), ...own];
  }
}
