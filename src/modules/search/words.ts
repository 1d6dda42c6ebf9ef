/** Words longer than this are cut: nobody looks for them whole. */
const MAX_WORD_LENGTH = 64;
/** How many different words of a product are searched. */
const MAX_WORDS = 10_000;

/**
 * The different words of a text in order, in the form in which they are kept and compared: letters and digits in lower case,
 * without marks. Tags of HTML do not count.
 */
export function wordsOf(text: string, limit = MAX_WORDS): string[] {
  const plain = text
    .replace(/<[^>]*>/g, ' ')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const words = new Set<string>();
  for (const [word] of plain.matchAll(/[\p{Letter}\p{Number}]+/gu)) {
    words.add(word.slice(0, MAX_WORD_LENGTH).toWellFormed());
    if (words.size === limit) break;
  }
  return [...words];
}

/** The words of a text as they are kept: joined by blanks. */
export function indexed(text: string): string {
  return wordsOf(text).join(' ');
}
