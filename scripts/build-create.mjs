// Builds packages/create: node scripts/build-create.mjs [folder], which is packages/create/dist unless given.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const source = fileURLToPath(new URL('../packages/create', import.meta.url));

/** Builds the package's program into a folder. */
export async function buildCreate(folder) {
  await build({
    entryPoints: [join(source, 'src/main.ts')],
    outfile: join(folder, 'create-souk-module.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'warning',
  });
  await stop();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildCreate(resolve(process.argv[2] ?? join(source, 'dist')));
}
