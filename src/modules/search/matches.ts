import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { perDialect } from '../../storage/dialects.ts';
import { inNumbers } from '../../search/sql.ts';
import { wordsOf } from './words.ts';

/** What a word is looked for in; undefined: everywhere. */
export type TextColumn = 'name' | 'sku' | 'words';

/** How much a word counts in each column. */
const weights: Readonly<Record<TextColumn, number>> = { name: 5, sku: 6, words: 1 };
const columns = Object.keys(weights) as TextColumn[];
/** How many words of a search count. */
const MAX_TERMS = 32;

/**
 * Rows of `catalog_search` (`id`, `score`) that have one of the words of a text; the last one may be the start of a word. A
 * search everywhere finds products by the labels of their options as well. Undefined when the text has no words.
 */
export async function matching(
  call: Call,
  text: string,
  column: TextColumn | undefined,
): Promise<RawBuilder<unknown> | undefined> {
  const words = wordsOf(text, MAX_TERMS);
  if (words.length === 0) return undefined;
  const texts = perDialect<unknown>({ sqlite: inSqlite(words, column), postgres: inPostgres(words, column) });
  const labels = column ? undefined : await byLabels(call, words);
  const all = labels ? sql`${texts} union all ${labels}` : texts;
  return sql`(select id, sum(score) as score from (${all}) w group by id)`;
}

function inSqlite(words: readonly string[], column: TextColumn | undefined): RawBuilder<unknown> {
  const last = words.length - 1;
  const terms = words.map((word, i) => `"${word}"${i === last ? '*' : ''}`).join(' OR ');
  const query = column ? `${column} : (${terms})` : terms;
  const weight = sql.raw(columns.map((name) => weights[name].toFixed(1)).join(', '));
  // The limit keeps SQLite from merging this into queries around it, where bm25() cannot be.
  return sql`select id, score from (select rowid as id, -bm25(catalog_search_fts, ${weight}) as score
    from catalog_search_fts where catalog_search_fts match ${query} limit -1) f`;
}

/** The score is the sum of the weights of the columns that have each word. */
function inPostgres(words: readonly string[], column: TextColumn | undefined): RawBuilder<unknown> {
  const last = words.length - 1;
  const terms = words.map((word, i) => `'${word}'${i === last ? ':*' : ''}`);
  const vectorOf = (name: TextColumn) => sql`array_to_tsvector(string_to_array(s.${sql.ref(name)}, ' '))`;
  const searched = column ? [column] : columns;
  const parts = terms.flatMap((term) =>
    searched.map(
      (name) => sql`case when ${vectorOf(name)} @@ ${term}::tsquery then ${weights[name]}::float8 else 0 end`,
    ),
  );
  const query = terms.join(' | ');
  const within = column ? sql`and ${vectorOf(column)} @@ ${query}::tsquery` : sql``;
  return sql`select s.id, ${sql.join(parts, sql` + `)} as score from catalog_search s
    where s.vector @@ ${query}::tsquery ${within}`;
}

/** Rows of products that have an option whose label has one of the words; undefined when no label does. */
async function byLabels(call: Call, words: readonly string[]): Promise<RawBuilder<unknown> | undefined> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  const attributes = [...byCode.values()].filter(
    (attribute) =>
      attribute.isSearchable && attribute.backendType === 'int' && call.services.eav.hasStoredOptions(attribute),
  );
  if (attributes.length === 0) return undefined;
  const options = await call.services.eav.storedOptions(
    call,
    attributes.map((attribute) => attribute.id),
    call.scope.storeId,
  );
  const searched = new Set(words);
  const found = attributes.flatMap(({ id }) => {
    const values = (options.get(id) ?? [])
      .filter((option) => wordsOf(option.label).some((word) => searched.has(word)))
      .map((option) => Number(option.value));
    return values.length > 0
      ? [sql`(i.attribute_id = ${id} and i.store_id = 0 and ${inNumbers(sql.ref('i.number_value'), values)})`]
      : [];
  });
  if (found.length === 0) return undefined;
  return sql`select s.id, 1.0 as score from catalog_search s
    where s.product_id in (select i.product_id from catalog_product_index i where ${sql.join(found, sql` or `)})`;
}
