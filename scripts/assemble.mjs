// Assembles packages/souk for npm: the programs of bin/, the built server, the documents and the licence beside its manifest.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'packages/souk');

/** Files and folders of the repository that the package contains, besides its manifest. */
const contents = ['bin', 'dist/souk.mjs', 'dist/console', 'dist/docs', 'dist/libraries', 'README.md', 'LICENSE'];

/** Builds the server and copies the contents of the package into its folder. */
export async function assemble() {
  await bundle();
  for (const name of ['bin', 'dist']) rmSync(join(target, name), { recursive: true, force: true });
  for (const path of contents) cpSync(join(root, path), join(target, path), { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await assemble();
