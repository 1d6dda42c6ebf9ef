import { foldText } from '../../../kernel/fold.ts';
import type { Call } from '../../../kernel/call.ts';
import { formatUrlKey } from '../../../kernel/url-key.ts';
import { prepared, preparedWrite, type Params } from '../../../storage/prepared.ts';
import { insertRows } from '../../../storage/rows.ts';
import { fold, inTexts } from '../../../storage/sql.ts';
import { ROOT_LEVEL, type CategoryPlace, type CategoryValues } from './category.ts';
import { textIn } from './sql.ts';

/** The greatest length of a URL key in the interface's own tables. */
export const MAX_URL_KEY_LENGTH = 255;

/** A URL key made from a category's name, or from its id if the name has neither Latin letters nor digits. */
export function categoryUrlKey(name: string, id: number): string {
  return formatUrlKey(name).slice(0, MAX_URL_KEY_LENGTH) || `category-${id}`;
}

/**
 * Siblings with one of these URL keys in some store view: a row with the key of scope 0 and one for each store view's own key. If
 * the key of scope 0 is not among `keys`, rows of store views with other keys may be missing.
 */
const siblingsWith = prepared((db, p: Params<{ parentId: number; id: number; keys: readonly string[] }>) =>
  db
    .selectFrom('category as c')
    .leftJoin('category_store as o', 'o.category_id', 'c.id')
    .select(['c.id', 'c.url_key', 'o.store_id', textIn('o.document', 'url_key').as('own')])
    .where('c.parent_id', '=', p.parentId)
    .where('c.id', '<>', p.id)
    .where(({ or }) =>
      or([inTexts(fold('c.url_key'), p.keys), inTexts(fold(textIn('o.document', 'url_key')), p.keys)]),
    ),
);

/** URL keys by store view, as `keyIn` reads them. */
interface UrlKeys {
  readonly inherited: string | undefined;
  /** Keys of store views that have their own. */
  readonly own: ReadonlyMap<number, string>;
}

/** The URL keys of a category: the one of scope 0, and those that store views override. */
export function categoryUrlKeys(
  values: CategoryValues,
  overrides: Iterable<readonly [number, CategoryValues]>,
): UrlKeys {
  const own = [...overrides].flatMap(([storeId, { url_key }]): [number, string][] =>
    url_key ? [[storeId, url_key]] : [],
  );
  return { inherited: values.url_key, own: new Map(own) };
}

function keyIn({ inherited, own }: UrlKeys, storeId: number): string | undefined {
  return own.get(storeId) ?? inherited;
}

/**
 * Whether another child of `parent` has the category's URL key in some store view, ignoring case. Root categories are
 * not part of URLs and may share keys. The result stays valid while the tree is locked.
 */
export async function hasTwin(
  call: Call,
  parent: Pick<CategoryPlace, 'id' | 'level'>,
  categoryId: number,
  keys: UrlKeys,
): Promise<boolean> {
  if (parent.level < ROOT_LEVEL) return false;
  const keyTexts = [...(keys.inherited ? [keys.inherited] : []), ...keys.own.values()].map(folded);
  const rows = await siblingsWith(call.db, { parentId: parent.id, id: categoryId, keys: keyTexts });
  const siblings = new Map<number, { inherited: string | undefined; own: Map<number, string> }>();
  for (const { id, url_key, store_id, own } of rows) {
    const sibling = siblings.get(id) ?? { inherited: url_key ?? undefined, own: new Map<number, string>() };
    siblings.set(id, sibling);
    if (store_id !== null && own !== null) sibling.own.set(store_id, own);
  }
  const storeIds = [0, ...call.services.store.views().map((view) => view.id)];
  return [...siblings.values()].some((sibling) =>
    storeIds.some((storeId) => {
      const key = keyIn(keys, storeId);
      const other = keyIn(sibling, storeId);
      return key !== undefined && other !== undefined && folded(key) === folded(other);
    }),
  );
}

/** A URL key for comparison, without case and accents. */
function folded(key: string): string {
  return foldText(key);
}

const giveUpKeys = preparedWrite((db, p: Params<{ categoryId: number }>) =>
  db.deleteFrom('catalog_url_key').where('category_id', '=', p.categoryId),
);

/**
 * Takes the URL keys of a category right below the root of store views, and releases its former ones. Returns whether
 * they were free: a product may have one of them.
 */
export async function takePaths(call: Call, parentId: number, categoryId: number, keys: UrlKeys): Promise<boolean> {
  const { store } = call.services;
  const rows = store.views().flatMap((view) => {
    const key = view.id !== 0 && store.rootCategoryOf(view.id) === parentId ? keyIn(keys, view.id) : undefined;
    return key === undefined ? [] : [{ store_id: view.id, url_key: folded(key), category_id: categoryId }];
  });
  await giveUpKeys(call.db, { categoryId });
  const insertedKeys = await insertRows(call.db, 'catalog_url_key', rows, {
    onConflict: { key: ['store_id', 'url_key'], update: [] },
    returning: ['store_id'],
  });
  return insertedKeys.length === rows.length;
}
