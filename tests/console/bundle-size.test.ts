import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** Bytes, compressed, of the files that the first page needs, and of those that another page adds. */
const FIRST_LOAD = 150 * 1024;
const PAGE = 40 * 1024;

describe('the files of the console', () => {
  const folder = join(dirname(process.env.SOUK_TEST_ENTRY!), 'console/assets');
  const names = readdirSync(folder);
  const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const sizeOf = (some: Iterable<string>): number =>
    [...some].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name!);
  /** A script with the scripts that it cannot start without. */
  const withImports = (name: string, all = new Set<string>()): Set<string> => {
    if (all.has(name)) return all;
    all.add(name);
    for (const one of found(textOf(name), /(?:from|import)"\.\/([\w-]+\.js)"/g)) withImports(one, all);
    return all;
  };
  const entry = names.find((name) => /^console-\w+\.js$/.test(name))!;
  // The entry loads the texts of the language before the application, which the first page needs as well.
  const app = found(textOf(entry), /import\("\.\/(app-\w+\.js)"\)/g);
  const first = new Set([entry, ...app].flatMap((name) => [...withImports(name)]));
  const lazy = [...new Set([...first].flatMap((name) => found(textOf(name), /import\("\.\/([\w-]+\.js)"\)/g)))];

  it('are light when the console is opened', () => {
    const styles = names.filter((name) => /^console-\w+\.css$/.test(name));
    expect(styles).toHaveLength(1);
    expect(app).toHaveLength(1);
    expect(sizeOf([...first, ...styles])).toBeGreaterThan(20 * 1024);
    expect(sizeOf([...first, ...styles])).toBeLessThan(FIRST_LOAD);
  });

  it('are light for each page that is opened after it, and for each language', () => {
    expect(lazy.length).toBeGreaterThan(9);
    expect(lazy.filter((name) => name.startsWith('texts-'))).toHaveLength(1);
    const added = lazy.map((name) => [name, sizeOf([...withImports(name)].filter((one) => !first.has(one)))] as const);
    expect(added.filter(([, size]) => size >= PAGE)).toEqual([]);
  });
});
