import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { retentionInterval, startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { perDialect } from '../../storage/dialects.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows } from '../../storage/rows.ts';
import { inTexts } from '../../storage/sql.ts';

/** Words that are looked at in one turn: few, so that other writers hardly wait. */
const AT_ONCE = 500;

/** Whether the text of any product has the word `w.word`. Words consist of letters and digits. */
const isUsed = perDialect({
  sqlite: sql`exists (select 1 from catalog_search_fts where catalog_search_fts match '"' || w.word || '"')`,
  postgres: sql`exists (select 1 from catalog_search s where s.vector @@ quote_literal(w.word)::tsquery)`,
});

const page = prepared((db, p: Params<{ after: string; limit: number }>) =>
  db
    .selectFrom('catalog_search_word as w')
    .select('w.word')
    .distinct()
    .where('w.word', '>', p.after)
    .orderBy('w.word')
    .limit(p.limit),
);
const unused = prepared((db, p: Params<{ words: readonly string[] }>) =>
  db
    .selectFrom('catalog_search_word as w')
    .select('w.word')
    .distinct()
    .where(inTexts('w.word', p.words))
    .where(({ not }) => not(isUsed)),
);
const remove = prepared((db, p: Params<{ words: readonly string[] }>) =>
  db.deleteFrom('catalog_search_word').where(inTexts('word', p.words)).returning('word'),
);
const usedAgain = prepared((db, p: Params<{ words: string }>) =>
  db
    .selectFrom(
      perDialect<{ word: string }>({
        sqlite: sql`(select value as word from json_each(${p.words}))`,
        postgres: sql`(select json_array_elements_text(${p.words}::json) as word)`,
      }).as('w'),
    )
    .select('w.word')
    .where(isUsed)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('catalog_search_word as k').select('k.word').whereRef('k.word', '=', 'w.word'))),
    ),
);

/** Position of the walk through the words, and the words that the last turn removed. */
interface Walk {
  after: string;
  removed: readonly string[];
}

/**
 * Checks the next words, and removes those that no product uses. On PostgreSQL, a concurrent write of a product may use
 * a removed word. So the next turn checks removed words again.
 */
async function forgetSome(call: Call, walk: Walk): Promise<void> {
  if (walk.removed.length > 0) {
    const again = await usedAgain(call.db, { words: JSON.stringify(walk.removed) });
    if (again.length > 0) await call.transaction(({ db }) => insertRows(db, 'catalog_search_word', again));
  }
  const words = (await page(call.db, { after: walk.after, limit: AT_ONCE })).map(({ word }) => word);
  const last = words.at(-1);
  walk.after = last !== undefined && words.length === AT_ONCE ? last : '';
  const found = (await unused(call.db, { words })).map(({ word }) => word);
  const gone = found.length === 0 ? [] : await call.transaction(({ db }) => remove(db, { words: found }));
  walk.removed = [...new Set(gone.map(({ word }) => word))];
}

/** Checks all words repeatedly until it is stopped, so that words of deleted products do not accumulate. */
export function startForgettingWords(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  const walk: Walk = { after: '', removed: [] };
  return startRepeating({
    interval: retentionInterval(platform),
    pausesFirst: true,
    turn: () => forgetSome(call, walk),
    failed: (error) =>
      platform.log.warn({ err: error }, 'words that no product has could not be removed; trying again'),
  });
}
