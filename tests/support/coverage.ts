import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

// Programs that the tests start are not counted: they run bundles.
delete process.env.NODE_V8_COVERAGE;

// A worker of the tests is killed at its end, before Node.js writes the coverage itself.
afterAll(() => takeCoverage());
