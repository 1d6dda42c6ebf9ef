import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { inTexts } from '../../../storage/sql.ts';
import { indexQuery, isShownRow, termQuery } from '../index-query.ts';
import type { AskedWord } from '../text/asked.ts';
import { allowedEdits, oneEditAway } from './edits.ts';

/** Maximum number of known words that are compared with one beginning. */
const MAX_OF_BEGINNING = 500;
/** Letters that have to be right, if an error stands behind them; see `beginningsOf`. */
const HEAD = 3;

/**
 * The words that neither a product name nor another text of the call's store view contains in any form. One query. Names are looked up
 * first, in the list of their words: for a word of many products the full-text index would read all of these.
 */
export async function unknownWords(call: Call, words: readonly AskedWord[]): Promise<AskedWord[]> {
  if (words.length === 0) return [];
  const { storeId } = call.scope;
  const parts = words.map((word, i) => {
    const { sqlite, postgres } = indexQuery([word]);
    const inNames = sql`exists (select 1 from catalog_search_word k where ${inTexts(sql.ref('k.word'), word.forms)})`;
    const isBegun = word.isBeginning
      ? sql`exists (select 1 from catalog_search_word k where k.word >= ${word.word} and k.word < ${endOf(word.word)})`
      : sql`1 = 0`;
    const inTextsOfStore = sql`exists (${rowsBy(sql`${sqlite}`, sql`${postgres}::tsquery`, storeId)})`;
    return sql`select ${sql.lit(i)} as place, case when ${inNames} then 1 when ${isBegun} then 1
      when ${inTextsOfStore} then 1 else 0 end as is_known`;
  });
  const { rows } = await sql<{ place: number; is_known: number }>`${sql.join(parts, sql` union all `)}`.execute(
    call.db,
  );
  return rows.flatMap(({ place, is_known }) => (is_known === 0 ? (words[Number(place)] ?? []) : []));
}

/** Those of these words that a text of the call's store view contains. One query. */
export async function wordsInStore(call: Call, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const parts = words.map((word) => {
    const { sqlite, postgres } = termQuery(word);
    return sql`select cast(${word} as text) as word where exists (${rowsBy(sql`${sqlite}`, sql`${postgres}::tsquery`, call.scope.storeId)})`;
  });
  const { rows } = await sql<{ word: string }>`${sql.join(parts, sql` union all `)}`.execute(call.db);
  return new Set(rows.map(({ word }) => word));
}

/** The rows of a store view that match a query of the full-text index, which PostgreSQL has to use: rare words stand at the end. */
function rowsBy(sqlite: ReturnType<typeof sql>, postgres: ReturnType<typeof sql>, storeId: number) {
  const isShown = isShownRow(storeId);
  return perDialect<unknown>({
    sqlite: sql`select 1 from (select rowid as id from catalog_search_fts where catalog_search_fts match ${sqlite} limit -1) f
      cross join catalog_search x where x.id = f.id and ${isShown}`,
    postgres: sql`with x as materialized (select product_id, store_id from catalog_search where vector @@ ${postgres})
      select 1 from x where ${isShown}`,
  });
}

/** A misspelt word, its stem, and whether longer words with such a beginning may be meant. */
export interface MisspeltWord {
  readonly word: string;
  readonly stem: string;
  readonly isBeginning: boolean;
}

/**
 * Words of product names that may differ from misspelt ones in as many letters as `allowedEdits` says; the caller compares them. One
 * query. Of two wrong letters, one at most may be among the first three.
 */
export async function wordsAlike(call: Call, misspelt: readonly MisspeltWord[]): Promise<string[]> {
  const exact = misspelt.flatMap(({ word, stem }) => [word, stem].flatMap((one) => oneEditAway(one)));
  const byWord = sql`select k.word from catalog_search_word k where ${inTexts(sql.ref('k.word'), [...new Set(exact)])}`;
  const ranges = misspelt.flatMap(beginningsOf);
  const parts = ranges.length > 0 ? sql`${byWord} union ${wordsInRanges(ranges)}` : sql`${byWord} group by k.word`;
  const { rows } = await sql<{ word: string }>`${parts}`.execute(call.db);
  return rows.map(({ word }) => word);
}

/** Words that begin alike, with a length. */
type WordRange = readonly [from: string, before: string, shortest: number, longest: number];

/** Where known words begin that differ from a misspelt one in two letters, or that are longer. */
function beginningsOf({ word, isBeginning }: MisspeltWord): WordRange[] {
  const edits = allowedEdits(word);
  const ranges: WordRange[] = [];
  if (edits === 2) {
    // Either the head is right, or one of the errors is in it.
    const heads = oneEditAway(word.slice(0, HEAD + 1), HEAD);
    for (const head of new Set([word.slice(0, HEAD), ...heads]))
      ranges.push([head, endOf(head), word.length - edits, word.length + edits]);
  }
  if (isBeginning)
    for (const begin of oneEditAway(word)) ranges.push([begin, endOf(begin), word.length, word.length * 4]);
  return ranges;
}

/** The first text after all that begin so. */
function endOf(begin: string): string {
  const last = begin.charCodeAt(begin.length - 1);
  return begin.slice(0, -1) + String.fromCharCode(last + 1);
}

function wordsInRanges(ranges: readonly WordRange[]) {
  const isWithin = sql`k.word >= r.lower and k.word < r.upper and length(k.word) between r.shortest and r.longest`;
  const list = JSON.stringify(ranges);
  return perDialect<unknown>({
    sqlite: sql`select word from (select k.word from (select value ->> 0 as lower, value ->> 1 as upper, value ->> 2 as shortest,
        value ->> 3 as longest from json_each(${list})) r cross join catalog_search_word k where ${isWithin}
      limit ${MAX_OF_BEGINNING * 10})`,
    postgres: sql`select k.word from (select value ->> 0 as lower, value ->> 1 as upper, cast(value ->> 2 as integer) as shortest,
        cast(value ->> 3 as integer) as longest from json_array_elements(${list}::json)) r
      cross join lateral (select k.word from catalog_search_word k where ${isWithin} limit ${MAX_OF_BEGINNING}) k`,
  });
}
