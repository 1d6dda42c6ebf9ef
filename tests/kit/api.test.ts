import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { kitApi, renderApi } from './api.ts';

const api = kitApi();

test('the kit has the names and declarations of packages/kit/api.txt: node tests/kit/api.ts > packages/kit/api.txt', () => {
  const file = fileURLToPath(new URL('../../packages/kit/api.txt', import.meta.url));
  expect(renderApi(api)).toBe(readFileSync(file, 'utf8'));
});

test('the kit has at most 200 names', () => {
  expect([...api.values()].flat().length).toBeLessThanOrEqual(200);
});
