import type { Call } from '../../kernel/call.ts';
import { escapeMarkup } from '../../kernel/markup.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import type { RoutedType } from '../url-rewrite/extensions.ts';
import { pageHints } from './configuration.ts';

/** The kinds of pages by their names in the paths of sitemaps. */
const kinds: Readonly<Record<string, RoutedType>> = { page: 'CMS_PAGE', category: 'CATEGORY', product: 'PRODUCT' };

/** Span of ids in one sitemap, which keeps it small for search engines (50,000 links) and cheap to make. */
const SPAN = 5000;

/** The address of the storefront of the call's store view; ends in a slash. */
export function shopAddress(call: Call): string {
  return call.config.of(baseUrls.secure.base, { storeId: call.scope.storeId });
}

/** A call in each store view that visitors can open. */
function storeViews(call: Call): Call[] {
  return call.services.store
    .views()
    .filter(({ id, is_active }) => id !== 0 && is_active === 1)
    .map(({ id, code, website_id }) => call.with({ scope: { code, storeId: id, websiteId: website_id } }));
}

/** The index of the sitemaps of all store views, as XML. */
export async function sitemapIndex(call: Call): Promise<string> {
  const parts = Object.entries(kinds).map(
    async ([kind, type]) =>
      [kind, Math.ceil((await call.services.urlRewrite.entitiesOf(call, type).lastId(call)) / SPAN)] as const,
  );
  const counts = await Promise.all(parts);
  const entries = storeViews(call).flatMap((view) =>
    counts.flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, i) =>
        element('loc', `${shopAddress(view)}sitemap/${view.scope.code}-${kind}-${i + 1}.xml`),
      ),
    ),
  );
  return documentOf(
    'sitemapindex',
    entries.map((entry) => `<sitemap>${entry}</sitemap>`),
  );
}

/**
 * The sitemap with a name such as `default-product-1.xml`, as XML: products 1 to 5,000 of the store view `default`. Undefined for an unknown
 * store view or kind, and behind the last entity.
 */
export async function sitemapNamed(call: Call, name: string): Promise<string | undefined> {
  const [, code, kind = '', number] = /^(\w+)-(\w+)-([1-9]\d{0,6})\.xml$/.exec(name) ?? [];
  const view = storeViews(call).find(({ scope }) => scope.code === code);
  const type = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!view || !type) return undefined;
  const after = (Number(number) - 1) * SPAN;
  if (after >= (await view.services.urlRewrite.entitiesOf(view, type).lastId(view))) return undefined;
  return documentOf('urlset', await links(view, type, after));
}

/** The links of a sitemap; the first one of content pages is the start page. */
async function links(view: Call, type: RoutedType, after: number): Promise<string[]> {
  const { urlRewrite } = view.services;
  const entities = urlRewrite.entitiesOf(view, type);
  const listed = await entities.listed(view, after, after + SPAN);
  const paths = await entities.paths(
    view,
    listed.map(({ id }) => id),
  );
  const start = type === 'CMS_PAGE' && after === 0 ? [link(view, type, '')] : [];
  return [
    ...start,
    ...listed.flatMap(({ id, changedAt }) => {
      const path = paths.get(id);
      return path === undefined ? [] : [link(view, type, path, changedAt)];
    }),
  ];
}

function link(view: Call, type: RoutedType, path: string, changedAt?: string): string {
  const { frequency, priority } = pageHints[type];
  const scope = { storeId: view.scope.storeId };
  return [
    '<url>',
    element('loc', shopAddress(view) + path.split('/').map(encodeURIComponent).join('/')),
    changedAt === undefined ? '' : element('lastmod', `${changedAt.replace(' ', 'T')}Z`),
    element('changefreq', view.config.of(frequency, scope)),
    element('priority', Math.min(view.config.of(priority, scope), 1).toFixed(2)),
    '</url>',
  ].join('');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`;
}

function documentOf(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`;
}
