import type { Call } from '../../kernel/call.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';

const titles = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('cms_page').select(['page_id', 'title']).where(inIds('page_id', p.ids)),
);

/** The titles of pages, by id. */
export async function shownTitles(call: Call, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await titles(call.db, { ids });
  return new Map(rows.map(({ page_id, title }) => [page_id, title]));
}
