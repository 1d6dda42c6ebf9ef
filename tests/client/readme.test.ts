import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleFile, soukIn, writeFolder } from '../added-modules/shops.ts';
import { clientFolder } from '../support/shop-client.ts';
import { startProcess, type SoukProcess } from '../support/souk.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'packages/client/README.md'), 'utf8');
const [first = '', second = ''] = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block]) => block);

/** A folder of a project that has installed the client, and whose shop has a module. */
const folder = writeFolder({
  'package.json': '{ "type": "module" }',
  'souk.config.mjs': `import loyalty from '${exampleFile('loyalty')}';\nexport default { modules: [loyalty()] };`,
});
let souk: SoukProcess;

beforeAll(async () => {
  const installed = join(folder.path, 'node_modules/souk-client');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'packages/client/package.json'), join(installed, 'package.json'));
  cpSync(clientFolder, join(installed, 'dist'), { recursive: true });
  souk = await startProcess({ env: { SOUK_CONFIG: join(folder.path, 'souk.config.mjs') } });
});
afterAll(async () => {
  await souk.stop();
  folder.remove();
});

/** Compiles a program in the folder and runs it; returns the lines that it prints. */
async function run(example: string): Promise<string[]> {
  const given = `const [baseUrl, token] = ${JSON.stringify([souk.base, souk.admin.token])} as [string, string];\n`;
  const file = join(folder.path, 'example.ts');
  writeFileSync(file, given + example);
  const options = '--noEmit --strict --module nodenext --target es2024 --allowImportingTsExtensions --ignoreConfig';
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, ...options.split(' '), ...types, file], { stdio: 'inherit' });
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  rmSync(file);
  return stdout.trim().split('\n');
}

test('the example of the README runs', async () => {
  expect(await run(first)).toEqual([
    'Mug 12.5',
    'mug',
    'complete cup-1',
    'complete cup-2',
    'complete cup-3',
    expect.stringMatching(/^404 The product that was requested doesn't exist/),
    'en_US',
  ]);
});

test('the example with the module of a shop runs, and calls that do not fit do not compile', async () => {
  const { stdout } = await soukIn(folder.path, ['client']);
  expect(stdout).toMatch(/^\/\/ Printed by `souk client` of Souk \d+\.\d+\.\d+: /);
  writeFileSync(join(folder.path, 'shop-client.ts'), stdout);
  expect(await run(second)).toEqual(['3 3', '[]']);
  const wrong = [
    'await shop.acmeLoyaltyPoints.add({ customerId: 7 });',
    "await shop.acmeLoyaltyPoints.add({ customerId: 7, points: 'many' });",
    'const text: string = await shop.acmeLoyaltyPoints.get({ customerId: 7 });',
    'items[0]?.extension_attributes?.acme_points_amounts;',
  ].map((line) => `// @ts-expect-error\n${line}\n`);
  expect(await run(`${second}process.exit();\n${wrong.join('')}`)).toEqual(['6 6', '[]']);
});
