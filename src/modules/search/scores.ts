import { sql, type RawBuilder } from 'kysely';
import { keysOf } from '../../kernel/own-fields.ts';
import { perDialect } from '../../storage/dialects.ts';
import type { AskedWord } from './text/asked.ts';

/** The part of a product's text that a search is limited to. */
export type TextColumn = 'name' | 'sku' | 'words';

/**
 * Shares of a search weight for a match of the word itself, of its stem, of a synonym, of a known word in place of a misspelt one, and
 * of a longer word with the same beginning.
 */
export const shares = { exact: 1, stem: 0.8, synonym: 0.7, correction: 0.6, beginning: 0.5 };

/** Search weights of the attributes that have columns of their own. */
export interface ColumnWeights {
  readonly name: number;
  readonly sku: number;
}

/** Columns of `catalog_search` that the score of a part reads. */
const columnsOf: Readonly<Record<TextColumn, readonly string[]>> = {
  name: ['name', 'name_stems'],
  sku: ['sku'],
  words: ['words', 'word_stems', 'weights'],
};

/**
 * Products of `found`, rows `x` of `catalog_search`, with their scores: `product_id`, `score`. The same on both databases:
 *
 * - each word of the search scores in each column its share (see `shares`) of the weight of that column's attribute;
 * - name and SKU get a bonus that grows with the matched share of the search and with the matched share of their own words. So the
 *   shorter of two names ranks higher, and a name equal to the search ranks first.
 */
export function scored(
  found: RawBuilder<unknown>,
  words: readonly AskedWord[],
  column: TextColumn | undefined,
  weights: ColumnWeights,
): RawBuilder<unknown> {
  const columns = column ? [column] : keysOf(columnsOf);
  const texts = columns.flatMap((one) => columnsOf[one]).map((name) => padded(name));
  const count = sql.lit(words.length);
  const sums: RawBuilder<unknown>[] = [];
  const parts: RawBuilder<unknown>[] = [];
  for (const name of ['name', 'sku'] as const) {
    if (!columns.includes(name)) continue;
    const stems = name === 'name' ? 'name_stems' : undefined;
    sums.push(sql`${sumOf(words.map((word) => shareIn(word, name, stems)))} as ${sql.ref(`${name}_share`)}`);
    sums.push(sql`t.${sql.ref(name)}`);
    // A text with a blank at both ends has one more blank than words.
    const text = sql.ref(`s.${name}`);
    const length = sql`(length(${text}) - length(replace(${text}, ' ', '')) - 1)`;
    const share = sql.ref(`s.${name}_share`);
    // Most matches are in other texts: counting words takes longer than looking for one.
    parts.push(sql`case when ${share} > 0 then ${number(weights[name])} * ${share} * (1 + ${share} / (${count} * ${length}))
      else ${number(0)} end`);
  }
  if (columns.includes('words')) {
    sums.push(sql`${sumOf(words.map(weightInWords))} as words_sum`);
    parts.push(sql`s.words_sum`);
  }
  const withTexts = sql`(select x.product_id, ${sql.join(texts)} ${found} ${fence}) t`;
  const withSums = sql`(select t.product_id, ${sql.join(sums)} from ${withTexts} ${fence}) s`;
  return sql`select s.product_id, ${sumOf(parts)} as score from ${withSums}`;
}

/** Prevents a database from merging a subquery into the outer query, which would read long texts again for each word. */
const fence = perDialect<unknown>({ sqlite: sql`limit -1`, postgres: sql`offset 0` });

const padded = (name: string): RawBuilder<unknown> => sql`' ' || x.${sql.ref(name)} || ' ' as ${sql.ref(name)}`;
const number = (value: number): RawBuilder<number> => sql`cast(${sql.lit(value)} as double precision)`;
const sumOf = (terms: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(${sql.join(terms, sql` + `)})`;

/** Position of a substring in a column of `t`; 0: none. */
function position(column: string, piece: string): RawBuilder<number> {
  const text = sql.ref(`t.${column}`);
  return sql`${perDialect<number>({ sqlite: sql`instr(${text}, ${piece})`, postgres: sql`strpos(${text}, ${piece})` })}`;
}

const hasOneOf = (column: string, words: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    words.map((word) => sql`${position(column, ` ${word} `)} > 0`),
    sql` or `,
  );

/** Whether a column, with its column of stems, has each of these words in one of its forms. */
function hasAll(
  column: string,
  stemsColumn: string | undefined,
  words: readonly (readonly string[])[],
): RawBuilder<unknown> {
  const columns = stemsColumn === undefined ? [column] : [column, stemsColumn];
  const each = words.map((forms) => {
    const inColumns = columns.map((one) => hasOneOf(one, forms));
    return sql`(${sql.join(inColumns, sql` or `)})`;
  });
  return sql`(${sql.join(each, sql` and `)})`;
}

/** The share that a word scores in a column and its column of stems. */
function shareIn(askedWord: AskedWord, column: string, stemsColumn: string | undefined): RawBuilder<unknown> {
  const { forms, stems, isBeginning, word, alternatives } = askedWord;
  const cases = [sql`when ${hasOneOf(column, forms)} then ${number(shares.exact)}`];
  const byStem = stems.length > 0 ? [hasOneOf(column, stems)] : [];
  if (stemsColumn !== undefined) byStem.push(hasOneOf(stemsColumn, [...forms, ...stems]));
  if (byStem.length > 0) cases.push(sql`when ${sql.join(byStem, sql` or `)} then ${number(shares.stem)}`);
  for (const kind of ['synonym', 'correction'] as const) {
    const has = alternatives.filter((one) => one.kind === kind).map(({ words }) => hasAll(column, stemsColumn, words));
    if (has.length > 0) cases.push(sql`when ${sql.join(has, sql` or `)} then ${number(shares[kind])}`);
  }
  if (isBeginning) cases.push(sql`when ${position(column, ` ${word}`)} > 0 then ${number(shares.beginning)}`);
  return sql`case ${sql.join(cases, sql` `)} else ${number(0)} end`;
}

/** The score of a word in all other texts: its share of the largest weight among the attributes that contain it. */
function weightInWords(askedWord: AskedWord): RawBuilder<unknown> {
  const others = askedWord.alternatives.flatMap(({ words }) => words.flat());
  const pieces = [...askedWord.forms, ...askedWord.stems, ...others].map((word) => `^${word} `);
  if (askedWord.isBeginning) pieces.push(`^${askedWord.word}`);
  const cases = pieces.map((piece) => {
    const at = position('weights', piece);
    return sql`when ${at} > 0 then cast(substr(t.weights, ${at} - 2, 2) as integer)`;
  });
  const weight = sql`case when t.weights = '  ' then 1 ${sql.join(cases, sql` `)} else 1 end`;
  return sql`${shareIn(askedWord, 'words', 'word_stems')} * ${weight}`;
}
