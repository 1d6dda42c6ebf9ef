import { configureGlobal } from 'fast-check';

export * from 'fast-check';

/** Seed of all generated values: the same in every run, so that a failure comes from a change. FUZZ_SEED sets another. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 1);

/** How many times as long as in their short form the fuzzers run. FUZZ_SCALE sets it; a failure depends on it and on the seed. */
export const fuzzScale = Number(process.env.FUZZ_SCALE ?? 1);

configureGlobal({ seed: fuzzSeed });

/** A seed of its own for each name, so that tests of many things do not all begin with the same values. */
export function seedFor(name: string): number {
  return [...name].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, fuzzSeed);
}
