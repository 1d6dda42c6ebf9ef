import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collectPaths } from '../../src/configuration/paths.ts';
import { modules } from '../../src/modules.ts';

/** A configuration path as it stands in the source. */
const literal =
  /'((?:souk|system|general|web|webapi|oauth|sales|sales_email|customer|catalog|checkout|tax|payment|carriers|admin)\/[a-z_]+\/[a-z_0-9/]+)'/g;

test('every path that the source reads is known', () => {
  const read = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(literal)].map(([, path]) => path!),
  );
  expect(read.length).toBeGreaterThan(100);
  const known = collectPaths(modules);
  expect([...new Set(read)].filter((path) => !known.has(path))).toEqual([]);
});
