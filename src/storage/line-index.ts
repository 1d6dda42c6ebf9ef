import Sqlite from 'better-sqlite3';

/** Lines of a file by keys. It lies in a temporary file without a name, so memory does not grow with the number of lines. */
export interface LineIndex {
  /** Adds a key with its line, unless it is there; then returns its earlier line. */
  add(key: string, line: number): number | undefined;
  has(key: string): boolean;
  close(): void;
}

/** Pages that are held in memory, in KiB. */
const CACHE = 1024;

/** Opens an empty index, which is gone once it is closed or the process ends. */
export function openLineIndex(): LineIndex {
  const database = new Sqlite('');
  database.pragma('journal_mode = off');
  database.pragma('synchronous = off');
  database.pragma(`cache_size = -${CACHE}`);
  database.exec('create table entry (key text primary key, line integer not null) without rowid; begin');
  const find = database.prepare<[string], number>('select line from entry where key = ?').pluck();
  const insert = database.prepare<[string, number]>('insert into entry (key, line) values (?, ?)');
  return {
    add(key, line) {
      const earlier = find.get(key);
      if (earlier === undefined) insert.run(key, line);
      return earlier;
    },
    has: (key) => find.get(key) !== undefined,
    close: () => void database.close(),
  };
}
