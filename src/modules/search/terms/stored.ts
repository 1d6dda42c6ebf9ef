import type { Call } from '../../../kernel/call.ts';
import type { Worker } from '../../../kernel/module.ts';
import type { Platform } from '../../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../../kernel/repeating.ts';
import { system } from '../../../kernel/system.ts';
import { formatTime } from '../../../kernel/time.ts';
import { prepared, preparedFirst, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { termSettings } from '../configuration.ts';
import type { TermCount } from './counts.ts';

/** Milliseconds between two writes of the counts of a process. */
const INTERVAL = 2_000;
/** Maximum number of terms of a store view. When there are more, the rarest tenth is deleted, the oldest first. */
const MAX_TERMS = 5_000;
const AFTER_EVICTION = MAX_TERMS * 0.9;
/** Expired terms that are deleted in one transaction. */
const AT_ONCE = 500;
const DAY = 86_400_000;

const KEY = ['store_id', 'term'] as const;

const termsOf = preparedFirst((db, p: Params<{ storeId: number }>) =>
  db
    .selectFrom('catalog_search_term')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('store_id', '=', p.storeId),
);
const removeRarest = preparedWrite((db, p: Params<{ storeId: number; most: number }>) =>
  db
    .deleteFrom('catalog_search_term')
    .where('id', 'in', (where) =>
      where
        .selectFrom('catalog_search_term')
        .select('id')
        .where('store_id', '=', p.storeId)
        .orderBy('searches')
        .orderBy('last_searched_at')
        .limit(p.most),
    ),
);
const removeExpired = preparedWrite((db, p: Params<{ before: string; most: number }>) =>
  db
    .deleteFrom('catalog_search_term')
    .where('id', 'in', (where) =>
      where.selectFrom('catalog_search_term').select('id').where('last_searched_at', '<', p.before).limit(p.most),
    ),
);
const searchesOf = preparedFirst((db, p: Params<{ storeId: number; term: string }>) =>
  db.selectFrom('catalog_search_term').select('searches').where('store_id', '=', p.storeId).where('term', '=', p.term),
);
const mostSearched = prepared((db, p: Params<{ most: number }>) =>
  db
    .selectFrom('catalog_search_term')
    .selectAll()
    .orderBy('searches', 'desc')
    .orderBy('last_searched_at', 'desc')
    .orderBy('id')
    .limit(p.most),
);
const withoutResults = prepared((db, p: Params<{ most: number }>) =>
  db
    .selectFrom('catalog_search_term')
    .selectAll()
    .where('results', '=', 0)
    .orderBy('searches', 'desc')
    .orderBy('last_searched_at', 'desc')
    .orderBy('id')
    .limit(p.most),
);

/** Terms of all store views, the most searched first. `isEmpty`: only those whose last search found nothing. One query. */
export function listTerms(call: Call, { isEmpty, most }: { readonly isEmpty: boolean; readonly most: number }) {
  return isEmpty ? withoutResults(call.db, { most }) : mostSearched(call.db, { most });
}

/** Stored number of searches of a term in a store view. One query. */
export async function storedSearches(call: Call, storeId: number, term: string): Promise<number> {
  return (await searchesOf(call.db, { storeId, term }))?.searches ?? 0;
}

/** Adds counts to the stored ones, and deletes the rarest terms of store views that have too many. */
async function writeCounts(call: Call, counts: readonly TermCount[]): Promise<void> {
  // Processes that write the same terms lock them in one order.
  const sorted = counts.toSorted((a, b) => a.storeId - b.storeId || (a.term < b.term ? -1 : 1));
  const rows = sorted.map(({ storeId, term, searches, results = null, lastAt }) => ({
    store_id: storeId,
    term,
    searches,
    results,
    last_searched_at: formatTime(lastAt),
  }));
  await call.transaction(async ({ db }) => {
    await insertRows(
      db,
      'catalog_search_term',
      rows.filter(({ results }) => results === null),
      { onConflict: { key: KEY, update: ['last_searched_at'], add: ['searches'] } },
    );
    await insertRows(
      db,
      'catalog_search_term',
      rows.filter(({ results }) => results !== null),
      { onConflict: { key: KEY, update: ['results', 'last_searched_at'], add: ['searches'] } },
    );
    for (const storeId of new Set(sorted.map((one) => one.storeId))) {
      const stored = Number((await termsOf(db, { storeId }))?.n ?? 0);
      if (stored > MAX_TERMS) await removeRarest(db, { storeId, most: stored - AFTER_EVICTION });
    }
  });
}

/** Writes the counts of the process until it is stopped, and once more then. */
export function startWritingTerms(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  const { searchCounts } = platform.services;
  const write = async (): Promise<void> => {
    const counts = searchCounts.take();
    if (counts.length === 0) return;
    try {
      await writeCounts(call, counts);
    } catch (error) {
      searchCounts.restore(counts);
      throw error;
    }
  };
  const failed = (error: unknown): void =>
    platform.log.warn({ err: error }, 'the counts of search terms could not be written; trying again');
  return startRepeating({
    interval: INTERVAL,
    pausesFirst: true,
    turn: write,
    failed,
    end: () => write().catch(failed),
  });
}

/** Deletes terms that have not been searched for a while, until it is stopped. */
export function startTermRetention(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: retentionInterval(platform),
    async turn() {
      const before = formatTime(new Date(call.clock.now().getTime() - call.config.of(termSettings.lifetime) * DAY));
      const removed = await call.transaction(({ db }) => removeExpired(db, { before, most: AT_ONCE }));
      return removed === AT_ONCE ? 'more' : undefined;
    },
    failed: (error) => platform.log.warn({ err: error }, 'expired search terms could not be deleted; trying again'),
  });
}
