import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { releases as recordedReleases } from '../upgrade/releases.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const versionOf = (path: string): string => (JSON.parse(read(path)) as { version: string }).version;

/** Versions in CHANGELOG.md, the newest first. */
const releases = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)(?: \(\d{4}-\d{2}-\d{2}\))?$/gm)].map(
  ([, version]) => version!,
);
const version = versionOf('packages/souk/package.json');

test('the newest release in CHANGELOG.md, below the unreleased changes, is the version of the package', () => {
  expect(/^## .*$/m.exec(read('CHANGELOG.md'))![0]).toBe('## Unreleased');
  expect(releases[0]).toBe(version);
});

test('the packages, the lock file and the documents name the same version', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> };
  for (const name of readdirSync(new URL('../../packages', import.meta.url))) {
    expect([name, versionOf(`packages/${name}/package.json`)]).toEqual([name, version]);
    expect([name, packages[`packages/${name}`]?.version]).toEqual([name, version]);
  }
  expect(read('README.md').match(/souk-\d+\.\d+\.\d+\.tgz/g)).toEqual([`souk-${version}.tgz`]);
  expect(read('examples/package.json')).toContain(`souk-client-${version}.tgz`);
});

test('the database of each earlier release is recorded for the tests of upgrades', () => {
  const earlier = releases.slice(1);
  expect(earlier.length).toBeGreaterThan(0);
  expect(earlier.filter((release) => !recordedReleases.includes(release))).toEqual([]);
});
