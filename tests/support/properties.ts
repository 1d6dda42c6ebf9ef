import { configureGlobal, defaultReportMessage, type RunDetails } from 'fast-check';

export * from 'fast-check';

/** Seed of all generated values: the same in every run, so that a failure comes from a change. FUZZ_SEED sets another. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 1);

/** How many times as long as in their short form the fuzzers run. FUZZ_SCALE sets it; a failure depends on it and on the seed. */
export const fuzzScale = Number(process.env.FUZZ_SCALE ?? 1);

/** Fails with the smallest counterexample, and with the settings that repeat the run. */
function report<T>(details: RunDetails<T>): void {
  if (!details.failed) return;
  const repeat = `To repeat the run: FUZZ_SEED=${fuzzSeed} FUZZ_SCALE=${fuzzScale}`;
  throw new Error(`${defaultReportMessage(details)}\n${repeat}`, { cause: details.errorInstance });
}

configureGlobal({ seed: fuzzSeed, reporter: report });

/** A seed of its own for each name, so that tests of many things do not all begin with the same values. */
export function seedFor(name: string): number {
  return [...name].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, fuzzSeed);
}
