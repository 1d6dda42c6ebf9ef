import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withNames, type ModuleNames } from './names.ts';

// The folder of the package, from src/ as well as from dist/.
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const templateFolder = join(packageFolder, 'template');

/** The packages of Souk that a module installs, with the prefixes of the files that `npm pack` makes of them. */
const soukPackages = { souk: 'souk', '@souk/kit': 'souk-kit' };

/** The version of this package, which is that of all packages of Souk. */
export function ownVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(packageFolder, 'package.json'), 'utf8'),
  );
  return version;
}

/**
 * Writes a new module to a folder. `packedFolder`: the folder with packed packages of Souk, which the module installs in place of those of
 * the registry. Throws with a sentence for people before it writes anything.
 */
export function createModule(names: ModuleNames, packedFolder?: string): void {
  requireEmpty(names.folder);
  const packages = soukDependencies(packedFolder);
  for (const entry of readdirSync(templateFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const path = source.slice(templateFolder.length + 1);
    // npm leaves files named .gitignore out of packages.
    const target = join(names.folder, path === 'gitignore' ? '.gitignore' : path);
    const text = withNames(readFileSync(source, 'utf8'), names);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, path === 'package.json' ? withDependencies(text, packages) : withVersion(text));
  }
}

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file: use another name`);
  if (readdirSync(folder).length > 0)
    throw new Error(`the folder ${folder} is not empty: use another name, or empty it`);
}

/** The version or file of each package of Souk. Throws for a packed package that is missing. */
function soukDependencies(packedFolder: string | undefined): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(soukPackages).map(([name, prefix]) => {
      if (packedFolder === undefined) return [name, `^${ownVersion()}`];
      const file = resolve(packedFolder, `${prefix}-${ownVersion()}.tgz`);
      if (!existsSync(file)) throw new Error(`${file} does not exist: run npm pack for the package ${name}`);
      return [name, `file:${file.replaceAll('\\', '/')}`];
    }),
  );
}

/** The package.json of the template, with the versions or files of the packages of Souk. */
function withDependencies(text: string, packages: ReadonlyMap<string, string>): string {
  const manifest: { readonly devDependencies: Record<string, string> } = JSON.parse(withVersion(text));
  for (const name of Object.keys(manifest.devDependencies)) {
    const version = packages.get(name);
    if (version !== undefined) manifest.devDependencies[name] = version;
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** `^0.0.0` stands for the range of Souk's versions. */
function withVersion(text: string): string {
  return text.replaceAll('^0.0.0', `^${ownVersion()}`);
}
