/** Maximum length of words; longer ones are cut, because nobody searches for them whole. */
const MAX_WORD_LENGTH = 64;
/** Number of different words of a product that are searchable. */
const MAX_WORDS = 10_000;

/**
 * The distinct words of a text, in order, in the stored format: letters and digits in lower case, without accents. HTML
 * tags are ignored.
 */
export function wordsOf(text: string, limit = MAX_WORDS): string[] {
  return distinct(allWords(plainText(text)), limit);
}

/** A text in lower case without HTML tags, accents and possessive endings ("men's"). */
export function plainText(text: string): string {
  const bare = text.replace(/<[^<>]*>/g, ' ');
  const plain = isAscii.test(bare) ? bare.toLowerCase() : withoutMarks(bare);
  return plain.includes("'") ? plain.replace(/([a-z])'s(?![a-z])/g, '$1') : plain;
}

/** All words of a plain text. */
export function allWords(plain: string): readonly string[] {
  return plain.match(isAscii.test(plain) ? /[a-z0-9]+/g : /[\p{Letter}\p{Number}]+/gu) ?? [];
}

/** Words that are written with hyphens in a plain text, each as the list of its parts: `t-shirt`. */
export function hyphenatedWords(plain: string): readonly (readonly string[])[] {
  if (!/[-\u2010]/.test(plain)) return [];
  // Two expressions that are linear: one for whole words would try each letter of a long word as its first one.
  const runs: readonly string[] =
    plain.match(isAscii.test(plain) ? /[a-z0-9-]+/g : /[\p{Letter}\p{Number}\-\u2010]+/gu) ?? [];
  return runs
    .filter((run) => /[-\u2010]/.test(run))
    .flatMap((run) => run.split(/[-\u2010]{2,}|^[-\u2010]|[-\u2010]$/))
    .map((word) => word.split(/[-\u2010]/))
    .filter((parts) => parts.length > 1);
}

/** The different words of a list, in order, at most `limit`; long ones are cut. */
export function distinct(words: Iterable<string>, limit = MAX_WORDS): string[] {
  const found = new Set<string>();
  for (const word of words) {
    found.add(word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).toWellFormed() : word);
    if (found.size === limit) break;
  }
  return [...found];
}

// oxlint-disable-next-line no-control-regex -- all of ASCII, control characters included
const isAscii = /^[\0-\x7f]*$/;

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '’': "'",
};

function withoutMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı’]/g, (letter) => letters[letter] ?? letter);
}
