/** Parts of the built program, to run in the tests' own process. */
export type Parts = typeof import('./parts.ts');

/** Loads them, once for each process. */
export async function loadParts(): Promise<Parts> {
  const file = process.env.SOUK_TEST_PARTS;
  if (!file) throw new Error('run the tests with vitest: its set-up builds the server');
  return (await import(file)) as Parts;
}
