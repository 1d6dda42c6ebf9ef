import { sql } from 'kysely';
import type { SqlTruth } from '../../storage/criteria/sql.ts';
import type { AskedWord } from './text/asked.ts';

/** A query of the full-text index in the syntax of each database. Words contain only letters and digits. */
interface IndexQuery {
  readonly sqlite: string;
  readonly postgres: string;
}

/** A query of the rows that contain one of the words, in one of its forms or by an alternative. */
export function indexQuery(words: readonly AskedWord[]): IndexQuery {
  const terms = [
    ...words.flatMap(({ forms }) => forms.map((form) => termQuery(form))),
    ...words.flatMap(({ stems }) => stems.map((stem) => termQuery(stem))),
    ...words.flatMap(({ alternatives }) =>
      alternatives.map((one) =>
        joined(
          'AND',
          '&',
          one.words.map((forms) =>
            joined(
              'OR',
              '|',
              forms.map((form) => termQuery(form)),
            ),
          ),
        ),
      ),
    ),
    ...words.flatMap(({ word, isBeginning }) => (isBeginning ? [termQuery(word, true)] : [])),
  ];
  return joined('OR', '|', terms);
}

/** A query of the rows with a word; `isBeginning`: or with a longer word that begins with it. */
export function termQuery(word: string, isBeginning = false): IndexQuery {
  return { sqlite: `"${word}"${isBeginning ? '*' : ''}`, postgres: `'${word}'${isBeginning ? ':*' : ''}` };
}

function joined(inSqlite: 'OR' | 'AND', inPostgres: '|' | '&', parts: readonly IndexQuery[]): IndexQuery {
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  return {
    sqlite: `(${parts.map(({ sqlite }) => sqlite).join(` ${inSqlite} `)})`,
    postgres: `(${parts.map(({ postgres }) => postgres).join(` ${inPostgres} `)})`,
  };
}

/**
 * Whether the row `x` of `catalog_search` holds for a store view: its words replace the inherited ones. For a `not exists`, PostgreSQL
 * would read the whole index of the table, and of a value that `is null` it would expect one row in two hundred, not one in two.
 */
export function isShownRow(storeId: number): SqlTruth {
  return sql`(x.store_id = ${storeId} or (x.store_id = 0 and not coalesce((
    select true from catalog_search o where o.product_id = x.product_id and o.store_id = ${storeId}), false)))`;
}
