// The libraries that lie beside the built program in place of their packages, of which it needs a small part.
import { cpSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const installed = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Large libraries that few processes load, by the file that each is bundled into: a process keeps the text of its program. */
export const largeLibraries = {
  '@aws-sdk/client-s3': 'client-s3.mjs',
  '@simplewebauthn/server': 'simplewebauthn.mjs',
  pdfkit: 'pdfkit.mjs',
};

/** Files of the program that few processes load, such as parts of large libraries, by the file that each is bundled into. */
export const librarySources = {
  'src/faces/console-server/setting-texts/german.ts': 'german-settings.mjs',
  'src/platform/tracing/opentelemetry.ts': 'opentelemetry.mjs',
};

/** Files and folders of libraries that the program reads; `libraryFile` finds them. */
const copied = {
  '@fastify/swagger-ui': ['LICENSE', 'static/swagger-ui.css', 'static/swagger-ui-bundle.js'],
  '@resvg/resvg-wasm': ['index_bg.wasm'],
  'better-sqlite3': ['LICENSE', 'package.json', 'lib', 'prebuilds'],
  'dejavu-fonts-ttf': ['LICENSE', 'ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf'],
};

/** Where the program finds libraries that are not part of it. */
const places = { ...largeLibraries, 'better-sqlite3': 'better-sqlite3/lib/index.js' };

/** Makes the program load libraries from the folder beside it. */
export const besideProgram = {
  name: 'beside-program',
  setup({ onResolve }) {
    for (const [name, file] of Object.entries(places)) {
      onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `./libraries/${file}`, external: true },
      );
    }
    for (const [source, file] of Object.entries(librarySources)) {
      onResolve({ filter: new RegExp(`/${basename(source)}$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./libraries/${file}`, external: true } : undefined,
      );
    }
  },
};

/** Copies the files of libraries into a folder; a link in the place of one stays, since the tests share a library so. */
export function copyLibraries(folder) {
  for (const [name, paths] of Object.entries(copied)) {
    if (lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    for (const path of paths) {
      cpSync(join(installed, name, path), join(folder, name, path), { recursive: true });
    }
  }
}
