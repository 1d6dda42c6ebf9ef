import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** An entry of the lock file. */
export interface LockedPackage {
  readonly version?: string;
  /** Whether it is a package of this repository, which lies at `resolved`. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage>>;

const lockFile = fileURLToPath(new URL('../package-lock.json', import.meta.url));

/**
 * The packages that npm installs with one package of this repository, such as `packages/souk`, by their paths below the root:
 * `node_modules/pg`. Optional ones are among them, for every platform. Throws when the lock file lacks one.
 */
export function lockedPackages(workspace: string): ReadonlyMap<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: LockedPackages };
  const found = new Map<string, LockedPackage>();
  const add = (from: string, entry: LockedPackage): void => {
    const { dependencies, optionalDependencies = {}, peerDependencies, peerDependenciesMeta = {} } = entry;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const path = packagePath(packages, from, name);
      const needed = path === undefined ? undefined : packages[path];
      if (path === undefined || !needed) {
        if (name in optionalDependencies || peerDependenciesMeta[name]?.optional === true) continue;
        throw new Error(`package-lock.json has no ${name}, which ${from} needs`);
      }
      if (found.has(path)) continue;
      found.set(path, needed);
      const place = needed.link === true ? (needed.resolved ?? path) : path;
      add(place, packages[place] ?? needed);
    }
  };
  add(workspace, packages[workspace] ?? {});
  return found;
}

/** The path of a package as Node.js finds it from a folder: in the nearest `node_modules` upwards. */
function packagePath(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0))) {
    const path = `${place && `${place}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (place === '') return undefined;
  }
}
