import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { inTexts } from '../../../storage/sql.ts';

/** Records changed salability for all in-stock items of a source that was enabled or disabled. */
export function noteTurned(call: Call, source: string): void {
  noteItems(call, [source], sql`1 = 1`);
}

/** Like `noteTurned`, for sources that were added to stocks or removed. Items of disabled sources are unaffected. */
export function noteLinked(call: Call, sources: readonly string[]): void {
  if (sources.length > 0) noteItems(call, sources, sql`s.enabled = 1`);
}

function noteItems(call: Call, sources: readonly string[], which: SqlTruth): void {
  call.services.inventory.noteSalesWhere(
    call,
    sql`p.id in (select i.product_id from inventory_source_item i join inventory_source s on s.source_code = i.source_code
      where i.status = 1 and ${inTexts('i.source_code', sources)} and ${which})`,
  );
}
