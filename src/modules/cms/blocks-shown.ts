import type { Call } from '../../kernel/call.ts';
import { loader } from '../../kernel/loader.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds, inTexts } from '../../storage/sql.ts';
import type { BlockRow } from './tables.ts';

const activeBlocks = prepared(
  (db, p: Params<{ stores: readonly number[]; ids: readonly number[]; identifiers: readonly string[] }>) =>
    db
      .selectFrom('cms_block')
      .selectAll()
      .where('is_active', '=', 1)
      .where(inIds('store_id', p.stores))
      .where((eb) => eb.or([inIds('block_id', p.ids), inTexts('identifier', p.identifiers)]))
      .orderBy('store_id'),
);

/**
 * The visible blocks of the call's store view, in the order of their keys (ids or identifiers); undefined for an
 * unknown key.
 */
export async function shownBlocks(call: Call, keys: readonly string[]): Promise<(BlockRow | undefined)[]> {
  const ids = keys.filter((key) => /^\d{1,15}$/.test(key)).map(Number);
  const rows = await activeBlocks(call.db, { stores: [0, call.scope.storeId], ids, identifiers: keys });
  // Later rows replace earlier ones: the block of the store view goes before that of all.
  const byKey = new Map(rows.flatMap((row) => [[String(row.block_id), row] as const, [row.identifier, row] as const]));
  return keys.map((key) => byKey.get(key));
}

const byKey = loader<string, BlockRow | undefined>((keys, call) => shownBlocks(call, keys));

/** The block with an id or an identifier, read together with all others requested in the same tick. */
export function shownBlock(call: Call, key: string): Promise<BlockRow | undefined> {
  return byKey(call, key);
}
