/** A row of a side-by-side comparison; undefined: the line is missing on that side. */
export interface ComparedLine {
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** Maximum lines for a comparison by the longest common subsequence; longer texts are compared line by line. */
const MOST = 1500;

/** Compares two texts side by side, with common lines in the same row. */
export function compareLines(left: string, right: string): ComparedLine[] {
  const [one, other] = [linesOf(left), linesOf(right)];
  if (one.length > MOST || other.length > MOST) {
    return Array.from({ length: Math.max(one.length, other.length) }, (_, i) => ({ left: one[i], right: other[i] }));
  }
  const common = commonLengths(one, other);
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      lines.push({ left: one[i++], right: other[j++] });
    } else if (j >= other.length || (i < one.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
      lines.push({ left: one[i++], right: undefined });
    } else lines.push({ left: undefined, right: other[j++] });
  }
  return paired(lines);
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** Lengths of the longest common subsequence of both texts, from each pair of lines. */
function commonLengths(one: readonly string[], other: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      rows[i]![j] = one[i] === other[j] ? rows[i + 1]![j + 1]! + 1 : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
    }
  }
  return rows;
}

/** Puts removed lines beside the added lines that replace them. */
function paired(lines: readonly ComparedLine[]): ComparedLine[] {
  const out: ComparedLine[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  const flush = (): void => {
    const length = Math.max(gone.length, come.length);
    for (let i = 0; i < length; i++) out.push({ left: gone[i], right: come[i] });
    [gone, come] = [[], []];
  };
  for (const line of lines) {
    if (line.left !== undefined && line.right !== undefined) {
      flush();
      out.push(line);
    } else if (line.left !== undefined) gone.push(line.left);
    else come.push(line.right!);
  }
  flush();
  return out;
}
