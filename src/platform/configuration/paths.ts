import { readDeclaration, type ConfigurationPath, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { isAtLeast } from '../../kernel/release.ts';
import type { ModuleManifest } from '../../kernel/module.ts';
import { disabledModulesConfiguration } from './disabled-modules.ts';
import { interfacePaths } from './interface-paths.ts';

/** Every path that the platform or clients of the interface read, with all that is said of it. */
export type ConfigurationPaths = ReadonlyMap<string, ConfigurationPath>;

/** The paths of all modules with the values of a release, the base one unless named. Throws where two declare the same. */
export function collectPaths(manifests: readonly ModuleManifest[], release?: string): ConfigurationPaths {
  const paths = new Map<string, ConfigurationPath>();
  for (const [module, path, declaration] of declaredPaths(manifests)) {
    if (paths.has(path)) throw new Error(`${module} declares the configuration path ${path}, which another module has`);
    paths.set(path, ofRelease(declaration, release));
  }
  return paths;
}

/** The declarations of all modules: the name of the module, a path and its declaration. */
export function declaredPaths(
  manifests: readonly ModuleManifest[],
): (readonly [module: string, path: string, declaration: ConfigurationPath])[] {
  const declared: readonly (readonly [string, DeclaredConfiguration | undefined])[] = [
    ['Config', disabledModulesConfiguration],
    ['Config', interfacePaths],
    ...manifests.map(({ name, configuration }) => [name, configuration] as const),
  ];
  return declared.flatMap(([module, configuration]) =>
    Object.entries(configuration ?? {}).map(([path, one]) => [module, path, readDeclaration(one)] as const),
  );
}

/**
 * The paths with other default values. Throws with a sentence for people where a path is unknown or its value is not valid.
 */
export function withDefaults(paths: ConfigurationPaths, values: Readonly<Record<string, string>>): ConfigurationPaths {
  const changed = new Map(paths);
  for (const [path, value] of Object.entries(values)) {
    const declared = paths.get(path);
    if (!declared) {
      const others = pathsBeside(paths, path);
      const hint = others.length > 0 ? `; beside it: ${others.join(', ')}` : '';
      throw new Error(`the configuration file sets ${path}, which no module reads${hint}`);
    }
    if (declared.takes && !declared.takes.accepts(value)) {
      throw new Error(`the configuration file sets ${path} to "${value}": use ${declared.takes.expected}`);
    }
    const { installed: _, ...rest } = declared;
    changed.set(path, { ...rest, shipped: value });
  }
  return changed;
}

function ofRelease(path: ConfigurationPath, release: string | undefined): ConfigurationPath {
  const { shippedFrom: later } = path;
  return later && release !== undefined && isAtLeast(release, later.release) ? { ...path, shipped: later.value } : path;
}

/** Whether anything reads a path or one below it. */
export function isKnownAt(paths: ConfigurationPaths, prefix: string): boolean {
  return paths.has(prefix) || [...paths.keys()].some((path) => path.startsWith(`${prefix}/`));
}

/** The known paths of the group that a path would be in. */
export function pathsBeside(paths: ConfigurationPaths, path: string): string[] {
  const group = path.slice(0, path.lastIndexOf('/') + 1);
  return [...paths.keys()].filter((one) => one.startsWith(group)).sort();
}
