import { elementAt } from '../../../kernel/lists.ts';
/** Letters of scripts that run from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const leftToRight = /\p{L}/u;

type Direction = 'right' | 'left' | 'neutral';

function directionOf(word: string): Direction {
  if (rightToLeft.test(word)) return 'right';
  return leftToRight.test(word) ? 'left' : 'neutral';
}

/**
 * The words of a line in the order in which they stand on paper. PDF text has no direction: the library shapes and reverses
 * letters within a word, but sets words from left to right. So the words of a right-to-left run are reversed here.
 */
export function visualOrder(line: string): string {
  const words = line.split(' ');
  const directions = words.map(directionOf);
  const base = directions.find((direction) => direction !== 'neutral');
  if (!base || !directions.includes('right')) return line;
  // Words of the other direction form runs; a number within a run belongs to it.
  const runs: string[][] = [];
  let open = false;
  words.forEach((word, i) => {
    const next = directions.slice(i).find((direction) => direction !== 'neutral');
    const isOther = directions[i] === 'neutral' ? open && next !== undefined && next !== base : directions[i] !== base;
    if (isOther && open) elementAt(runs, -1).push(word);
    else runs.push([word]);
    open = isOther;
  });
  const set = runs.map((run) => (base === 'left' ? run.toReversed() : run));
  return (base === 'right' ? set.toReversed() : set).flat().join(' ');
}

/** Breaks a text into lines of at most `width`: between words, and within a word only if that is wider than a line. */
export function breakLines(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line ? `${line} ${word}` : word;
      if (widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      const pieces = breakWord(word, width, widthOf);
      lines.push(...pieces.slice(0, -1));
      line = elementAt(pieces, -1);
    }
    lines.push(line);
  }
  return lines;
}

function breakWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const sign of word) {
    if (piece && widthOf(piece + sign) > width) {
      pieces.push(piece);
      piece = sign;
    } else piece += sign;
  }
  return [...pieces, piece];
}
