import { migrationKinds } from './kinds/kinds.ts';
import type { MigrationKind, MigrationPart } from './kind.ts';
import { countsOf, type KindCounts, type MigrationRun } from './migration-run.ts';
import { moveKind } from './move.ts';
import { logRun } from './run-log.ts';

/** The kinds of some parts; all without a choice. */
export function kindsOf(parts: ReadonlySet<MigrationPart> | undefined): MigrationKind[] {
  return migrationKinds.filter(({ part }) => !parts || parts.has(part));
}

/** Moves the records of all kinds, one kind after another, and logs the run. `onKind` is told the outcome of each. */
export async function migrateShop(
  run: MigrationRun,
  parts: ReadonlySet<MigrationPart> | undefined,
  onKind: (name: string, counts: KindCounts) => void,
): Promise<void> {
  await logRun(run, parts, async () => {
    for (const kind of kindsOf(parts)) {
      await moveKind(run, kind);
      onKind(kind.name, countsOf(run, kind.name));
    }
  });
}
