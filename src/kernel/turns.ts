/** Longest uninterrupted work in one turn of the event loop, in milliseconds. */
const SPELL_MS = 10;

/** Yields to other requests when it is time; otherwise returns undefined. */
export type Turns = () => Promise<void> | undefined;

/**
 * Makes the function that long work calls between its steps (`await turns()`), so that it does not block the event loop: other
 * requests are answered in between.
 */
export function takeTurns(): Turns {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SPELL_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}

/** As `map` of a list of any length, yielding to other requests between elements. */
export async function inTurns<T, R>(list: readonly T[], change: (element: T, index: number) => R): Promise<R[]> {
  const turns = takeTurns();
  const results: R[] = [];
  for (const [index, element] of list.entries()) {
    results.push(change(element, index));
    const turn = turns();
    if (turn) await turn;
  }
  return results;
}

/** The slices of a list, with yields to other requests in between: `size` elements each, the last one fewer. */
export async function* slicesOf<T>(list: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  const turns = takeTurns();
  for (let start = 0; start < list.length; start += size) {
    yield list.length <= size ? list : list.slice(start, start + size);
    await turns();
  }
}
