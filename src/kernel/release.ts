/** Whether release `a` (such as `2.4.8`) is `b` or newer. */
export function isAtLeast(a: string, b: string): boolean {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function partsOf(release: string): number[] {
  return release.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
}
