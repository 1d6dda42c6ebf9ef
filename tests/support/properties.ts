import { configureGlobal } from 'fast-check';

export * from 'fast-check';

// The same values in every run, so that a run tells of what has changed; FUZZ_SEED looks at others.
configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });
