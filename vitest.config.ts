import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { apart, long } from './tests/long.ts';

/** Set by scripts/coverage.mjs. */
const isCovered = process.env.NODE_V8_COVERAGE !== undefined;

const all = ['tests/**/*.test.ts'];
/** The files of `vitest --mode`: `test` has the short tests, `long` the long ones, `thorough` both, and `all` every one. */
const files: Readonly<Record<string, { readonly include: string[]; readonly exclude: string[] }>> = {
  test: { include: all, exclude: [...apart, ...long] },
  long: { include: [...long], exclude: [] },
  thorough: { include: all, exclude: [...apart] },
  all: { include: all, exclude: [] },
};

export default defineConfig(({ mode }) => ({
  // The compiler of queries takes the library in its older form; there must be one of it in a process.
  resolve: { alias: { graphql: createRequire(import.meta.url).resolve('graphql') } },
  test: {
    ...files[mode],
    globalSetup: ['tests/support/setup.ts'],
    // Node.js loads the built program itself, and for coverage also the sources, so that it counts their functions.
    server: {
      deps: {
        external: [/\/dist\/test-\d+\//, ...(isCovered ? [new RegExp(`^${import.meta.dirname}/src/.*\\.ts$`)] : [])],
      },
    },
    setupFiles: isCovered ? ['tests/support/coverage.ts'] : [],
    pool: 'forks',
    // More than the cores of the smallest machine, since many files wait for background work; a PostgreSQL server has
    // connections for three.
    maxWorkers: process.env.TEST_DATABASE_URL ? 3 : 4,
    // The files of a worker share what they load. What a file changes for its whole process it puts back.
    isolate: false,
    // These end what hangs, and measure nothing: a machine with much other work is ten times slower.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As long as `until` waits.
    expect: { poll: { timeout: 150_000, interval: 10 } },
    reporters: ['default'],
  },
}));
