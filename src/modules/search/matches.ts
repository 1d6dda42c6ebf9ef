import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { SortDirection } from '../../search/criteria.ts';
import type { SqlTruth } from '../../search/sql.ts';
import { perDialect } from '../../storage/dialects.ts';
import type { ComponentTest, ProductMatches } from '../catalog/service.ts';
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
export const MAX_TERMS = 32;

/** What is looked for. */
interface AskedWords {
  readonly words: readonly string[];
  readonly column: TextColumn | undefined;
  readonly beginnings: Beginnings;
}

/**
 * Products with one of the words of a text in the call's store view. A product is also found by a component
 * that has such a word and meets `componentCounts`, a condition on `catalog_product as p`; the better of both scores counts.
 * `beginnings`: which words of the text may be the beginning of a longer one. A search in all columns also finds products by the labels of their
 * options. Undefined when the text has no words.
 */
export async function matching(
  call: Call,
  text: string,
  column: TextColumn | undefined,
  componentCounts: ComponentTest,
  beginnings: Beginnings = 'last',
): Promise<ProductMatches | undefined> {
  const words = wordsOf(text, MAX_TERMS);
  if (words.length === 0) return undefined;
  const { storeId } = call.scope;
  // The words of a store view stand in place of those that all inherit.
  const isShown: SqlTruth = sql`(x.store_id = ${storeId} or (x.store_id = 0 and not exists (
    select 1 from catalog_search o where o.product_id = x.product_id and o.store_id = ${storeId})))`;
  const asked: AskedWords = { words, column, beginnings };
  const byWords = (isScored: boolean) =>
    perDialect<unknown>({
      sqlite: inSqlite(asked, isShown, isScored),
      postgres: inPostgres(asked, isShown, isScored),
    });
  const labels = column ? undefined : await byLabels(call, words);
  const all = (columns: readonly string[]) =>
    sql.join(
      [
        sql`select ${sql.join(['product_id', ...columns].map((name) => sql.ref(name)))} from hits`,
        ...call.services.catalog.wholesIn(call, 'hits', columns, componentCounts),
      ],
      sql` union all `,
    );
  const scored = labels
    ? sql`select product_id, sum(score) as score from (${byWords(true)} union all ${labels}) b group by product_id`
    : byWords(true);
  const unscored = labels ? sql`${byWords(false)} union all select product_id from (${labels}) b` : byWords(false);
  const best = sql`(with hits as materialized (${scored})
    select product_id, max(score) as score from (${all(['score'])}) w group by product_id)`;
  return {
    unscored: sql`(with hits as materialized (${unscored})
      select product_id from (${all([])}) w group by product_id)`,
    scored: best,
    sorted(byScore, byId) {
      const postgres = sql`(select b.product_id, b.score from ${best} b
        order by b.score ${directions[byScore]}, b.product_id ${directions[byId]})`;
      return sql`${perDialect<unknown>({ sqlite: best, postgres })}`;
    },
  };
}

const directions: Readonly<Record<SortDirection, RawBuilder<unknown>>> = { ASC: sql`asc`, DESC: sql`desc` };

function inSqlite(
  { words, column, beginnings }: AskedWords,
  isShown: SqlTruth,
  isScored: boolean,
): RawBuilder<unknown> {
  const terms = words.map((word, i) => `"${word}"${isBeginning(words, i, beginnings) ? '*' : ''}`).join(' OR ');
  const query = column ? `${column} : (${terms})` : terms;
  const weight = sql.raw(columns.map((name) => weights[name].toFixed(1)).join(', '));
  const [score, computed] = isScored
    ? [sql`, score`, sql`, -bm25(catalog_search_fts, ${weight}) as score`]
    : [sql``, sql``];
  // The limit keeps SQLite from merging this into queries around it, where bm25() cannot be.
  return sql`select x.product_id${score} from (select id${score} from (select rowid as id${computed}
    from catalog_search_fts where catalog_search_fts match ${query} limit -1) f) t
    join catalog_search x on x.id = t.id where ${isShown}`;
}

/**
 * The score is the sum of the weights of the columns that have each word. Rows are found by the index of words; in which columns they have
 * which is looked up in the texts, where a blank stands before and behind each word. To make vectors of them takes 20 times as long.
 */
function inPostgres(
  { words, column, beginnings }: AskedWords,
  isShown: SqlTruth,
  isScored: boolean,
): RawBuilder<unknown> {
  const terms = words.map((word, i) => ({ word, isBeginning: isBeginning(words, i, beginnings) }));
  const query = terms.map((term) => `'${term.word}'${term.isBeginning ? ':*' : ''}`).join(' | ');
  const found = sql`from catalog_search x where x.vector @@ ${query}::tsquery and ${isShown}`;
  if (!isScored && !column) return sql`select x.product_id ${found}`;
  const searched = column ? [column] : columns;
  const texts = searched.map((name) => sql`' ' || x.${sql.ref(name)} || ' ' as ${sql.ref(name)}`);
  const scores = terms.flatMap((term) =>
    searched.map((name) => {
      const sought = ` ${term.word}${term.isBeginning ? '' : ' '}`;
      return sql`case when strpos(t.${sql.ref(name)}, ${sought}) > 0 then ${sql.lit(weights[name])} else 0 end`;
    }),
  );
  const score: RawBuilder<unknown> = sql`cast(${sql.join(scores, sql` + `)} as double precision)`;
  // The offset keeps PostgreSQL from reading a long text again for each word.
  const withTexts = sql`(select x.product_id, ${sql.join(texts)} ${found} offset 0) t`;
  return sql`select t.product_id${isScored ? sql`, ${score} as score` : sql``} from ${withTexts}
    ${column ? sql`where ${score} > 0` : sql``}`;
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
