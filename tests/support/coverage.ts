import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

// A worker of the tests is killed at its end, before Node.js writes the coverage itself.
afterAll(() => takeCoverage());
