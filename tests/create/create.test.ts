import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import create from '../../packages/create/package.json' with { type: 'json' };
import { program } from '../added-modules/shops.ts';
import { createDatabase, engines } from '../storage/databases.ts';
import { hasProgram } from '../support/programs.ts';

const main = fileURLToPath(new URL('../../packages/create/src/main.ts', import.meta.url));
const testing = new URL('../../packages/kit/src/testing.ts', import.meta.url).href;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'souk-create-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program of Node.js in a folder to its end. */
function run(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Puts the built server and the test functions of the kit where npm installs them. */
function installIn(folder: string): void {
  const modules = join(folder, 'node_modules');
  write(join(modules, 'souk/package.json'), '{ "name": "souk" }');
  write(join(modules, 'souk/bin/start.mjs'), `await import(${JSON.stringify(program)});`);
  const exports = { './testing': './testing.js' };
  write(join(modules, '@souk/kit/package.json'), JSON.stringify({ name: '@souk/kit', type: 'module', exports }));
  write(join(modules, '@souk/kit/testing.js'), `export * from ${JSON.stringify(testing)};`);
}

it.each(engines)('creates a module whose tests pass on %s', async (kind) => {
  const folder = emptyFolder();
  const { code, stdout } = await run(folder, [main, '@acme-corp/gift-wrap']);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('The module AcmeCorp_GiftWrap is in the folder gift-wrap. Next:') as string,
  });
  const made = join(folder, 'gift-wrap');
  installIn(made);
  const database = await createDatabase(kind);
  onTestFinished(() => database.remove());
  const tests = ['--test', '--test-reporter=tap', 'tests/module.test.ts'];
  const result = await run(made, tests, { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url });
  expect(result.stdout).toContain('# pass 3\n# fail 0');
  expect(result.code).toBe(0);
});

it('names everything after the module, and leaves no name of the template', async () => {
  const folder = emptyFolder();
  await run(folder, [main, 'acme-loyalty']);
  const made = join(folder, 'acme-loyalty');
  const files = readdirSync(made, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const text = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['.gitignore', 'README.md', 'package.json', 'souk.config.ts', 'tsconfig.json']),
  );
  expect(text).not.toMatch(/vendor.?name|\^0\.0\.0/i);
  for (const name of ["'Acme_Loyalty'", 'acme_loyalty_fee:', '/V1/acme/loyalty/fees/', 'setAcmeLoyaltyNote'])
    expect(text).toContain(name);
  expect(JSON.parse(readFileSync(join(made, 'package.json'), 'utf8'))).toMatchObject({
    name: 'acme-loyalty',
    devDependencies: { souk: `^${create.version}`, '@souk/kit': `^${create.version}` },
    peerDependencies: { '@souk/kit': `^${create.version}` },
  });
});

it('takes another name of the module, and packed packages from a folder', async () => {
  const folder = emptyFolder();
  for (const prefix of ['souk', 'souk-kit']) write(join(folder, `packed/${prefix}-${create.version}.tgz`), '');
  expect((await run(folder, [main, 'loyalty', '--module', 'Acme_Points', '--from', 'packed'])).code).toBe(0);
  const manifest = readFileSync(join(folder, 'loyalty/package.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({
    devDependencies: { '@souk/kit': `file:${join(folder, `packed/souk-kit-${create.version}.tgz`)}` },
  });
  expect(readFileSync(join(folder, 'loyalty/src/index.ts'), 'utf8')).toContain("name: 'Acme_Points'");
});

it.each([
  [['My Module'], '"My Module" is not a name for a package: use lower-case letters'],
  [['@acme/'], '"@acme/" is not a name for a package'],
  [['../acme-loyalty'], '"../acme-loyalty" is not a name for a package'],
  [['loyalty'], '"loyalty" has no vendor: use @vendor/loyalty or vendor-loyalty, or --module Vendor_Loyalty'],
  [['@3m/tape'], '"3m_Tape" is not a name for a module'],
  [['@magento/loyalty'], 'the vendor "Magento" is taken'],
  [['@acme/a-very-long-name-of-a-module-that-no-table-could-have'], 'has more than 40 characters'],
  [['acme-loyalty', '--module', 'loyalty'], '"loyalty" is not a name for a module'],
  [['acme-loyalty', 'acme-points'], '"acme-points" is too much: give one name'],
  [['acme-loyalty', '--colour', 'red'], "Unknown option '--colour'"],
  [['acme-loyalty', '--from', 'none'], `souk-${create.version}.tgz does not exist: run npm pack`],
  [[], 'a name is missing, such as @acme/loyalty; --help has more'],
  [['acme-notes'], 'the folder acme-notes is not empty: use another name, or empty it'],
])('refuses %j and writes nothing', async (args, message) => {
  const folder = emptyFolder();
  write(join(folder, 'acme-notes/note.txt'), 'keep');
  const { code, stdout, stderr } = await run(folder, [main, ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^create-souk-module: .*\n$/);
  expect(stderr).toContain(message);
  expect(readdirSync(folder, { recursive: true })).toEqual(['acme-notes', 'acme-notes/note.txt']);
});

it('prints help and its version', async () => {
  const folder = emptyFolder();
  expect((await run(folder, [main, '--help'])).stdout).toContain('Usage: npm create souk-module <name>');
  expect(await run(folder, [main, '--version'])).toEqual({ code: 0, stdout: `${create.version}\n`, stderr: '' });
});

it.runIf(hasProgram('script'))('asks for the name in a terminal, again after a wrong one', async () => {
  const folder = emptyFolder();
  const command = `'${process.execPath}' '${main}'`;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, stdio: 'pipe' });
  const answers = ['loyalty\n', '@acme/loyalty\n'];
  let output = '';
  let answered = 0;
  terminal.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    // One answer to each question: the terminal repeats what is typed, in pieces.
    const questions = stripVTControlCharacters(output).split('such as @acme/loyalty: ').length - 1;
    while (answered < Math.min(questions, answers.length)) terminal.stdin.write(answers[answered++]);
  });
  await new Promise((resolve) => terminal.once('exit', resolve));
  expect(output).toContain('"loyalty" has no vendor');
  expect(existsSync(join(folder, 'loyalty/src/index.ts'))).toBe(true);
});

it('depends on the compiler and the types with which the modules of the house are checked', async () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
  const made = read('packages/create/template/package.json').devDependencies;
  const { devDependencies } = read('package.json');
  for (const name of ['typescript', '@types/node']) expect(made[name]).toBe(`^${devDependencies[name]}`);
});
