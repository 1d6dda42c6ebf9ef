import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const text = read('ARCHITECTURE.md');

/** The pages of the decisions, by file name. */
const design = new Map(readdirSync(join(root, 'docs/design')).map((name) => [name, read(`docs/design/${name}`)]));
/** Pages that are no decisions: three lists and a diary. */
const lists = new Set(['modules.md', 'caches.md', 'coverage.md', 'performance-diary.md']);
const headings = ['Question', 'Choice', 'Alternatives', 'Figure', 'Signs that it no longer holds'];

/** Places that pages name files from: `quote/change/cart.ts` stands for `src/modules/quote/change/cart.ts`. */
const places = [
  '',
  'packages/client',
  'src',
  'src/platform',
  'src/faces',
  'src/program',
  'src/modules',
  'src/modules/catalog',
  'src/modules/quote',
];
const files = readdirSync(join(root, 'src'), { recursive: true }).map(String);

/** Files and folders that a page names in code. */
const namedFiles = (page: string): string[] =>
  [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\.ts|\/))`/g)].map(([, path]) => path!);

// A bare file name is one of the folder that its sentence is about.
const exists = (path: string): boolean =>
  places.some((place) => existsSync(join(root, place, path))) ||
  (!path.includes('/') && files.some((file) => file.endsWith(`/${path}`)));

describe('ARCHITECTURE.md', () => {
  it('names existing files and folders', () => {
    expect(namedFiles(text).length).toBeGreaterThan(20);
    expect(namedFiles(text).filter((path) => !exists(path))).toEqual([]);
  });

  it('is short enough to read at once', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(201);
  });

  it('links to each page of docs/design', () => {
    expect([...design.keys()].filter((name) => !text.includes(`](docs/design/${name})`))).toEqual([]);
    const linked = [...text.matchAll(/\]\(docs\/design\/([\w.-]+)\)/g)].map(([, name]) => name!);
    expect(linked.filter((name) => !design.has(name))).toEqual([]);
  });

  it('shows, with the page of the schema, the examples that the compiler checks with all other files', () => {
    const pages = [text, design.get('graphql-schema.md')!].join('\n');
    const shown = [...pages.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) =>
      code!.replaceAll("'./src/", "'../../src/"),
    );
    const compiled = ['example-route.ts', 'example-module.ts', 'example-graphql.ts'].map((name) =>
      readFileSync(new URL(name, import.meta.url), 'utf8'),
    );
    expect(shown).toEqual(compiled);
  });
});

describe.each([...design.keys()].filter((name) => !lists.has(name)))('docs/design/%s', (name) => {
  const page = design.get(name)!;

  it('has the headings of a decision, each with text', () => {
    const sections = page.split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(headings);
    expect(sections.filter((section) => section.split('\n').slice(1).join('').trim() === '')).toEqual([]);
  });

  it('names existing files and folders', () => {
    expect(namedFiles(page).filter((path) => !exists(path))).toEqual([]);
  });

  it('links to existing pages', () => {
    const linked = [...page.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path]) => path!);
    expect(linked.filter((path) => !existsSync(join(root, 'docs/design', path)))).toEqual([]);
  });
});
