/** A value that `fact`, a sentence, says is present. Throws an error with the sentence where it is not. */
export function invariant<T>(value: T | null | undefined, fact: string): T {
  if (value === undefined || value === null) throw new Error(`Broken invariant: ${fact}`);
  return value;
}
