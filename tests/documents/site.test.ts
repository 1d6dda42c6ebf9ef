import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
/** Pages by path, as they were served. */
const pages = new Map<string, { readonly html: string; readonly ids: ReadonlySet<string> }>();
beforeAll(async () => {
  souk = await startSouk();
  const waiting = ['/docs'];
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const response = await fetch(souk.base + path);
    expect(response.status, path).toBe(200);
    expect(response.headers.get('content-security-policy'), path).toContain("default-src 'none'");
    const html = await response.text();
    pages.set(path, { html, ids: new Set(valuesOf(html, 'id')) });
    waiting.push(...linksOf(html).flatMap(([page]) => (isPage(page) ? [page] : [])));
  }
});
afterAll(() => souk?.stop());

const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`<[^>]* ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );
/** The links of a page: path (empty for the page itself) and anchor. */
const linksOf = (html: string): [string, string][] =>
  valuesOf(html.replace(/<link [^>]*>/g, ''), 'href').map((href) => {
    const [path = '', anchor = ''] = href.split('#');
    return [path, anchor];
  });
const isPage = (path: string): boolean => /^\/docs(\/[\w/-]+)?$/.test(path);

describe('the documentation at /docs', () => {
  it('has a page for each guide, and they lead to pages and headings that exist', () => {
    for (const name of ['/docs/project', '/docs/start', '/docs/architecture', '/docs/security', '/docs/design/caches'])
      expect([...pages.keys()]).toContain(name);
    const broken: string[] = [];
    for (const [path, { html }] of pages) {
      for (const [target, anchor] of linksOf(html)) {
        if (/^(https?|mailto):/.test(target)) continue;
        const page = pages.get(target || path);
        if (!page || (anchor && anchor !== 'content' && !page.ids.has(anchor)))
          broken.push(`${path}: ${target}#${anchor}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('loads files of this server alone, which exist', async () => {
    const files = new Set([...pages.values()].flatMap(({ html }) => valuesOf(html, 'src')));
    for (const { html } of pages.values())
      for (const [link] of html.matchAll(/<link [^>]*>/g))
        for (const href of valuesOf(link, 'href')) if (href !== 'data:,') files.add(href);
    const [index] = valuesOf(pages.get('/docs')!.html, 'data-index');
    for (const file of [...files, index!]) {
      expect(file).toMatch(/^\/docs\//);
      const response = await fetch(souk.base + file);
      expect(response.status, file).toBe(200);
      expect(response.headers.get('cache-control'), file).toMatch(/max-age/);
      await response.arrayBuffer();
    }
    expect(files.size).toBeGreaterThan(10);
  });

  it('answers other paths with 404', async () => {
    for (const path of ['/docs/nothing', '/docs/..%2fsouk.mjs', '/docs/assets/nothing.js', '/docs/index.html'])
      expect((await fetch(souk.base + path)).status, path).toBe(404);
  });
});
