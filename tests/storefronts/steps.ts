import { afterAll, it } from 'vitest';

const results = { taken: 0, passed: 0 };
const schema = new Set<string>();

/** Tells the steps the names of the types and fields that the server has. */
export function learnSchema(names: Iterable<string>): void {
  for (const name of names) schema.add(name);
}

/**
 * A step of a journey: one test. The steps of a file build on each other. `needs`: a name of the schema without which the step is
 * skipped, since the component's query cannot be valid.
 */
export function step(name: string, work: () => Promise<void>, needs?: string): void {
  it(name, async (context) => {
    if (needs !== undefined && !schema.has(needs)) context.skip(`the schema has no ${needs}`);
    results.taken += 1;
    await work();
    results.passed += 1;
  });
}

/** Reports how many of the steps have passed. */
export function reportSteps(journey: string): void {
  afterAll(() => {
    process.stdout.write(`${journey}: ${results.passed} of ${results.taken} steps\n`);
  });
}
