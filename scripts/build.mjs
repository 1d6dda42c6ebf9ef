// Bundles src/program/cli/main.ts and the libraries into one file, which starts in a tenth of the time that a tree of modules takes, and the
// console and the documentation beside it.
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { buildDocs } from './build-docs.mjs';
import { besideProgram, copyLibraries, largeLibraries, librarySources } from './library-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Libraries with binaries that npm chooses by platform, and one that Souk is built without. */
const external = ['@node-rs/argon2', 'sharp', 'pg-native'];
/** What libraries in CommonJS expect to be there. */
const commonJs = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Modules that import `node:http` get it by `require`. An import reads all that a module exports, and with `http.WebSocket` Node.js then
 * loads its client of HTTP, which takes 3 MB of the heap and which a server seldom needs.
 */
const requiredHttp = {
  name: 'required-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'required' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({ contents: `module.exports = require('${path}')` }));
  },
};

/** Writes a program, a library of its parts, or a package (`more`: options of the bundler) to a file. */
async function bundleAlone(outfile, entry, more = {}) {
  // Written aside and moved into place, so that a process that starts meanwhile never reads half a file.
  const draft = `${outfile}.${process.pid}.mjs`;
  await build({
    entryPoints: [entry],
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // A process keeps the text of its program. Without indentation it is a quarter shorter; names and lines stay for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    // Profiles tell by it which file a function comes from.
    sourcemap: process.env.SOURCE_MAP ? 'external' : false,
    sourcesContent: false,
    // What is bundled need not be found and read file by file: commands start in half the time.
    external,
    banner: { js: commonJs },
    plugins: [besideProgram, requiredHttp],
    logLevel: 'warning',
    ...more,
  });
  writeFileSync(draft, inAscii(readFileSync(draft, 'utf8')));
  renameSync(draft, outfile);
  if (process.env.SOURCE_MAP) renameSync(`${draft}.map`, `${outfile}.map`);
}

/**
 * The same program in ASCII alone: strings, regular expressions and comments may have any sign as its escape. A process keeps the text of
 * its program, in two bytes for each sign where only one of them needs two: that is 10 MB.
 */
function inAscii(program) {
  return program.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Writes the libraries that are large and seldom used, each bundled in a file, and the files of others into a folder. */
async function addLibraries(folder) {
  copyLibraries(folder);
  for (const [name, file] of Object.entries({ ...largeLibraries, ...librarySources })) {
    // The names that a package in CommonJS exports are lost: the form of ECMAScript comes first, where there is one.
    await bundleAlone(join(folder, file), name, { absWorkingDir: root, mainFields: ['module', 'main'] });
  }
}

/**
 * Writes the program to a file, and the console beside it; `entry` is another one than Souk's own, such as one with further modules.
 * `more` are pairs of a file and an entry that are bundled as well.
 */
export async function bundle(outfile = `${root}dist/souk.mjs`, entry = `${root}src/program/cli/main.ts`, ...more) {
  await bundleAlone(outfile, entry);
  await addLibraries(join(dirname(outfile), 'libraries'));
  for (let i = 0; i < more.length; i += 2) await bundleAlone(more[i], more[i + 1]);
  // Reads the declarations of the modules, which takes a Node.js that strips types.
  const builder = [
    `${root}scripts/pinned-node.mjs`,
    `${root}scripts/build-console.mjs`,
    join(dirname(outfile), 'console'),
  ];
  execFileSync(process.execPath, builder, { stdio: 'inherit' });
  await buildDocs(join(dirname(outfile), 'docs'));
  await stop();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(...process.argv.slice(2));
