import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/** Places that ARCHITECTURE.md names files from: `quote/cart/change.ts` stands for `src/modules/quote/cart/change.ts`. */
const places = ['', 'packages/client', 'src', 'src/modules', 'src/modules/catalog', 'src/modules/quote'];

describe('ARCHITECTURE.md', () => {
  it('names files and folders that are there', () => {
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\.ts|\/))`/g)].map(([, path]) => path!);
    const files = readdirSync(join(root, 'src'), { recursive: true }).map(String);
    // A bare file name is one of the folder that its sentence is about.
    const isThere = (path: string): boolean =>
      places.some((place) => existsSync(join(root, place, path))) ||
      (!path.includes('/') && files.some((file) => file.endsWith(`/${path}`)));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it('shows the examples that the compiler checks with all other files', () => {
    const shown = [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) =>
      code!.replaceAll("'./src/", "'../../src/"),
    );
    const compiled = ['example-route.ts', 'example-module.ts', 'example-graphql.ts'].map((name) =>
      readFileSync(new URL(name, import.meta.url), 'utf8'),
    );
    expect(shown).toEqual(compiled);
  });
});
