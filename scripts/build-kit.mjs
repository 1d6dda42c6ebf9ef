// Builds packages/kit: node scripts/build-kit.mjs [folder], which is packages/kit/dist unless given.
// Its types are the declarations of the sources that it exports. Its code serves tests of modules: a server provides its own.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const source = join(root, 'packages/kit/src');
const { exports } = JSON.parse(readFileSync(join(root, 'packages/kit/package.json'), 'utf8'));
/** The source of each subpath. */
const entries = Object.keys(exports).map((path) => join(source, path === '.' ? 'index.ts' : `${path.slice(2)}.ts`));

/** Libraries of the kit's code that its users install with it. */
const installed = ['kysely'];

/** Builds the package's files into a folder. */
export async function buildKit(folder) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const work = mkdtempSync(join(root, 'dist/kit-'));
  const written = join(work, 'written');
  await build({
    entryPoints: entries,
    outdir: written,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: installed,
    packages: 'bundle',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  await stop();
  writeDeclarations(join(work, 'declared'), written);
  // Moved into place, so that a process that reads the folder meanwhile never finds half of it.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(resolve(folder, '..'), { recursive: true });
  renameSync(written, folder);
  rmSync(work, { recursive: true });
}

/** Writes the declarations that the kit reaches, with those by which modules add tables, services and fields. */
function writeDeclarations(all, target) {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: all,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: [...entries, ...merging()],
  };
  mkdirSync(all);
  const file = join(all, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(config));
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', file], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const files = readdirSync(all, { recursive: true }).filter((name) => name.endsWith('.d.ts'));
  const declared = new Map(files.map((name) => [name, withJsPaths(readFileSync(join(all, name), 'utf8'))]));
  const merged = [...declared].filter(([, text]) => /^declare module '\./m.test(text)).map(([name]) => name);
  const index = 'packages/kit/src/index.d.ts';
  const imports = merged.map((name) => `import '${relative(dirname(index), name).replace(/\.d\.ts$/, '.js')}';\n`);
  declared.set(index, imports.join('') + declared.get(index));
  // Where a module merges its fields before those of the platform are read, the compiler loses its fields.
  const parts = [...declared.keys()].filter((name) => /^packages\/kit\/src\/(?!index|testing)/.test(name));
  for (const name of parts) declared.set(name, `import './index.js';\n${declared.get(name)}`);
  const reached = reachedFrom(
    files.filter((one) => one.startsWith('packages/kit/')),
    declared,
  );
  // Files outside the kit may have types without a name.
  const faults = stdout.split('\n').filter((line) => reached.has(line.replace(/\.ts\(.*/, '.d.ts')));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  for (const name of reached) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), declared.get(name));
  }
}

/** Sources that add to the types of others by declaration merging: tables, services, fields. */
function merging() {
  return readdirSync(join(root, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, 'src', name))
    .filter((file) => /^declare module '\./m.test(readFileSync(file, 'utf8')));
}

/** Relative imports with `.js`, which compilers of any setting resolve to declarations. */
function withJsPaths(text) {
  return text.replaceAll(/(['"])(\.[^'"\n]+)\.ts\1/g, '$1$2.js$1');
}

function reachedFrom(starts, declared) {
  const reached = new Set(starts);
  for (const name of reached) {
    for (const [, target] of declared.get(name).matchAll(/(?:from |import |import\()['"](\.[^'"]+)\.js['"]/g)) {
      const path = join(dirname(name), `${target}.d.ts`);
      if (declared.has(path)) reached.add(path);
    }
  }
  return reached;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildKit(resolve(process.argv[2] ?? join(root, 'packages/kit/dist')));
}
