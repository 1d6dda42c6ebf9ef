import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import { inIds } from '../../storage/sql.ts';
import { savesHistory } from './configuration.ts';
import type { RoutedType } from './extensions.ts';

/** A path at which something had its page. */
interface FormerPath {
  readonly storeId: number;
  readonly id: number;
  readonly path: string;
}

/** Former paths redirect permanently. */
const PERMANENT = 301;

/** As `UrlRewriteService.keepsHistory`. `input`: the choice in the request, true or "1", if any. */
export function keepsHistory(call: Call, input: unknown, storeId: number): boolean {
  if (input !== undefined && input !== null) return input === true || input === 1 || input === '1' || input === 'true';
  return call.config.of(savesHistory, { storeId });
}

/** A former path of several entities leads to the last one; rewrites of the shop's own stay. */
export async function remember(call: Call, type: RoutedType, former: readonly FormerPath[]): Promise<void> {
  const rows = former.map(({ storeId, id, path }) => ({
    entity_type: type,
    entity_id: id,
    request_path: foldText(path),
    redirect_type: PERMANENT,
    store_id: storeId,
  }));
  if (rows.length === 0) return;
  await call.db
    .insertInto('url_rewrite')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['request_path', 'store_id'])
        .doUpdateSet((eb) => ({
          entity_type: eb.ref('excluded.entity_type'),
          entity_id: eb.ref('excluded.entity_id'),
          redirect_type: eb.ref('excluded.redirect_type'),
        }))
        .where('url_rewrite.entity_type', '<>', 'CUSTOM'),
    )
    .execute();
}

/** `query`: rows of a store view with `id` and a folded `path`. One statement, however many there are. */
export async function rememberAll(
  call: Call,
  type: RoutedType,
  storeId: number,
  query: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into url_rewrite (entity_type, entity_id, request_path, redirect_type, store_id)
    select cast(${type} as text), f.id, f.path, cast(${PERMANENT} as integer), cast(${storeId} as integer)
    from (${query}) f where f.path is not null and f.path <> ''
    on conflict (request_path, store_id) do update
      set entity_type = excluded.entity_type, entity_id = excluded.entity_id, redirect_type = excluded.redirect_type
      where url_rewrite.entity_type <> 'CUSTOM'`.execute(call.db);
}

/** `ids`: ids, or a query of them. */
export async function forget(
  call: Call,
  type: RoutedType,
  ids: readonly number[] | RawBuilder<unknown>,
): Promise<void> {
  const isOne = 'toOperationNode' in ids ? sql`entity_id in (${ids})` : inIds('entity_id', ids);
  await sql`delete from url_rewrite where entity_type = ${type} and ${isOne}`.execute(call.db);
}
