/** Words longer than this are cut: nobody looks for them whole. */
const MAX_WORD_LENGTH = 64;
/** How many different words of a product are searched. */
const MAX_WORDS = 10_000;

/**
 * The different words of a text in order, in the form in which they are kept and compared: letters and digits in lower case,
 * without marks. Tags of HTML do not count.
 */
export function wordsOf(text: string, limit = MAX_WORDS): string[] {
  const words = new Set<string>();
  for (const word of allWords(text.replace(/<[^>]*>/g, ' '))) {
    words.add(word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).toWellFormed() : word);
    if (words.size === limit) break;
  }
  return [...words];
}

/** All words of a text without tags. Most texts are plain ASCII, of which the tables of Unicode say nothing new. */
function allWords(text: string): readonly string[] {
  if (isAscii.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return plain.match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

// oxlint-disable-next-line no-control-regex -- all of ASCII, control characters included
const isAscii = /^[\0-\x7f]*$/;

/** The words of a text as they are kept: joined by blanks. */
export function indexed(text: string): string {
  return wordsOf(text).join(' ');
}
