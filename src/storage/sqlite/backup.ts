import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** More pages than any database has. */
const ALL_PAGES = 0x7fffffff;

/**
 * Copies a SQLite database as it is at one moment, while others read and write it, and checks the copy. `target` must not exist;
 * it appears when it is complete, and only its owner may read it.
 */
export async function backUpSqlite(file: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} is there already: name another file`);
  const draft = `${target}.${process.pid}.part`;
  try {
    writeFileSync(draft, '', { mode: 0o600, flag: 'wx' });
    const source = new Sqlite(file, { readonly: true, fileMustExist: true });
    try {
      await copySqlite(source, draft);
    } finally {
      source.close();
    }
    check(draft);
    chmodSync(draft, 0o600);
    renameSync(draft, target);
  } finally {
    for (const rest of ['', '-wal', '-shm']) rmSync(`${draft}${rest}`, { force: true });
  }
}

/**
 * Copies a database over the file `target`, in one transaction of it. In one step: a copy in several steps starts again whenever
 * another process writes in between.
 */
export async function copySqlite(source: Sqlite.Database, target: string): Promise<void> {
  await source.backup(target, { progress: () => ALL_PAGES });
}

function check(file: string): void {
  const copy = new Sqlite(file);
  try {
    copy.function('fold', { deterministic: true }, (text: string | number | bigint | null) =>
      text === null ? null : String(text).toLowerCase(),
    );
    const found: unknown = copy.pragma('quick_check', { simple: true });
    if (found !== 'ok') throw new Error(`the copy is damaged: ${String(found)}`);
  } finally {
    copy.close();
  }
}
