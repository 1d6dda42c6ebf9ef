import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import kit from '../../packages/kit/package.json' with { type: 'json' };
import root from '../../package.json' with { type: 'json' };
import souk from '../../packages/souk/package.json' with { type: 'json' };

const house = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'souk-kit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const link = (name: string): void => {
  const target = join(folder, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(house, 'node_modules', name), target);
};

it('names the versions of its libraries that the platform has', () => {
  const versions: Readonly<Record<string, string>> = { ...root.devDependencies, ...souk.dependencies };
  for (const [name, version] of Object.entries(kit.dependencies))
    expect([name, versions[name]]).toEqual([name, version]);
});

it('is packed with the types that the modules of the examples need', () => {
  execFileSync(process.execPath, [join(house, 'scripts/build-kit.mjs')]);
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  execFileSync('npm', pack, { cwd: join(house, 'packages/kit') });
  execFileSync('tar', ['xzf', `souk-kit-${kit.version}.tgz`], { cwd: folder });
  mkdirSync(join(folder, 'node_modules/@souk'), { recursive: true });
  cpSync(join(folder, 'package'), join(folder, 'node_modules/@souk/kit'), { recursive: true });
  for (const name of [...Object.keys(kit.dependencies), '@types/node']) link(name);
  cpSync(join(house, 'examples/modules'), join(folder, 'modules'), { recursive: true });
  cpSync(join(house, 'packages/create/template/src'), join(folder, 'modules/created'), { recursive: true });
  // A mistake that only the types find.
  writeFileSync(
    join(folder, 'modules/wrong.ts'),
    "import { module } from '@souk/kit';\nmodule({ nam: 'Acme_Wrong' });\n",
  );
  writeFileSync(
    join(folder, 'modules/values.ts'),
    `import { defineErrors, settings } from '@souk/kit';
    export const errors = defineErrors('acme', { tooMany: ['input', 'Too many values: %count', 'a limit is exceeded'] });
    export const configuration = settings([]);`,
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    noEmit: true,
    // Modules are published with declarations: they need a name for each type that functions of the kit return.
    declaration: true,
    skipLibCheck: true,
    types: ['node'],
    allowImportingTsExtensions: true,
  };
  // The compiler reads this file first, which merges its fields of carts before any file imports `@souk/kit` itself.
  const files = ['modules/created/carts.ts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files, include: ['modules'] }));
  const compiler = join(house, 'node_modules/typescript/bin/tsc');
  let output = '';
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    output = String(Reflect.get(Object(error), 'stdout'));
  }
  expect(
    output
      .trim()
      .split('\n')
      .filter((line) => /^\S+\(/.test(line)),
  ).toEqual([expect.stringMatching(/^modules\/wrong\.ts\(2,10\): error TS2561/)]);
}, 300_000);

it('serves tests of a module without a server', () => {
  const source =
    "import { decimal, PlatformError } from '@souk/kit'; console.log(decimal('1.10').plus(2).toString(), typeof PlatformError);";
  writeFileSync(join(folder, 'use.mjs'), source);
  expect(execFileSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' })).toBe('3.1 function\n');
});
