import { routeCallerWithin } from '../../../platform/execution/call-route.ts';
import { anyText } from '../../../kernel/any-text.ts';
import { objectsOf } from '../../../kernel/plain-objects.ts';
import { NotMoved, type MigrationKind, type Saving } from '../kind.ts';
import type { SourceRecord } from '../source/record.ts';
import type { MigrationRun } from '../migration-run.ts';
import { readAll } from '../source/lists.ts';
import { fieldsOf, textIn } from '../wire.ts';
import { viewCodeOf } from './stores.ts';

interface ContentKind {
  readonly name: string;
  readonly path: string;
  readonly service: string;
  /** Name of the argument of the route that saves such content. */
  readonly argument: string;
  /** Fields that must be equal in both shops. */
  readonly fields: readonly string[];
}

/** Blocks or pages. The interface tells their store views by filters alone. */
function contentKind({ name, path, service, argument, fields }: ContentKind): MigrationKind {
  return {
    name,
    part: 'content',
    listing: { all: (run) => readContent(run, path) },
    keyOf: (record) => textIn(record, 'id'),
    nameOf: (record) => textIn(record, 'identifier'),
    volatile: ['creation_time', 'update_time'],
    async save(saving, record, known) {
      const { lose } = saving;
      const [view, ...others] = objectsOf(record['views']);
      if (others.length > 0) lose('it is in several store views of the source, and in the first of them here');
      const code = view && (await viewCodeOf(saving, Number(view['id'])));
      if (view && code === undefined) throw new NotMoved('its store view was not moved');
      const route = code === undefined ? saving.route : saving.routeIn(code);
      const storeId = code === undefined ? 0 : (saving.call.services.store.view(code)?.id ?? 0);
      const id = known ?? (await unusedId(saving, record, { kind: name, service, storeId }));
      if (anyText(record['content'] ?? '').includes('{{media url=')) lose('its pictures have to be uploaded again');
      loseLayout(saving, record);
      const content = {
        ...fieldsOf(record, ['id', 'creation_time', 'update_time', 'extension_attributes', 'views', ...layoutFields]),
        ...(id === undefined ? {} : { id: Number(id) }),
      };
      return (await route<{ id: number }>(service, 'save', { [argument]: content })).id;
    },
    compared: {
      fields,
      read: async ({ platform, call }, targetKey) => {
        const { items } = await routeCallerWithin(platform, call)<{ items: SourceRecord[] }>(service, 'getList', {
          searchCriteria: { filter_groups: [{ filters: [{ field: `${argument}_id`, value: targetKey }] }] },
        });
        return items[0];
      },
    },
  };
}

/** Changes of a page's layout as XML: the interface only removes such changes, and does not accept new ones. */
const layoutFields = ['layout_update_xml', 'custom_layout_update_xml'] as const;

/** Reports changes of the layout; a fresh shop has a comment in their place. */
function loseLayout({ lose }: Saving, record: SourceRecord): void {
  const updates = layoutFields.map((name) => anyText(record[name] ?? '').replaceAll(/<!--[^]*?-->/g, ''));
  if (updates.some((text) => text.trim() !== '')) lose('its layout update in XML has to be entered again');
}

/** Reads content with its store views; none stand for all. */
async function readContent({ client, views }: MigrationRun, path: string): Promise<SourceRecord[]> {
  const all = await readAll(client, path);
  const idsIn = async (storeId: number): Promise<Set<string>> => {
    const found = await readAll(client, path, { filters: [{ field: 'store_id', value: String(storeId) }] });
    return new Set(found.map((one) => textIn(one, 'id')));
  };
  const everywhere = await idsIn(0);
  const byView: [number, Set<string>][] = [];
  for (const { id } of views) byView.push([id, await idsIn(id)]);
  return all.map((record) => {
    const id = textIn(record, 'id');
    const own = everywhere.has(id) ? [] : byView.filter(([, ids]) => ids.has(id)).map(([viewId]) => ({ id: viewId }));
    return Object.assign({}, record, { views: own });
  });
}

interface ContentPlace {
  readonly kind: string;
  readonly service: string;
  readonly storeId: number;
}

/** Content here with the same identifier that no other record of the source has taken. */
async function unusedId(
  { route, run, call }: Saving,
  record: SourceRecord,
  { kind, service, storeId }: ContentPlace,
): Promise<number | undefined> {
  const filters = [
    { field: 'identifier', value: textIn(record, 'identifier') },
    { field: 'store_id', value: String(storeId) },
  ];
  const { items } = await route<{ items: { id: number }[] }>(service, 'getList', {
    searchCriteria: { filter_groups: filters.map((one) => ({ filters: [one] })) },
  });
  const taken = new Set((await run.journal.allMoved(call.db, kind)).map(({ targetKey }) => Number(targetKey)));
  return items.find(({ id }) => !taken.has(id))?.id;
}

/** Blocks come before categories, which may show one. */
export const blocks = contentKind({
  name: 'blocks',
  path: '/V1/cmsBlock/search',
  service: 'cmsBlockRepositoryV1',
  argument: 'block',
  fields: ['identifier', 'title', 'content', 'active'],
});

/** Pages of content. */
export const pages = contentKind({
  name: 'pages',
  path: '/V1/cmsPage/search',
  service: 'cmsPageRepositoryV1',
  argument: 'page',
  fields: ['identifier', 'title', 'content', 'content_heading', 'page_layout', 'meta_description', 'active'],
});
