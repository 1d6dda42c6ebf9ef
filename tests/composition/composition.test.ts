import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectPaths } from '../../src/platform/configuration/paths.ts';
import { modules } from '../../src/program/modules.ts';
import { fails, ok, startProcess, until, type Souk } from '../support/souk.ts';
import { notes } from './notes/module.ts';

/** The program of the whole run, which has no notes. */
const entry = process.env.SOUK_TEST_ENTRY!;
let souk: Souk;

beforeAll(async () => {
  const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const composed = join(dirname(entry), `composed-${process.pid}.mjs`);
  execFileSync(process.execPath, [here('../../scripts/build.mjs'), composed, here('program.ts')], { stdio: 'inherit' });
  process.env.SOUK_TEST_ENTRY = composed;
  souk = await startProcess();
});
afterAll(async () => {
  process.env.SOUK_TEST_ENTRY = entry;
  await souk.stop();
});

/** A module is a folder and a line in the list of modules: a database that is older than the module gets its tables and first rows. */
it('has the routes and tables of a module that is added to the list', async () => {
  expect(ok(await souk.admin.get('/V1/modules'))).toContain('Magento_Notes');
  expect(ok(await souk.admin.get('/V1/notes'))).toMatchObject([{ text: 'the first' }]);
  expect(ok(await souk.admin.post('/V1/notes', { text: 'the second' }))).toBe(2);
  fails(await souk.guest.get('/V1/notes'), 401);
});

it('takes its calls asynchronously and describes them', async () => {
  expect((await souk.admin.post('/async/V1/notes', { text: 'the third' })).status).toBe(202);
  await until(async () => ok(await souk.admin.get('/V1/notes')).length === 3);
  expect(ok(await souk.admin.get('/schema?services=notesNoteRepositoryV1')).paths['/V1/notes']).toBeDefined();
});

it('has its command, and its worker runs', async () => {
  await until(
    async () => (await souk.cli('note:list')).stdout === 'the first\tseen\nthe second\tseen\nthe third\tseen\n',
  );
});

it('tells its metric', async () => {
  expect((await souk.guest.raw('GET', '/metrics')).text).toMatch(/^souk_notes_stamped 3$/m);
});

it('has its configuration, with the default and the check', async () => {
  expect((await souk.cli('config:show', 'notes/stamp')).stdout).toBe('notes/stamp/text = seen\n');
  expect((await souk.cli('config:set', 'notes/stamp/text', '12')).stderr).toBe(
    'souk: The "12" value is not valid for notes/stamp/text. Enter small letters.\n',
  );
  expect((await souk.cli('config:set', 'notes/stamp/text', 'read')).stderr).toBe('');
  ok(await souk.admin.post('/V1/notes', { text: 'the fourth' }));
  await until(async () => ok(await souk.admin.get('/V1/notes')).at(-1).stamp === 'read');
});

it('has its mail', async () => {
  expect((await souk.cli('mail:preview', 'note')).stdout).toContain('as a sample');
});

it('refuses modules that declare the same configuration path', () => {
  const second = { ...notes, name: 'SecondNotes' };
  expect(() => collectPaths([...modules, notes, second])).toThrow(
    'SecondNotes declares the configuration path notes/stamp/text, which another module has',
  );
});
