import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { SqlTruth } from '../../search/sql.ts';
import { perDialect } from '../../storage/dialects.ts';
import { wordsOf } from './words.ts';

/** What a word is looked for in; undefined: everywhere. */
export type TextColumn = 'name' | 'sku' | 'words';

/** Which words of a text may be the beginnings of longer ones. */
type Beginnings = 'none' | 'last' | 'all';

function isBeginning(words: readonly string[], at: number, beginnings: Beginnings): boolean {
  return beginnings === 'all' || (beginnings === 'last' && at === words.length - 1);
}

/** How much a word counts in each column. */
const weights: Readonly<Record<TextColumn, number>> = { name: 5, sku: 6, words: 1 };
const columns = Object.keys(weights) as TextColumn[];
/** How many words of a search count. */
const MAX_TERMS = 32;

/**
 * Products (`product_id`, `score`) with one of the words of a text in the call's store view. A product is also found by a component
 * that has such a word and meets `componentCounts`, a condition on `catalog_product as p`; the better of both scores counts.
 * `beginnings`: which words of the text may be the beginning of a longer one. A search in all columns also finds products by the labels of their
 * options. Undefined when the text has no words.
 */
export async function matching(
  call: Call,
  text: string,
  column: TextColumn | undefined,
  componentCounts: SqlTruth,
  beginnings: Beginnings = 'last',
): Promise<RawBuilder<unknown> | undefined> {
  const words = wordsOf(text, MAX_TERMS);
  if (words.length === 0) return undefined;
  const { storeId } = call.scope;
  const texts = perDialect<unknown>({
    sqlite: inSqlite(words, column, beginnings),
    postgres: inPostgres(words, column, beginnings),
  });
  // The words of a store view stand in place of those that all inherit.
  const byWords = sql`select x.product_id, t.score from (${texts}) t join catalog_search x on x.id = t.id
    where x.store_id = ${storeId} or (x.store_id = 0 and not exists (
      select 1 from catalog_search o where o.product_id = x.product_id and o.store_id = ${storeId}))`;
  const labels = column ? undefined : await byLabels(call, words);
  const own = labels
    ? sql`select product_id, sum(score) as score from (${byWords} union all ${labels}) b group by product_id`
    : byWords;
  const wholes = call.services.catalog.wholesIn(call, 'hits', ['score'], componentCounts);
  const all = sql.join([sql`select product_id, score from hits`, ...wholes], sql` union all `);
  return sql`(with hits as materialized (${own})
    select product_id, max(score) as score from (${all}) w group by product_id)`;
}

function inSqlite(
  words: readonly string[],
  column: TextColumn | undefined,
  beginnings: Beginnings,
): RawBuilder<unknown> {
  const terms = words.map((word, i) => `"${word}"${isBeginning(words, i, beginnings) ? '*' : ''}`).join(' OR ');
  const query = column ? `${column} : (${terms})` : terms;
  const weight = sql.raw(columns.map((name) => weights[name].toFixed(1)).join(', '));
  // The limit keeps SQLite from merging this into queries around it, where bm25() cannot be.
  return sql`select id, score from (select rowid as id, -bm25(catalog_search_fts, ${weight}) as score
    from catalog_search_fts where catalog_search_fts match ${query} limit -1) f`;
}

/** The score is the sum of the weights of the columns that have each word. */
function inPostgres(
  words: readonly string[],
  column: TextColumn | undefined,
  beginnings: Beginnings,
): RawBuilder<unknown> {
  const terms = words.map((word, i) => `'${word}'${isBeginning(words, i, beginnings) ? ':*' : ''}`);
  const vectorOf = (name: TextColumn) => sql`array_to_tsvector(string_to_array(s.${sql.ref(name)}, ' '))`;
  const searched = column ? [column] : columns;
  const scores = terms.flatMap((term) =>
    searched.map(
      (name) => sql`case when ${vectorOf(name)} @@ ${term}::tsquery then ${weights[name]}::float8 else 0 end`,
    ),
  );
  const query = terms.join(' | ');
  const within = column ? sql`and ${vectorOf(column)} @@ ${query}::tsquery` : sql``;
  return sql`select s.id, ${sql.join(scores, sql` + `)} as score from catalog_search s
    where s.vector @@ ${query}::tsquery ${within}`;
}

/** Products that have an option whose label has one of the words; undefined when no label does. */
async function byLabels(call: Call, words: readonly string[]): Promise<RawBuilder<unknown> | undefined> {
  const { catalog, eav } = call.services;
  const { byCode } = await eav.entity(call, 'catalog_product');
  const attributes = [...byCode.values()].filter(
    (attribute) => attribute.isSearchable && attribute.backendType === 'int' && eav.hasStoredOptions(attribute),
  );
  if (attributes.length === 0) return undefined;
  const options = await eav.storedOptions(
    call,
    attributes.map((attribute) => attribute.id),
    call.scope.storeId,
  );
  const searched = new Set(words);
  const found = attributes.flatMap(({ id }): [number, number[]][] => {
    const values = (options.get(id) ?? [])
      .filter((option) => wordsOf(option.label).some((word) => searched.has(word)))
      .map((option) => Number(option.value));
    return values.length > 0 ? [[id, values]] : [];
  });
  if (found.length === 0) return undefined;
  return sql`select p.id as product_id, 1.0 as score from catalog_product p where ${catalog.hasOneOf(new Map(found))}`;
}
