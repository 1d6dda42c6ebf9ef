import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandGroups } from '../../src/kernel/commands.ts';
import { errorTables } from '../../src/kernel/errors.ts';
import { buildRegistry } from '../../src/kernel/register.ts';
import { resources } from '../../src/faces/marketplace/routes.ts';
import { modules } from '../../src/program/modules.ts';
import argumentTexts from '../../src/faces/reference/arguments.json' with { type: 'json' };
import { NEWEST_RELEASE, renderCompatibility } from '../../src/faces/reference/compatibility.ts';
import { renderModules } from '../../src/faces/reference/modules.ts';
import { renderEnvironment, renderSettings } from '../../src/program/cli/settings-pages.ts';
import { variables } from '../../src/program/environment/variables.ts';
import '../../src/program/server.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));

test('every row of an error table is thrown somewhere', () => {
  // Tests of the same process may have tables of their own.
  const own = [...errorTables()].filter(([owner]) =>
    sources.some(({ text }) => text.includes(`defineErrors('${owner}'`)),
  );
  expect(own.length).toBeGreaterThan(20);
  const unused = own.flatMap(([owner, table]) =>
    Object.keys(table)
      .filter(
        (key) => !sources.some(({ text }) => new RegExp(`Errors\\.${key}\\b|Errors\\[['"]${key}['"]\\]`).test(text)),
      )
      .map((key) => `${owner}.${key}`),
  );
  expect(unused).toEqual([]);
});

test('docs/errors.md says what the error tables say', () => {
  expect(readFileSync('docs/errors.md', 'utf8').trim(), 'run: bin/souk errors > docs/errors.md').toBe(
    execFileSync(process.execPath, [process.env.SOUK_TEST_ENTRY!, 'errors'], { encoding: 'utf8' }).trim(),
  );
});

test('COMPATIBILITY.md says what the declarations say', () => {
  const routesOf = (release: string) => buildRegistry(modules, 'commercial', release).routes;
  const rendered = renderCompatibility({ routes: routesOf('2.4.8'), newest: routesOf(NEWEST_RELEASE) }, resources);
  expect(readFileSync('COMPATIBILITY.md', 'utf8').trim(), 'run: bin/souk compatibility > COMPATIBILITY.md').toBe(
    rendered.trim(),
  );
});

test('docs/design/modules.md says what the manifests say', () => {
  expect(
    readFileSync('docs/design/modules.md', 'utf8').trim(),
    'run: bin/souk modules --graph > docs/design/modules.md',
  ).toBe(renderModules(modules).trim());
});

test('arguments that are taken and ignored are said to be, where they are declared', () => {
  const ignored = Object.entries(argumentTexts).flatMap(([name, text]) =>
    text.startsWith('Taken and ignored') ? [name] : [],
  );
  expect(ignored.length).toBeGreaterThan(3);
  const silent = buildRegistry(modules, 'commercial', '2.4.8').routes.flatMap(({ route }) =>
    ignored
      .filter((name) => name in route.input && !route.partial?.includes(name))
      .map((name) => `${route.path} ${name}`),
  );
  expect(silent).toEqual([]);
});

test('docs/settings.md says what the declarations of the platform configuration say', () => {
  expect(readFileSync('docs/settings.md', 'utf8').trim(), 'run: bin/souk settings > docs/settings.md').toBe(
    renderSettings(modules).trim(),
  );
});

test('docs/environment.md has the environment variables, and the code reads no others', () => {
  expect(readFileSync('docs/environment.md', 'utf8').trim(), 'run: bin/souk environment > docs/environment.md').toBe(
    renderEnvironment().trim(),
  );
  const read = new Set(sources.flatMap(({ text }) => [...text.matchAll(/\benv\.([A-Z_]+)/g)].map((match) => match[1])));
  const names = new Set(Object.values(variables).map(({ name }) => name));
  expect([...read].filter((name) => !names.has(name!))).toEqual([]);
});

test('docs/cli.md has the commands of the program, each in a group of its own', () => {
  const souk = (...args: string[]): string =>
    execFileSync(process.execPath, [process.env.SOUK_TEST_ENTRY!, ...args], { encoding: 'utf8' });
  expect(readFileSync('docs/cli.md', 'utf8').trim(), 'run: bin/souk commands > docs/cli.md').toBe(
    souk('commands').trim(),
  );
  // The modules of the repository belong to the groups with names of their own.
  expect(souk('--help')).not.toContain(commandGroups.added);
});

test('docs/README.md leads to every page of docs', () => {
  const index = readFileSync('docs/README.md', 'utf8');
  const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

test('a path of the interface is written only in its declaration', () => {
  const offenders = sources
    // A migration calls the paths of another shop.
    .filter(({ file }) => !file.startsWith('reference/') && !file.includes('modules/migration/'))
    .flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => /(?<!\bpath: )['"`]\/V1\//.test(line) && !/^\s*(\*|\/[*/])/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(offenders).toEqual([]);
});

test('docs/design/contribution-points.md counts the points', () => {
  const page = readFileSync('docs/design/contribution-points.md', 'utf8');
  const rows = page.match(/^\| `\w+` +\|/gm) ?? [];
  const blocks = sources.flatMap(({ text }) => text.match(/interface ContributionPoints \{[^}]*\}/g) ?? []);
  const declared = new Set(blocks.flatMap((block) => [...block.matchAll(/^ +(\w+): /gm)].map(([, name]) => name)));
  expect(page).toContain(`${rows.length} contribution points in the table, of ${declared.size} declared ones.`);
  expect(rows.map((row) => /`(\w+)`/.exec(row)?.[1]).filter((name) => !declared.has(name))).toEqual([]);
});
