/** Whether a text is ASCII only, which has no accents. */
const isPlain = /^[\0-\x7f]*$/;

/**
 * The normal form of a text for comparing, sorting and searching: in lower case, without accents and other marks of Latin,
 * Greek and Cyrillic letters. The `fold` of the databases returns the same (`storage/sql.ts`).
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (isPlain.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
