import { copyFileSync, constants, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { foldText } from '../../kernel/fold.ts';
import { missingSnapshot, snapshotErrors, VERSION_JUMP, type Snapshots } from '../snapshots.ts';
import { backUpSqlite, copySqlite } from './backup.ts';

/** Snapshots of a database file, as files beside it. `exclusively` runs work while this process has no open transaction. */
export function sqliteSnapshots(path: string, exclusively: <T>(work: () => Promise<T>) => Promise<T>): Snapshots {
  const prefix = `${path}.snapshot-`;
  const required = (name: string): string => {
    const file = prefix + name;
    if (!existsSync(file)) throw missingSnapshot(name);
    return file;
  };
  return {
    async take(name) {
      const draft = `${prefix}${name}.${process.pid}`;
      rmSync(draft, { force: true });
      await exclusively(() => backUpSqlite(path, draft));
      renameSync(draft, prefix + name);
    },
    async restore(name) {
      const file = required(name);
      const draft = `${file}.${process.pid}`;
      try {
        copyFileSync(file, draft, constants.COPYFILE_FICLONE);
        await exclusively(() => putBack(path, draft, name));
      } finally {
        for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${rest}`, { force: true });
      }
    },
    list: async () =>
      readdirSync(dirname(path))
        .filter((file) => file.startsWith(basename(prefix)))
        .map((file) => file.slice(basename(prefix).length))
        .filter((name) => !name.includes('.'))
        .sort(),
    remove: async (name) => rmSync(required(name)),
  };
}

/** Copies a draft of a snapshot over the database, with versions above those of the database. */
async function putBack(path: string, draft: string, name: string): Promise<void> {
  const snapshot = new Sqlite(draft);
  try {
    snapshot.function('fold_text', { deterministic: true }, (text: string | number | bigint | null) =>
      text === null ? null : foldText(String(text)),
    );
    snapshot.pragma('journal_mode = delete');
    snapshot.pragma('synchronous = off');
    snapshot.prepare('attach ? as live').run(path);
    if (schemaOf(snapshot, 'main') !== schemaOf(snapshot, 'live')) throw snapshotErrors.otherSchema([name]);
    for (const table of ['cache_version', 'content_version']) {
      const most =
        snapshot.prepare<[], number>(`select coalesce(max(version), 0) from live.${table}`).pluck().get() ?? 0;
      snapshot.prepare(`update main.${table} set version = ?`).run(most + VERSION_JUMP);
    }
    snapshot.exec('detach live');
    await copySqlite(snapshot, path);
  } finally {
    snapshot.close();
  }
}

/** The migrations that a database has run. */
function schemaOf(database: Sqlite.Database, schema: 'main' | 'live'): string {
  return JSON.stringify(database.prepare(`select name from ${schema}.schema_migration order by name`).all());
}
