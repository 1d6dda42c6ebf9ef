import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** How the program makes stores that live longer than a call. */
const makers: readonly RegExp[] = [
  /\bnew RecentMap[<(]/,
  /\bcreateBoundedStore<\w+>\(\w/,
  /\bcreateVersioned<[^(]*>\(\w/,
  /\bcreateResponseCache\([A-Z]/,
  /\bcreateDocumentCache<\w+>\(\w/,
  /\bmemoizeByType\(/,
  /\bcreateCachedStatements\([A-Z]/,
  /\bcachedSettings\(\w/,
  // An empty map or cell of a module.
  /^(?:export )?const \w+(?:: [^=]+)? = new (?:Weak)?Map(?:<.*>)?\(\);?$/m,
  /^const \w+ = new WeakMap<$/m,
];

/** Files that define such makers, and the service that is no part of the installation. */
const exempt =
  /^src\/(?:kernel\/bounded-store|kernel\/versioned|kernel\/fields-filter|storage\/recent-map|storage\/prepared|platform\/configuration\/cached-settings|faces\/graphql\/document-cache|faces\/webapi\/response-cache)\.ts$|^src\/faces\/marketplace\//;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join('src', file));
const document = readFileSync('docs/design/caches.md', 'utf8');

test('every file that makes a store is in the list of caches', () => {
  const unlisted = files.filter((file) => {
    if (exempt.test(file) || document.includes(`\`${file}\``)) return false;
    const source = readFileSync(file, 'utf8');
    return makers.some((maker) => maker.test(source));
  });
  expect(unlisted, 'add them to docs/design/caches.md, and what is read from the database to the walk').toEqual([]);
});

test('every file in the list is there', () => {
  const listed = [...document.matchAll(/`(src\/[\w/.-]+\.ts)`/g)].map(([, file]) => file!);
  expect(listed.length).toBeGreaterThan(30);
  expect(listed.filter((file) => !files.includes(file))).toEqual([]);
});
