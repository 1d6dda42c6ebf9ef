import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clientFolder } from '../support/shop-client.ts';

/** Bytes that a page loads at most, compressed. */
const MOST = 15 * 1024;

test('the package is small, whole with its types, and needs nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'souk-client-'));
  try {
    for (const name of ['package.json', 'README.md', 'LICENSE']) {
      cpSync(fileURLToPath(new URL(`../../packages/client/${name}`, import.meta.url)), join(folder, name));
    }
    const ofThePackage = (path: string): boolean => !path.includes('example-');
    cpSync(clientFolder, join(folder, 'dist'), { recursive: true, filter: ofThePackage });
    const told = execFileSync('npm', ['pack', '--ignore-scripts', '--dry-run', '--json'], { cwd: folder });
    const [{ files }] = JSON.parse(told.toString()) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']));
    expect(gzipSync(readFileSync(join(folder, 'dist/index.js'))).length).toBeLessThan(MOST);
    for (const path of paths.filter((one) => /\.(js|d\.ts)$/.test(one))) {
      const text = readFileSync(join(folder, path), 'utf8');
      const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, target]) => target!);
      const missing = named.filter((name) => !paths.includes(join('dist', name).replace(/\.js$/, '.d.ts')));
      expect(missing, path).toEqual([]);
    }
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(dependencies).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
