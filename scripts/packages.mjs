// Builds the packages of this repository for npm and packs or publishes them:
//   node scripts/packages.mjs pack [folder]       writes their files into a folder, which is dist/packages by default
//   node scripts/packages.mjs publish [options]   publishes them with options of `npm publish`, such as --dry-run
// The .npmrc of the repository switches scripts of packages off, so that npm alone would pack them unbuilt.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemble } from './assemble.mjs';
import { buildClient } from './build-client.mjs';
import { buildCreate } from './build-create.mjs';
import { buildKit } from './build-kit.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folderOf = (name) => join(root, 'packages', name);
const manifestOf = (name) => JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));

/** The folders of the packages that npm gets. */
const published = readdirSync(join(root, 'packages')).filter((name) => manifestOf(name).private !== true);

const npm = (...args) => execFileSync('npm', args, { cwd: root, stdio: 'inherit' });

async function buildAll() {
  await assemble();
  await buildKit(join(folderOf('kit'), 'dist'));
  await buildClient(join(folderOf('client'), 'dist'));
  await buildCreate(join(folderOf('create'), 'dist'));
}

const workspaces = published.map((name) => `--workspace=${manifestOf(name).name}`);
const [command, ...options] = process.argv.slice(2);
if (command === 'pack') {
  const folder = resolve(options[0] ?? join(root, 'dist/packages'));
  mkdirSync(folder, { recursive: true });
  await buildAll();
  npm('pack', '--silent', `--pack-destination=${folder}`, ...workspaces);
} else if (command === 'publish') {
  await buildAll();
  // Packages with a scope are private unless their access says otherwise.
  npm('publish', '--access=public', ...workspaces, ...options);
} else {
  console.error('usage: node scripts/packages.mjs pack [folder] | publish [options of npm publish]');
  process.exitCode = 1;
}
