import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const registry = process.env.npm_config_registry ?? 'https://registry.npmjs.org/';

/** Whether the registry of packages answers; a machine without a network cannot install them. */
export async function hasRegistry(): Promise<boolean> {
  try {
    return (await fetch(registry, { signal: AbortSignal.timeout(10_000) })).status < 500;
  } catch {
    return false;
  }
}

/** Packages in a temporary folder. */
export interface Installed {
  /** The `node_modules` folder. */
  readonly packages: string;
  remove(): void;
}

/**
 * Installs the packages of `storefront`, a folder here with a `package.json` and the `package-lock.json` that pins each version by
 * its digest, as npm does it, without their scripts.
 */
export function installed(storefront: string): Installed {
  const source = fileURLToPath(new URL(storefront, import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'souk-storefront-'));
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(source, name), join(folder, name));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], { cwd: folder });
  return {
    packages: join(folder, 'node_modules'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
