/** Letters of a word that may be wrong: none of fewer than 4, one of up to 7, two of more. */
export function allowedEdits(word: string): 0 | 1 | 2 {
  if (word.length < 4) return 0;
  return word.length < 8 ? 1 : 2;
}

/**
 * Edit distance of two words: insertions, deletions, replacements and swaps of neighbours. Values above `most` are not exact.
 * `isBeginning`: the least distance of a beginning of `other`.
 */
export function editsBetween(one: string, other: string, most: number, isBeginning = false): number {
  if (one.length - other.length > most || (!isBeginning && other.length - one.length > most)) return most + 1;
  const length = isBeginning ? Math.min(other.length, one.length + most) : other.length;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const above = valueOf(last, j);
      let edits = Math.min(above + 1, valueOf(row, j - 1) + 1, valueOf(last, j - 1) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) edits = Math.min(edits, valueOf(beforeLast, j - 2) + 1);
      row.push(edits);
    }
    if (Math.min(...row) > most) return most + 1;
    beforeLast = last;
    last = row;
  }
  return isBeginning ? Math.min(...last) : valueOf(last, length);
}

const valueOf = (row: readonly number[], i: number): number => row[i] ?? Infinity;

/** First and last letters of the alphabets whose words are corrected with other letters. */
const alphabets = [
  ['a', 'z'],
  ['\u03b1', '\u03c9'],
  ['\u0430', '\u044f'],
].map(([first = '', last = '']) => {
  const from = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, i) => String.fromCharCode(from + i));
});

/** The letters that may stand in a word in place of others: those of its alphabet. */
function lettersFor(word: string): readonly string[] {
  return alphabets.find((letters) => letters.includes(word.charAt(0))) ?? [];
}

/** All words that differ from a word in one letter, and the word itself. `within`: only letters before this place are edited. */
export function oneEditAway(word: string, within = word.length + 1): string[] {
  const letters = lettersFor(word);
  const found = new Set([word]);
  for (let i = 0; i < Math.min(within, word.length + 1); i++) {
    const before = word.slice(0, i);
    const after = word.slice(i);
    for (const letter of letters) {
      found.add(before + letter + after);
      if (after !== '') found.add(before + letter + after.slice(1));
    }
    if (after !== '') found.add(before + after.slice(1));
    if (after.length > 1) found.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  return [...found];
}
