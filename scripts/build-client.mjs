// Builds packages/client: node scripts/build-client.mjs [folder], which is packages/client/dist unless told.
// The sources are compiled as they are but for two files that read the declarations of the modules: their place take the same
// table and the same types in print, so that neither the server's code nor its types are in the package.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { printApi } from '../packages/client/declared/print.ts';
import { operationTable } from '../packages/client/declared/table.ts';
import { modules } from '../src/program/modules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  // Of browsers and Node.js alike.
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  verbatimModuleSyntax: true,
  declaration: true,
  emitDeclarationOnly: true,
  skipLibCheck: true,
};

/** Builds the package's files into a folder. */
export async function buildClient(folder) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const work = mkdtempSync(join(root, 'dist/client-'));
  const source = join(work, 'src');
  const made = join(work, 'made');
  cpSync(join(root, 'packages/client/src'), source, { recursive: true });
  writeFileSync(join(source, 'api.ts'), printApi(modules));
  writeFileSync(
    join(source, 'operations.ts'),
    `export const operations: import('./operation.ts').OperationTable = ${JSON.stringify(operationTable(modules))};\n`,
  );
  for (const name of readdirSync(source)) {
    const file = join(source, name);
    // As compilers of any setting find the types of a file.
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/'(\.\/[\w-]+)\.ts'/g, "'$1.js'"));
  }
  await build({
    entryPoints: [join(source, 'index.ts')],
    outfile: join(made, 'index.js'),
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: false,
    logLevel: 'warning',
  });
  await stop();
  writeFileSync(join(work, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(work, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, outDir: made, rootDir: source }, include: ['src'] }),
  );
  execFileSync(process.execPath, [compiler, '-p', work], { stdio: 'inherit' });
  // Whoever has the folder open meanwhile never sees half of it.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(resolve(folder, '..'), { recursive: true });
  renameSync(made, folder);
  rmSync(work, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildClient(resolve(process.argv[2] ?? join(root, 'packages/client/dist')));
}
