import { stemOf, type Language } from './stems.ts';
import { allWords, distinct, hyphenatedWords, plainText } from './words.ts';

/** Maximum length of a number and letters that are also searchable as one word, in characters: `500 ml`, `iphone 15`. */
const MAX_JOINED = 12;
/** Maximum length of a compound, in characters. */
export const MAX_COMPOUND = 24;

/** The entry of a text in the index: its words and their further forms, both joined by blanks. */
interface IndexedText {
  readonly words: string;
  /** Stems in the languages, and compounds: `tshirt` of `t-shirt`, `500ml` of `500 ml` and the other way round. */
  readonly stems: string;
}

/** The searchable words of a text in some languages. `isName`: two words in sequence are searchable as one, such as `bookshelf`. */
export function indexedText(
  text: string,
  languages: readonly Language[],
  { isName = false }: { isName?: boolean } = {},
): IndexedText {
  const plain = plainText(text);
  const all = allWords(plain);
  const words = distinct(all);
  const own = new Set(words);
  const others = [...compounds(plain, all, isName)];
  const further = others.filter((word) => !own.has(word));
  for (const word of [...words, ...others]) {
    for (const language of languages) {
      const stem = stemOf(word, language);
      if (!own.has(stem)) further.push(stem);
    }
  }
  return { words: words.join(' '), stems: distinct(further).join(' ') };
}

/** The words of a SKU, and the SKU without separators: `24mb01` finds `24-MB01`. */
export function indexedSku(sku: string): string {
  const words = allWords(plainText(sku));
  return distinct(words.length > 1 ? [...words, words.join('')] : words).join(' ');
}

/** Compounds of words that are often written apart, and parts of words that are often written together. */
function* compounds(plain: string, all: readonly string[], isName: boolean): Iterable<string> {
  for (const parts of hyphenatedWords(plain)) yield parts.join('');
  // Without digits only the words of names are joined.
  if (!isName && !/\d/.test(plain)) return;
  for (const [i, word] of all.entries()) {
    const next = all[i + 1] ?? '';
    if (isPair(word, next, isName)) yield word + next;
    const isMixed = word.length <= MAX_JOINED && /\d/.test(word) && /^(?:\d+[a-z]+|[a-z]+\d+)$/.test(word);
    if (isMixed) for (const [part] of word.matchAll(/\d+|[a-z]+/g)) yield part;
  }
}

/** Whether a word and the next one (empty: there is none) are searchable as one. */
function isPair(word: string, next: string, isName: boolean): boolean {
  if (next === '' || word.length + next.length > (isName ? MAX_COMPOUND : MAX_JOINED)) return false;
  return isName || (isNumber(word) && isLetters(next)) || (isLetters(word) && isNumber(next));
}

const isNumber = (word: string): boolean => /^\d{1,4}$/.test(word);
const isLetters = (word: string): boolean => /^[a-z]+$/.test(word);
