import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, type GuideBlock } from './guide-steps.ts';
import { installKit, newReader, type Reader } from './guide-reader.ts';

const guide = new URL('../../docs/modules/', import.meta.url);
const pageOf = (name: string): string => readFileSync(new URL(name, guide), 'utf8');
/** The pages that are no chapters: the table of contents, whose blocks each chapter follows, and the generated list of names. */
const others = new Set(['README.md', 'reference.md']);
const chapters = readdirSync(guide).filter((name) => name.endsWith('.md') && !others.has(name));

let packages: ReturnType<typeof installKit>;
beforeAll(() => {
  packages = installKit();
});
afterAll(() => packages?.remove());

/** Follows a block: what it shows is true. */
async function follow(reader: Reader, block: GuideBlock): Promise<void> {
  switch (block.kind) {
    case 'file':
      reader.write(block.name, block.text);
      return;
    case 'console':
      for (const { command, lines } of block.commands) {
        const output = await reader.run(command);
        for (const line of lines) expect(output, command).toContain(line);
      }
      return;
    case 'requests':
      for (const request of block.requests) {
        const { status, body } = await reader.send(request);
        const shown = `${request.method} ${request.path}`;
        expect(status, `${shown}: ${JSON.stringify(body)}`).toBe(request.status);
        if (request.response !== undefined)
          expect({ shown, body }).toMatchObject({ shown, body: patternOf(request.response) });
      }
  }
}

/** A response as the page shows it, with the texts that end with `…` as beginnings. */
function patternOf(shown: unknown): unknown {
  if (typeof shown === 'string' && shown.endsWith('…')) return expect.stringContaining(shown.slice(0, -1));
  if (Array.isArray(shown)) return shown.map(patternOf);
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, patternOf(value)]));
}

it.each([...chapters, ...others])('docs/modules/%s links to existing pages', (name) => {
  const linked = [...pageOf(name).matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = '']) => path);
  expect(linked.filter((path) => !existsSync(new URL(path, guide)))).toEqual([]);
});

describe.each(chapters)('docs/modules/%s', (name) => {
  const page = pageOf(name);
  let reader: Reader;
  beforeAll(async () => {
    reader = await newReader(packages.path, name.replace('.md', ''));
  });
  afterAll(async () => reader?.stop());

  it('is short', () => {
    expect(page.trim().split('\n').length).toBeLessThanOrEqual(160);
  });

  it('compiles and does as it says', async () => {
    const [setUp, chapter] = [blocksOf(pageOf('README.md')), blocksOf(page)];
    for (const block of setUp.filter(({ kind }) => kind === 'file')) await follow(reader, block);
    let isCompiled = true;
    let hasShop = false;
    for (const block of chapter) {
      if (block.kind === 'file') {
        await follow(reader, block);
        isCompiled = false;
        continue;
      }
      if (!isCompiled) expect(await reader.run('tsc')).toBe('');
      isCompiled = true;
      if (block.kind === 'requests' && !hasShop) {
        for (const shop of setUp.filter(({ kind }) => kind === 'requests')) await follow(reader, shop);
        hasShop = true;
      }
      await follow(reader, block);
    }
    if (!isCompiled) expect(await reader.run('tsc')).toBe('');
  });
});
