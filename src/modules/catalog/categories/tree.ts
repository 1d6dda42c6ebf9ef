import { sql, type SqlBool } from 'kysely';
import type { Call, Database } from '../../../kernel/call.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { TREE_ROOT } from './category.ts';
import { noCategory } from './load.ts';
import { integerIn, isShownBy, isWithin, textIn } from './sql.ts';
import type { CategoryNode } from './types.ts';

/** Deeper than any tree. */
const EVERY_LEVEL = 2_147_483_647;

interface TreeParameters {
  rootId: number;
  /** Levels below the root. */
  depth: number;
}

/** Category `r`, and as `c` all that lie at most so many levels below it, itself included. */
function selectTree(db: Database, p: Params<TreeParameters>) {
  return db
    .selectFrom('category as r')
    .innerJoin('category as c', (join) => join.on(isWithin('c', 'r')))
    .where('r.id', '=', p.rootId)
    .where(sql<SqlBool>`c.level <= r.level + ${p.depth}`);
}

const nodes = prepared((db, p: Params<TreeParameters & { storeId: number }>) =>
  selectTree(db, p)
    .leftJoin('category_store as o', (join) =>
      join.onRef('o.category_id', '=', 'c.id').on('o.store_id', '=', p.storeId),
    )
    .select((eb) => [
      'c.id',
      'c.parent_id',
      'c.level',
      'c.position',
      eb.fn.coalesce(textIn('o.document', 'name'), 'c.name').as('name'),
      eb.fn.coalesce(integerIn('o.document', 'is_active'), 'c.is_active').as('is_active'),
    ])
    .orderBy('c.level')
    .orderBy('c.position')
    .orderBy('c.id'),
);

/** The number of different products in each category and, below anchor categories, in those that lie below. */
function selectCounts(db: Database, p: Params<TreeParameters>) {
  return selectTree(db, p)
    .innerJoin('category as d', (join) => join.on(isShownBy('d', 'c')))
    .innerJoin('category_product as l', 'l.category_id', 'd.id')
    .select((eb) => ['c.id', eb.fn.count<number>('l.product_id').distinct().as('products')])
    .groupBy('c.id');
}

const allCounts = prepared((db, p: Params<TreeParameters>) => selectCounts(db, p));
const websiteCounts = prepared((db, p: Params<TreeParameters & { websiteId: number }>) =>
  selectCounts(db, p).innerJoin('catalog_product_website as w', (join) =>
    join.onRef('w.product_id', '=', 'l.product_id').on('w.website_id', '=', p.websiteId),
  ),
);

/**
 * The tree below a category, that of the store view (below `all`: of everything) without one: names and states as the store
 * view shows them, products as its website has them. Two queries, whatever its size. Throws 404 for an unknown root.
 */
export async function categoryTree(
  call: Call,
  rootCategoryId?: number | null,
  depth?: number | null,
): Promise<CategoryNode> {
  const { storeId, websiteId } = call.scope;
  const rootId = rootCategoryId ?? (storeId === 0 ? TREE_ROOT : call.services.store.rootCategoryOf(storeId));
  const asked = { rootId, depth: Math.min(Math.max(depth ?? EVERY_LEVEL, 0), EVERY_LEVEL) };
  const rows = await nodes(call.db, { ...asked, storeId });
  const counts = await (websiteId === 0 ? allCounts(call.db, asked) : websiteCounts(call.db, { ...asked, websiteId }));
  const products = new Map(counts.map((row) => [row.id, row.products]));
  const byId = new Map<number, CategoryNode>();
  // Parents come before their children.
  for (const { is_active, ...row } of rows) {
    const node: CategoryNode = {
      ...row,
      is_active: is_active === null ? null : is_active === 1,
      product_count: products.get(row.id) ?? 0,
      children_data: [],
    };
    byId.set(node.id, node);
    byId.get(node.parent_id)?.children_data.push(node);
  }
  const root = byId.get(rootId);
  if (!root) throw noCategory(rootId);
  return root;
}
