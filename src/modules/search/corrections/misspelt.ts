import type { Call } from '../../../kernel/call.ts';
import { toleranceSetting } from '../configuration.ts';
import { languageIn } from '../index-products.ts';
import type { SearchLabels } from '../labels.ts';
import { stemOf } from '../text/stems.ts';
import type { AskedWord, WordAlternative } from '../text/asked.ts';
import { allowedEdits, editsBetween } from './edits.ts';
import { unknownWords, wordsAlike, wordsInStore, type MisspeltWord } from './known-words.ts';

/** Maximum number of misspelt words that are corrected in a search. */
const MAX_MISSPELT = 4;
/** Maximum number of known words that stand for a misspelt one. */
const MAX_CORRECTIONS = 3;
/** Known words of which the nearest are looked for in the store view. */
const MAX_CHECKED = 8;
/** Length from which a misspelt word may be the beginning of a longer one. */
const SHORTEST_BEGINNING = 5;

/** The words of a search, the misspelt ones with known words in their place, if the store view tolerates typing errors. */
export async function withCorrections(
  call: Call,
  words: readonly AskedWord[],
  labels: SearchLabels,
): Promise<readonly AskedWord[]> {
  return call.config.of(toleranceSetting, { storeId: call.scope.storeId })
    ? await correctWords(call, words, labels)
    : words;
}

/**
 * Adds known words to the words that neither a text nor a label of the call's store view contains in any form. Words with digits or
 * synonyms are not corrected. One query for a search without such words, otherwise three.
 */
export async function correctWords(
  call: Call,
  words: readonly AskedWord[],
  labels: SearchLabels,
): Promise<readonly AskedWord[]> {
  const checked = words.filter(
    (one) => !one.isWeak && one.alternatives.length === 0 && isCorrectable(one.word) && labels.shares(one).length === 0,
  );
  const unknown = (await unknownWords(call, checked)).slice(0, MAX_MISSPELT);
  if (unknown.length === 0) return words;
  const corrections = await correctionsOf(call, unknown, labels);
  return words.map((word) => {
    const alternatives = corrections.get(word);
    return alternatives ? Object.assign({}, word, { alternatives }) : word;
  });
}

const isCorrectable = (word: string): boolean => allowedEdits(word) > 0 && /^\p{Letter}+$/u.test(word);

/** The known words that stand for each of these, the nearest first. */
async function correctionsOf(
  call: Call,
  unknown: readonly AskedWord[],
  labels: SearchLabels,
): Promise<Map<AskedWord, WordAlternative[]>> {
  const language = languageIn(call, call.scope.storeId);
  const stem = (word: string): string => (language ? stemOf(word, language) : word);
  const misspelt = unknown.map((asked) => {
    const isBeginning = asked.isBeginning && asked.word.length >= SHORTEST_BEGINNING;
    return { asked, word: asked.word, stem: stem(asked.word), isBeginning };
  });
  const known = await wordsAlike(call, misspelt);
  const near = misspelt.map((one) => ({ one, words: nearest(one, [...new Set([...known, ...labels.words])]) }));
  const texts = near.flatMap(({ words }) => words.map(({ known }) => known).filter((word) => !labels.words.has(word)));
  const inStore = await wordsInStore(call, [...new Set(texts)]);
  return new Map(
    near.flatMap(({ one: { asked }, words }): [AskedWord, WordAlternative[]][] => {
      const found = words.filter(({ known }) => labels.words.has(known) || inStore.has(known));
      const best = found.filter(({ edits }) => edits === found[0]?.edits).slice(0, MAX_CORRECTIONS);
      if (best.length === 0) return [];
      const alternatives = best.map(({ known: text }): WordAlternative => {
        const forms = [...new Set([text, stem(text)])];
        return { text, words: [forms], kind: 'correction' };
      });
      return [[asked, alternatives]];
    }),
  );
}

/** A known word, and the number of letters in which a misspelt one differs. */
interface NearWord {
  readonly known: string;
  readonly edits: number;
}

/** The known words that differ least: whole words before beginnings, fewer edits first, then those with the same first letter. */
function nearest({ word, stem, isBeginning }: MisspeltWord, words: readonly string[]): NearWord[] {
  const most = allowedEdits(word);
  const near = (edits: (known: string) => number, limit: number): NearWord[] =>
    words
      .filter((known) => known !== word)
      .map((known) => ({ known, edits: edits(known) }))
      .filter((one) => one.edits <= limit);
  const hasStem = stem !== word && stem.length > 3;
  const whole = near((known) => {
    const ofStem = hasStem ? editsBetween(stem, known, most) : Infinity;
    return Math.min(editsBetween(word, known, most), ofStem);
  }, most);
  const found = whole.length > 0 || !isBeginning ? whole : near((known) => editsBetween(word, known, 1, true), 1);
  const rank = ({ known, edits }: NearWord): number =>
    4 * edits + (known.charAt(0) === word.charAt(0) ? 0 : 2) + (known.length === word.length ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b) || (a.known < b.known ? -1 : 1)).slice(0, MAX_CHECKED);
}
