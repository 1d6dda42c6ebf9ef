import { sql, type Insertable } from 'kysely';
import { callerTypes, type Clock, type Database, type Tables } from '../../kernel/call.ts';
import { without } from '../../kernel/fields.ts';
import { dialectOf, requireTransaction } from '../../storage/connection.ts';
import type { NotedChange, NotedForMany, WriteNoted } from '../../storage/noted.ts';
import { insertManyRows } from '../../storage/rows.ts';
import type { ChangedEntity } from './entities.ts';
import './tables.ts';

/**
 * Creates the writer of a transaction's changes: one row for each entity, in one statement, and one statement for each query of
 * entities. `committed` is called after the commit.
 */
export function changeWriter(entities: readonly ChangedEntity[], clock: Clock, committed: () => void): WriteNoted {
  const byName = new Map(entities.map((one) => [one.name, one]));
  return async (db, noted) => {
    const merged = mergeChanges(noted.filter((one): one is NotedChange => !isForMany(one)));
    const forMany = noted.filter(isForMany);
    for (const [name, unnamed] of Map.groupBy(merged.filter(isUnnamed), ({ entity }) => entity)) {
      const own = byName.get(name);
      const kind = own?.keysLike === undefined ? own : byName.get(own.keysLike);
      if (!kind) throw new Error(`Nobody declares "${name}" as an entity that changes`);
      const ids = [...new Set(unnamed.map(({ id }) => id))];
      const keys = await kind.keysOf?.(db, ids);
      for (const one of unnamed) one.key = keys?.get(one.id);
    }
    if (merged.length === 0 && forMany.length === 0) return;
    requireTransaction(db).transaction.afterCommit.push(committed);
    const now = clock.now().getTime();
    await insertManyRows(db, tableIn(db), merged, (one) => rowOf(one, now), { withNext: true });
    for (const one of forMany) await writeForMany(db, one, now);
  };
}

const isForMany = (one: NotedChange | NotedForMany): one is NotedForMany => 'found' in one;

/** Writes a row for each entity that a query finds, without reading them. */
async function writeForMany(db: Database, { found, ...change }: NotedForMany, now: number): Promise<void> {
  const row = without(rowOf({ ...change, id: 0, key: undefined }, now), ['entity_id', 'entity_key']);
  const table = sql.table(tableIn(db));
  const columns = Object.keys(row).map((name) => sql.ref(name));
  const values = Object.values(row).map((value) =>
    typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`,
  );
  await sql`insert into ${table} (entity_id, entity_key, ${sql.join(columns)})
    select q.id, q.key, ${sql.join(values)} from (${found}) q`.execute(db);
}

const tableIn = (db: Database) => (dialectOf(db) === 'sqlite' ? 'change' : 'change_pending');

type MergedChange = { -readonly [K in keyof NotedChange]: NotedChange[K] };

const isUnnamed = ({ key, action }: MergedChange): boolean => key === undefined && action !== 'deleted';

/**
 * Merges several notes of one entity: created and changed is created, created and deleted is dropped. The result keeps the place
 * of the first note, unless the entity was deleted meanwhile.
 */
function mergeChanges(noted: readonly NotedChange[]): MergedChange[] {
  const merged = new Map<string, MergedChange>();
  for (const change of noted) {
    const place = `${change.entity} ${change.id}`;
    const before = merged.get(place);
    if (!before) merged.set(place, { ...change });
    else if (change.action === 'deleted') {
      merged.delete(place);
      if (before.action !== 'created') merged.set(place, { ...change, key: change.key ?? before.key });
    } else if (before.action === 'deleted') {
      // Made anew under its id: to others it has changed as a whole.
      merged.delete(place);
      merged.set(place, { ...change });
    } else {
      before.key = change.key ?? before.key;
      if (before.action === 'changed') before.fields = [...new Set([...before.fields, ...change.fields])];
    }
  }
  return [...merged.values()];
}

function rowOf(change: MergedChange, now: number): Insertable<Tables['change']> {
  const { entity, id, key, action, fields, caller, origin, traceparent } = change;
  return {
    entity,
    entity_id: id,
    entity_key: key ?? null,
    action,
    fields: JSON.stringify(fields),
    user_type: callerTypes[caller.type],
    user_id: caller.id,
    origin: origin ?? null,
    created_at: now,
    traceparent: traceparent ?? null,
  };
}
