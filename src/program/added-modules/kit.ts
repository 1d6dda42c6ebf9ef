import { registerHooks } from 'node:module';
import * as catalog from '../../../packages/kit/src/catalog.ts';
import * as graphql from '../../../packages/kit/src/graphql.ts';
import * as kit from '../../../packages/kit/src/index.ts';
import * as quote from '../../../packages/kit/src/quote.ts';
import * as sales from '../../../packages/kit/src/sales.ts';

/** The parts of the kit by import path. */
const parts: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '@souk/kit': kit,
  '@souk/kit/catalog': catalog,
  '@souk/kit/graphql': graphql,
  '@souk/kit/quote': quote,
  '@souk/kit/sales': sales,
};

/** Files and folders of added modules, as URLs: files that import the kit, and the packages that they belong to. */
const moduleUrls = new Set<string>();

/** The file of an added module in the stack of an error, as a URL; undefined: the error comes from the program alone. */
export function moduleFileIn(error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [file] of stack.matchAll(/file:\/\/[^\s)]+?(?=:\d+:\d+)/g)) {
    for (const url of moduleUrls) if (file.startsWith(url)) return file;
  }
  return undefined;
}

/** Key of the global symbol under which the sources of the parts find their values. */
const key = 'souk.kit';
const scheme = 'souk-kit:';

/**
 * Makes imports of `@souk/kit` in this process return the code of the running program, whichever version is installed beside a module:
 * an error or a type of a module is then one of the platform.
 */
export function provideKit(): void {
  if (Reflect.has(globalThis, Symbol.for(key))) return;
  Reflect.set(globalThis, Symbol.for(key), parts);
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!Object.hasOwn(parts, specifier)) return next(specifier, context);
      if (context.parentURL) moduleUrls.add(packageOf(context.parentURL));
      return { url: scheme + specifier, format: 'module', shortCircuit: true };
    },
    load: (url, context, next) =>
      url.startsWith(scheme)
        ? { format: 'module', source: sourceOf(url.slice(scheme.length)), shortCircuit: true }
        : next(url, context),
  });
}

/** The folder of an installed package that a file belongs to; of another file itself. */
function packageOf(url: string): string {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(url)?.[0] ?? url;
}

/** The source of a part: an export for each of its names. */
function sourceOf(specifier: string): string {
  const names = Object.keys(parts[specifier] ?? {}).join(', ');
  return `export const { ${names} } = globalThis[Symbol.for('${key}')]['${specifier}'];`;
}
