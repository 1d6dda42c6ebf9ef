// Bundles src/cli/main.ts and the libraries into one file: it starts in a tenth of the time that a tree of modules takes.
import { renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Libraries that have binaries or read files of their own. */
const withFiles = [
  '@fastify/swagger-ui',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'altair-static',
  'better-sqlite3',
  'dejavu-fonts-ttf',
  'pdfkit',
  'pg-native',
];
/** What libraries in CommonJS expect to be there. */
const commonJs = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** Writes the program to a file; `entry` is another one than Souk's own, such as one with further modules. */
export async function bundle(outfile = `${root}dist/souk.mjs`, entry = `${root}src/cli/main.ts`) {
  // Written aside and moved into place, so that a process that starts meanwhile never reads half a file.
  const draft = `${outfile}.${process.pid}.mjs`;
  await build({
    entryPoints: [entry],
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // What is bundled need not be found and read file by file: commands start in half the time.
    external: withFiles,
    banner: { js: commonJs },
    logLevel: 'warning',
  });
  renameSync(draft, outfile);
  await stop();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(process.argv[2], process.argv[3]);
