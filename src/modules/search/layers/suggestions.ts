import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { perDialect } from '../../../storage/dialects.ts';
import { suggestionSettings } from '../configuration.ts';
import { languageIn } from '../index-products.ts';
import { stemOf } from '../text/stems.ts';
import { wordsOf } from '../text/words.ts';

/** How many words of a search are looked at. */
const MAX_SEARCHED = 8;
/** How many words that begin alike are compared at most. */
const MAX_COMPARED = 20_000;

/**
 * Suggestions for a search with words that no product has: the search with similar words of names, which differ in a
 * letter or two. The nearest come first. Two queries at most. None when suggestions are disabled.
 */
export async function suggestSearches(call: Call, text: string): Promise<string[]> {
  const scope = { storeId: call.scope.storeId };
  const most = call.config.of(suggestionSettings.most, scope);
  if (!call.config.of(suggestionSettings.enabled, scope) || most < 1) return [];
  const words = wordsOf(text, MAX_SEARCHED);
  const unknown = (await unknownWords(call, words)).filter((word) => word.length > 2);
  if (unknown.length === 0) return [];
  const near = await nearWords(call, unknown, most);
  if (unknown.some((word) => !near.has(word))) return [];
  const count = Math.max(...[...near.values()].map((found) => found.length));
  return Array.from({ length: Math.min(count, most) }, (_, i) =>
    words
      .map((word) => {
        const found = near.get(word);
        return found ? (found[i] ?? found[0]) : word;
      })
      .join(' '),
  );
}

/** The words that no text of any product contains in any form. */
async function unknownWords(call: Call, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const language = languageIn(call, call.scope.storeId);
  const parts = words.map((word) => {
    const stem = language ? stemOf(word, language) : word;
    return sql`select cast(${word} as text) as word where not exists (${perDialect<unknown>({
      sqlite: sql`select 1 from catalog_search_fts where catalog_search_fts match ${`"${word}"* OR "${stem}"`}`,
      postgres: sql`select 1 from catalog_search s where s.vector @@ ${`'${word}':* | '${stem}'`}::tsquery`,
    })})`;
  });
  const { rows } = await sql<{ word: string }>`${sql.join(parts, sql` union all `)}`.execute(call.db);
  return rows.map(({ word }) => word);
}

/** Words that are similar to another, the nearest first. */
type NearWords = readonly [string, ...string[]];

/** Words of names that differ little from each of these, the nearest first. */
async function nearWords(call: Call, words: readonly string[], most: number): Promise<Map<string, NearWords>> {
  const parts = words.flatMap((word): RawBuilder<unknown>[] => {
    const code = word.codePointAt(0);
    if (code === undefined) return [];
    const [first, next] = [String.fromCodePoint(code), String.fromCodePoint(code + 1)];
    const span = mostEdits(word);
    return [
      sql`select distinct word from catalog_search_word where word >= ${first} and word < ${next}
        and length(word) between ${word.length - span} and ${word.length + span}`,
    ];
  });
  const { rows } = await sql<{ word: string }>`${sql.join(parts, sql` union `)} limit ${MAX_COMPARED}`.execute(call.db);
  return new Map(
    words.flatMap((word): [string, NearWords][] => {
      const [nearest, ...others] = rows
        .map((row) => ({ known: row.word, edits: editsBetween(word, row.word, mostEdits(word)) }))
        .filter(({ edits }) => edits <= mostEdits(word))
        .sort((a, b) => a.edits - b.edits || (a.known < b.known ? -1 : 1))
        .slice(0, most)
        .map(({ known }) => known);
      return nearest === undefined ? [] : [[word, [nearest, ...others]]];
    }),
  );
}

/** How many letters of a word may be wrong. */
function mostEdits(word: string): number {
  return word.length < 6 ? 1 : 2;
}

/**
 * Edit distance of two words: insertions, deletions, replacements and swaps of neighbours. Values above `most` are not
 * exact.
 */
function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, i) => i);
  let edits = other.length;
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    edits = i;
    let aboveBefore = i - 1;
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const above = last[j]!;
      edits = Math.min(above + 1, edits + 1, aboveBefore + (isSame ? 0 : 1));
      aboveBefore = above;
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) edits = Math.min(edits, beforeLast[j - 2]! + 1);
      row.push(edits);
    }
    if (Math.min(...row) > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return edits;
}
