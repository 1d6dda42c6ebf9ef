import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kitApi, renderApi } from './api.ts';
import { renderReference } from './reference.ts';

const api = kitApi();
const names = [...api.names].flatMap(([subpath, all]) =>
  all.map((one) => ({ ...one, path: `${subpath}: ${one.name}` })),
);
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the kit has the names and declarations of packages/kit/api.txt: node tests/kit/api.ts > packages/kit/api.txt', () => {
  expect(renderApi(api)).toBe(read('packages/kit/api.txt'));
});

test('docs/modules/reference.md is current: node tests/kit/reference.ts > docs/modules/reference.md', () => {
  expect(renderReference(api)).toBe(read('docs/modules/reference.md'));
});

test('the kit has at most 200 names', () => {
  expect(names.length).toBeLessThanOrEqual(200);
});

test('each name of the kit and each contribution point has a doc comment', () => {
  expect(names.filter(({ comment }) => comment === '').map(({ path }) => path)).toEqual([]);
  expect(api.contributionPoints.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
});

test('the kit exports each name under the name of its declaration, or that in a namespace', () => {
  const renamed = names.filter(({ name, declaredName }) => name.replace(/^\w+\./, '') !== declaredName);
  expect(renamed.map(({ path, declaredName }) => `${path} is ${declaredName}`)).toEqual([]);
});
