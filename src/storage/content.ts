import { sql } from 'kysely';
import type { SharedCaches } from '../kernel/caches.ts';
import { contentTags, type ContentTag } from '../kernel/content-tags.ts';
import type { Clock, Database } from '../kernel/call.ts';
import { withQuery, type Connection, type TransactionState } from './connection.ts';
import { CONTENT_SLOTS } from './content-rows.ts';
import { preparedOne } from './prepared.ts';
import { RecentMap } from './recent-map.ts';
import './tables.ts';

/**
 * The version of public content. Each transaction that writes to a table of public content increments it just before its
 * commit: a value read at a version stays valid while the version is unchanged. It is the sum of several rows, so that
 * transactions seldom wait for each other.
 */

/** Maximum age of derived values in milliseconds: prices begin and end at certain times. */
const PERIOD = 60_000;

/** Tables of the storage itself that nobody is shown. */
const ownTables = [
  'sequence',
  'cache_version',
  'outbox',
  'content_version',
  'schema_migration',
  'replica_origin',
  'read_position',
];

/** Text after the keyword of a write that is part of another statement: `on conflict do update set`. */
const noTables = new Set(['set', 'of', 'skip', 'nowait']);

const writes = /(?<!\bfor )\b(?:insert into|update|delete from)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Returns the tags of the public content that a statement changes; none if it changes no public content. */
export type ContentRule = (statement: string) => readonly ContentTag[];

/**
 * Makes the rule of an installation. `unshown`: its tables that no response for everybody is made of; `tags`: the tags of responses
 * that a table's rows are shown in, by table. Any response may show the rows of other tables.
 */
export function contentRule(
  unshown: readonly string[],
  tags: Readonly<Record<string, readonly ContentTag[]>>,
): ContentRule {
  const tables = new Set([...unshown, ...ownTables, ...noTables]);
  const tagsOf = new Map(Object.entries(tags));
  const known = new RecentMap<readonly ContentTag[]>(4000);
  return (statement) => {
    const found = known.get(statement);
    if (found !== undefined) return found;
    const written = Array.from(statement.matchAll(writes), ([, table]) => table?.toLowerCase());
    const shown = written.filter((table) => table !== undefined && !tables.has(table));
    const changed = [...new Set(shown.flatMap((table) => tagsOf.get(table ?? '') ?? [contentTags.everything]))];
    known.set(statement, changed);
    return changed;
  };
}

type Writing = Connection & { readonly transaction: TransactionState };

/** A connection of a transaction that notes which public content it changes. */
export function watched(
  connection: Writing,
  rule: ContentRule,
): { readonly connection: Writing; readonly changed: ReadonlySet<ContentTag> } {
  const changed = new Set<ContentTag>();
  return {
    connection: withQuery(connection, (statement, parameters, reused, withNext) => {
      for (const tag of rule(statement)) changed.add(tag);
      return connection.query(statement, parameters, reused, withNext);
    }),
    changed,
  };
}

/** Counts the version up, within a transaction and as its last statement. */
export async function countContent(connection: Writing): Promise<void> {
  const slot = Math.floor(Math.random() * CONTENT_SLOTS);
  await connection.query(`update content_version set version = version + 1 where slot = ${slot}`, [], true, true);
}

const sumOfSlots = preparedOne((db) =>
  db.selectFrom('content_version').select(sql<number>`cast(sum(version) as bigint)`.as('version')),
);

/**
 * The version of all data that everybody can see, for values that are derived from them: it changes with their tables, with shared
 * caches, and every minute. One small query.
 */
export async function publicVersion(db: Database, caches: SharedCaches, clock: Clock): Promise<string> {
  const period = Math.floor(clock.now().getTime() / PERIOD);
  return `${await contentVersion(db)} ${caches.generation} ${period}`;
}

async function contentVersion(db: Database): Promise<number> {
  const { version } = await sumOfSlots(db, {});
  return version;
}
