import { sql, type Compilable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOpen, waitsForAttempt } from '../../src/platform/operation-queue/claim.ts';
import { startHere, type Here } from '../support/here.ts';

// SQLite plans without counts of rows, so that an empty table shows what it does with a long queue.
let here: Here;
beforeAll(async () => {
  here = await startHere('sqlite');
});
afterAll(() => here?.stop());

async function planOf(query: Compilable): Promise<string> {
  const text = query.compile().sql.replaceAll('?', '0');
  const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${text}`).execute(here.souk.storage.reader);
  return rows.map(({ detail }) => detail).join('\n');
}

it('SQLite reads a page of the queue in its order, and never sorts all that waits', async () => {
  const open = here.souk.storage.reader.selectFrom('operation').selectAll().where(isOpen);
  const page = await planOf(open.where('available_at', '<=', 0).orderBy('turn').orderBy('id').limit(64));
  expect(page).toContain('operation_turn');
  expect(page).not.toContain('ORDER BY');
  expect(await planOf(open.where('id', '<', 9).where('entity_key', '=', 'product/x'))).toContain('operation_entity');
  expect(await planOf(open.where('caller', '=', 'x'))).toContain('operation_caller');
  const again = here.souk.storage.reader.selectFrom('operation').select('id').where(waitsForAttempt);
  expect(await planOf(again.orderBy('available_at').limit(5))).toContain('operation_available_at');
});
