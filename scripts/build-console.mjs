// Builds the console and the GraphQL explorer: node scripts/build-console.mjs [folder], which is dist/console unless told.
// The typed client reads the declarations of the modules; in the bundle the same table in print takes their place.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { operationTable } from '../packages/client/declared/table.ts';
import { modules } from '../src/program/modules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'packages/console');

const printedTable = {
  name: 'printed-table',
  setup(bundle) {
    bundle.onLoad({ filter: /packages[\\/]client[\\/]src[\\/]operations\.ts$/ }, () => ({
      contents: `export const operations = JSON.parse(${JSON.stringify(JSON.stringify(operationTable(modules)))});`,
      loader: 'js',
    }));
  },
};

/** Writes the pages of the console and the page of the explorer into a folder. */
export async function buildConsole(folder) {
  mkdirSync(resolve(folder, '..'), { recursive: true });
  // Made aside and moved into place, so that a process that starts meanwhile never finds half of it.
  const draft = mkdtempSync(`${resolve(folder)}-`);
  const { outputFiles } = await build({
    entryPoints: { console: join(source, 'src/main.tsx'), explorer: join(source, 'src/explorer/main.tsx') },
    outdir: join(draft, 'assets'),
    bundle: true,
    splitting: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    write: false,
    logLevel: 'warning',
    plugins: [printedTable],
  });
  await stop();
  mkdirSync(join(draft, 'assets'));
  const names = outputFiles.map(({ path, contents }) => {
    writeFileSync(path, contents);
    return path.slice(path.lastIndexOf('/') + 1);
  });
  const named = (entry, end) => names.find((name) => name.startsWith(`${entry}-`) && name.endsWith(end));
  const icon = readFileSync(join(source, 'icon.svg'));
  const iconName = `icon-${createHash('sha256').update(icon).digest('hex').slice(0, 8)}.svg`;
  writeFileSync(join(draft, 'assets', iconName), icon);
  for (const [entry, page] of [
    ['console', 'index.html'],
    ['explorer', 'explorer.html'],
  ]) {
    const text = readFileSync(join(source, page), 'utf8')
      .replace('{{script}}', named(entry, '.js'))
      .replace('{{application}}', named('app', '.js'))
      .replace('{{style}}', named(entry, '.css'))
      .replace('{{icon}}', iconName);
    writeFileSync(join(draft, page), text);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildConsole(resolve(process.argv[2] ?? join(root, 'dist/console')));
}
