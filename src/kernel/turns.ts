/** How long work may go on before others get their turn, in milliseconds. */
const SPELL_MS = 10;

/** Gives others their turn when it is theirs; undefined while it is not yet. */
export type Turns = () => Promise<void> | undefined;

/**
 * Makes what long work asks between its steps (`await turns()`), so that it does not hold the event loop: other requests are
 * answered in between.
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

/** As `map` of a list, however long: others get their turns between its elements. */
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

/** The parts of a list that others get their turns between: `size` elements each, the last one fewer. */
export async function* slicesOf<T>(list: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  const turns = takeTurns();
  for (let start = 0; start < list.length; start += size) {
    yield list.length <= size ? list : list.slice(start, start + size);
    await turns();
  }
}
