import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { collectPaths } from '../../src/platform/configuration/paths.ts';
import type { Setting } from '../../src/kernel/settings.ts';
import { modules } from '../../src/program/modules.ts';

const known = collectPaths(modules);

/** The settings in the exports of a file, also those in objects and lists. */
function settingsIn(value: unknown): Setting<unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isSetting(value)) return [value];
  return Object.values(value).flatMap(settingsIn);
}

function isSetting(value: object): value is Setting<unknown> {
  return 'path' in value && 'type' in value && 'default' in value && 'options' in value;
}

test('every setting that a file exports is declared by a module, as it stands there', async () => {
  const files = globSync('src/**/*.ts').filter((file) => /\bsetting(?:Family)?\b/.test(readFileSync(file, 'utf8')));
  const exported = await Promise.all(files.map(async (file) => settingsIn({ ...(await import(resolve(file))) })));
  const settings = exported.flat();
  expect(settings.length).toBeGreaterThan(300);
  const wrong = settings.filter(
    ({ path, description, options }) =>
      known.get(path)?.description !== description || known.get(path)?.scope !== options.scope,
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
