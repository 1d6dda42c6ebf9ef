import { stemOf, type Language } from './stems.ts';
import { stopWords } from './stop-words.ts';
import { MAX_COMPOUND } from './indexed.ts';
import { allWords, distinct, hyphenatedWords, plainText } from './words.ts';

/** Other words that count as a word of a search: a synonym, or known words in place of a misspelt one. */
export interface WordAlternative {
  /** The words as a person reads them. */
  readonly text: string;
  /** All of them must be there, each in one of its forms. */
  readonly words: readonly (readonly string[])[];
  readonly kind: 'synonym' | 'correction';
}

/** A word of a search. */
export interface AskedWord {
  readonly word: string;
  /** The word itself, and compounds that end with it: `tshirt` for the `shirt` of `t-shirt`. */
  readonly forms: readonly string[];
  /** Stems of the forms that differ from them. */
  readonly stems: readonly string[];
  /** Whether longer words with this beginning match as well. */
  readonly isBeginning: boolean;
  /** Whether it only affects the ranking of products that match other words: the `t` of `t-shirt`. */
  readonly isWeak: boolean;
  readonly alternatives: readonly WordAlternative[];
}

/** Which words of a text may be the beginnings of longer ones. */
export type Beginnings = 'none' | 'last' | 'all';

/**
 * The search words of a text, in a language. Articles, prepositions and single letters are ignored beside other words: nearly every
 * product contains them.
 */
export function askedWords(
  text: string,
  language: Language | undefined,
  beginnings: Beginnings,
  limit: number,
): AskedWord[] {
  const plain = plainText(text);
  const all = distinct(allWords(plain), limit);
  const counted = all.filter((word) => language === undefined || isLetter(word) || !stopWords[language].has(word));
  const areAllWeak = counted.every(isLetter);
  const joined = Map.groupBy(compounds(plain, all), ({ last }) => last);
  return (areAllWeak ? all : counted).map((word): AskedWord => {
    const forms = distinct([word, ...(joined.get(word) ?? []).map(({ compound }) => compound)]);
    const stems = language === undefined ? [] : forms.map((form) => stemOf(form, language));
    const isWeak = !areAllWeak && isLetter(word);
    return {
      word,
      forms: isWeak ? [word] : forms,
      stems: isWeak ? [] : distinct(stems.filter((stem) => !forms.includes(stem))),
      isBeginning: !isWeak && (beginnings === 'all' || (beginnings === 'last' && word === all.at(-1))),
      isWeak,
      alternatives: [],
    };
  });
}

const isLetter = (word: string): boolean => /^[a-z]$/.test(word);

/** Pairs of consecutive words, and words with hyphens, joined into one word each; `last`: its last part. */
function compounds(plain: string, words: readonly string[]): { readonly last: string; readonly compound: string }[] {
  const found: { last: string; compound: string }[] = [];
  const add = (last: string, compound: string): void => {
    if (compound.length <= MAX_COMPOUND) found.push({ last, compound });
  };
  let before: string | undefined;
  for (const word of words) {
    if (before !== undefined) add(word, before + word);
    before = word;
  }
  for (const parts of hyphenatedWords(plain)) {
    const last = parts.at(-1);
    if (last !== undefined) add(last, parts.join(''));
  }
  return found;
}
