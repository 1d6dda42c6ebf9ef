import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { SortDirection } from '../../storage/criteria/criteria.ts';
import { perDialect } from '../../storage/dialects.ts';
import type { ComponentTest, ProductMatches } from '../catalog/service.ts';
import { languageIn } from './index-products.ts';
import { byLabels, readLabels, type SearchLabels } from './labels.ts';
import { scored, type ColumnWeights, type TextColumn } from './scores.ts';
import { boostSetting, synonymSetting } from './configuration.ts';
import { withCorrections } from './corrections/misspelt.ts';
import { indexQuery, isShownRow } from './index-query.ts';
import { boostFactor } from './rules/boosts.ts';
import { withSynonyms } from './rules/synonyms.ts';
import { askedWords, type AskedWord, type Beginnings } from './text/asked.ts';

/** Maximum number of words of a search; further words are ignored. */
const MAX_TERMS = 32;
/** Share of a variant's score that its configurable product gets: less than a product with the word in its own name. */
const ofVariant = 0.95;
/** Share of a component's score that a bundle or grouped product gets. */
const ofPart = 0.5;

/** The products that match a text, and its words with their synonyms and corrections. */
interface TextMatches extends ProductMatches {
  readonly words: readonly AskedWord[];
}

/**
 * Products that match one of the words of a text in the call's store view, by the word itself or its stem, and by the labels of
 * options when all columns are searched. A product also matches by a component that has such a word and meets `componentCounts`, a
 * condition on `catalog_product as p`; the higher score counts. Undefined when the text has no words.
 */
export async function matching(
  call: Call,
  text: string,
  column: TextColumn | undefined,
  componentCounts: ComponentTest,
  beginnings: Beginnings = 'last',
): Promise<TextMatches | undefined> {
  const asked = askedIn(call, text, beginnings);
  if (asked.length === 0) return undefined;
  const optionLabels = column ? undefined : await readLabels(call);
  const words = optionLabels ? await withAlternatives(call, asked, optionLabels) : asked;
  const found = rowsWith(words, column, call.scope.storeId);
  const byWords = scored(found, words, column, columnWeights(call));
  const strong = words.filter(({ isWeak }) => !isWeak);
  const labels = optionLabels ? byLabels(call, strong, optionLabels) : [];
  // The index on PostgreSQL does not separate columns.
  const own = column ? sql`select product_id, score from (${byWords}) c where score > 0` : byWords;
  const ownIds = column
    ? sql`select product_id from (${byWords}) c where score > 0`
    : sql`select x.product_id ${found}`;
  const all = (isScored: boolean) =>
    sql.join(
      [
        sql`select product_id${isScored ? sql`, score` : sql``} from hits`,
        ...call.services.availability.wholesIn(
          call,
          'hits',
          ({ areVariants }) => (isScored ? [sql`f.score * ${sql.lit(areVariants ? ofVariant : ofPart)} as score`] : []),
          componentCounts,
        ),
      ],
      sql` union all `,
    );
  const scoredHits =
    labels.length > 0
      ? sql`select product_id, sum(score) as score from (${sql.join([own, ...labels], sql` union all `)}) b group by product_id`
      : own;
  const hits = sql.join([ownIds, ...labels.map((label) => sql`select product_id from (${label}) b`)], sql` union all `);
  const byText = sql`(with hits as materialized (${scoredHits})
    select product_id, max(score) as score from (${all(true)}) w group by product_id)`;
  const factor = column
    ? undefined
    : await boostFactor(call, call.config.of(boostSetting, { storeId: call.scope.storeId }));
  const best = factor
    ? sql`(select b.product_id, b.score * ${factor} as score from ${byText} b join catalog_product p on p.id = b.product_id)`
    : byText;
  return {
    words,
    unscored: sql`(with hits as materialized (${hits})
      select product_id from (${all(false)}) w group by product_id)`,
    scored: best,
    sorted(byScore, byId) {
      const inOrder = sql`select b.product_id, b.score from ${best} b
        order by b.score ${directions[byScore]}, b.product_id ${directions[byId]}`;
      // Without a limit, SQLite ignores the order of a subquery.
      return sql`${perDialect<unknown>({ sqlite: sql`(${inOrder} limit -1)`, postgres: sql`(${inOrder})` })}`;
    },
  };
}

/** Default search weights. Names weigh more than SKUs, since shoppers rarely search by SKU. */
const initialWeights: ColumnWeights = { name: 6, sku: 5 };

function columnWeights(call: Call): ColumnWeights {
  const { byCode } = call.services.eav.current('catalog_product');
  const weightOf = (code: keyof ColumnWeights): number => {
    const weight = byCode.get(code)?.searchWeight ?? 1;
    return weight > 1 ? weight : initialWeights[code];
  };
  return { name: weightOf('name'), sku: weightOf('sku') };
}

/** The words of a search with their synonyms, and with known words in place of misspelt ones: see `correctWords`. */
async function withAlternatives(
  call: Call,
  words: readonly AskedWord[],
  labels: SearchLabels,
): Promise<readonly AskedWord[]> {
  const { storeId } = call.scope;
  const rules = call.config.of(synonymSetting, { storeId });
  return await withCorrections(call, withSynonyms(words, rules, languageIn(call, storeId)), labels);
}

/** The search words of a text in the language of the call's store view. */
export function askedIn(call: Call, text: string, beginnings: Beginnings): AskedWord[] {
  return askedWords(text, languageIn(call, call.scope.storeId), beginnings, MAX_TERMS);
}

const directions: Readonly<Record<SortDirection, RawBuilder<unknown>>> = { ASC: sql`asc`, DESC: sql`desc` };

/** Columns of the index on SQLite. */
const indexColumns: Readonly<Record<TextColumn, string>> = {
  name: '{name name_stems}',
  sku: '{sku}',
  words: '{words word_stems}',
};

/** `from` and `where` of the rows `x` of the store view that contain one of the words. Words contain only letters and digits. */
function rowsWith(words: readonly AskedWord[], column: TextColumn | undefined, storeId: number): RawBuilder<unknown> {
  const strong = words.filter(({ isWeak }) => !isWeak);
  const { sqlite: inSqlite, postgres } = indexQuery(strong);
  const match = column ? `${indexColumns[column]} : (${inSqlite})` : inSqlite;
  const isShown = isShownRow(storeId);
  return sql`${perDialect<unknown>({
    sqlite: sql`from (select rowid as id from catalog_search_fts where catalog_search_fts match ${match} limit -1) f
      join catalog_search x on x.id = f.id where ${isShown}`,
    postgres: sql`from catalog_search x where x.vector @@ ${postgres}::tsquery and ${isShown}`,
  })}`;
}
