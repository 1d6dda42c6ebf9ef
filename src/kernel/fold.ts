/** Whether a text is of ASCII letters alone, which have no marks. */
const isPlain = /^[\0-\x7f]*$/;

/**
 * A text in the form in which texts are compared, sorted and found: in lower case and without the accents and other marks of
 * Latin, Greek and Cyrillic letters. The databases' `fold` gives the same (`storage/sql.ts`).
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (isPlain.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
