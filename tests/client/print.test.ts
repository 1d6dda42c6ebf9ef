import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { namedRoutes } from '../../packages/client/declared/names.ts';
import { printApi } from '../../packages/client/declared/print.ts';
import { composeTypes } from '../../src/kernel/compose-types.ts';
import type { ModuleManifest } from '../../src/kernel/module.ts';
import type { Type } from '../../src/kernel/types.ts';
import { modules } from '../../src/program/modules.ts';

const manifests: readonly ModuleManifest[] = modules;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Whether a type has a reference in it. The compiler cannot look through one: it has a shape from the module instead. */
function refers(type: Type, seen = new Set<Type>()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  switch (type.kind) {
    case 'lazy':
      return true;
    case 'optional':
      return refers(type.type, seen);
    case 'array':
      return refers(type.items, seen);
    case 'object':
      return Object.values(type.fields).some((field) => refers(field, seen));
    default:
      return false;
  }
}

/**
 * Types that compare `inferred` and `printed`. Identical ones have the same members, optional and readonly alike; to be assignable
 * is less, as a member that may be left out may then be missing on one side.
 */
const comparison = `
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Within<A, B> = [A] extends [B] ? true : false;
`;

/** A line of a program that does not compile where what it is about differs. */
interface Line {
  readonly about: string;
  readonly text: string;
}

/** A line for each route, and for each method of a group, of all modules. */
function comparisons(): Line[] {
  const compose = composeTypes(manifests);
  const named = namedRoutes(manifests);
  const line = (about: string, relation: string, path: string): Line => ({
    about,
    text: `{ const same: ${relation.replace('Printed', `printed.${path}`).replace('Inferred', `inferred.${path}`)} = true; void same; }`,
  });
  const same = 'Same<Printed, Inferred>';
  const referring = new Set<string>();
  const routes = named.map(({ group, method, route }) => {
    const { input, output } = compose(route);
    const key = `${route.method} ${route.path}`;
    const isReferring = [...Object.values(input), output].some((type) => refers(type));
    if (isReferring) referring.add(`${group}.${method}`);
    // In print a reference is the type itself, of which the module's shape may say less, but nothing else.
    return line(key, isReferring ? 'Within<Printed, Inferred>' : same, `Routes['${key}']`);
  });
  const methods = [...new Set(named.map(({ group, method }) => `${group}.${method}`))].map((name) => {
    const path = `Groups['${name.replace('.', "']['")}']`;
    return line(name, referring.has(name) ? 'Within<Printed, Inferred>' : same, path);
  });
  const names = line('names of routes', 'Same<keyof Printed, keyof Inferred>', 'Routes');
  const groups = line('names of groups', 'Same<keyof Printed, keyof Inferred>', 'Groups');
  return [names, groups, ...routes, ...methods];
}

/** Compiles `lines` with `api` as what is printed, and gives what each faulty line is about, or the compiler's words. */
async function faultsOf(api: string, lines: readonly Line[]): Promise<string[]> {
  mkdirSync(`${root}dist`, { recursive: true });
  const folder = mkdtempSync(`${root}dist/print-`);
  const client = '../../packages/client/src';
  const head = `import type * as inferred from '${client}/api.ts';\nimport type * as printed from './printed.ts';${comparison}`;
  try {
    writeFileSync(`${folder}/printed.ts`, api.replace(`'./operation.ts'`, `'${client}/operation.ts'`));
    writeFileSync(`${folder}/compared.ts`, head + lines.map(({ text }) => text).join('\n'));
    // With every file of the server: what modules declare of each other is in no import of the client.
    const config = { extends: '../../tsconfig.json', include: ['../../src', '.'], exclude: [] };
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
    const compiler = `${root}node_modules/typescript/bin/tsc`;
    const compile = promisify(execFile)(process.execPath, [compiler, '--noEmit', '-p', folder], {
      maxBuffer: 1e8,
    });
    const said = await compile.then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr || 'the compiler failed',
    );
    const first = head.split('\n').length;
    return said
      .split('\n')
      .filter((text) => text !== '' && !text.startsWith(' '))
      .map((text) => lines[Number(/compared\.ts\((\d+),/.exec(text)?.[1]) - first]?.about ?? text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the types in print', () => {
  test('are those that are inferred from the declarations', { timeout: 300_000 }, async () => {
    const api = printApi(manifests);
    const lines = comparisons();
    expect(lines.length).toBeGreaterThan(manifests.flatMap(({ routes = [] }) => routes).length);
    expect(await faultsOf(api, lines)).toEqual([]);
  });
});
