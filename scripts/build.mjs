// Bundles src/cli/main.ts into one file (dist/souk.mjs unless told): it starts in a tenth of the time that a tree of modules takes.
import { renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = process.argv[2] ?? `${root}dist/souk.mjs`;
// Written aside and moved into place, so that a process that starts meanwhile never reads half a file.
const draft = `${outfile}.${process.pid}.mjs`;
await build({
  entryPoints: [`${root}src/cli/main.ts`],
  outfile: draft,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  packages: 'external',
  logLevel: 'warning',
});
renameSync(draft, outfile);
