import { sql, type AliasableExpression, type SqlBool } from 'kysely';
import type { Call, Database } from '../../../kernel/call.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { TREE_ROOT } from './category.ts';
import { noCategory } from './load.ts';
import { integerIn, isWithin, textIn } from './sql.ts';
import type { CategoryNode } from './types.ts';

/** Greater than the depth of any tree. */
const EVERY_LEVEL = 2_147_483_647;

interface TreeParameters {
  rootId: number;
  /** Number of levels below the root. */
  depth: number;
  storeId: number;
  websiteId: number;
}

/**
 * Category `r`, and as `c` all categories up to so many levels below it, itself included: parents before their children, and
 * children in order.
 */
function selectTree(db: Database, p: Params<TreeParameters>, isCounted: boolean) {
  return db
    .selectFrom('category as r')
    .innerJoin('category as c', (join) => join.on(isWithin('c', 'r')))
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
      (isCounted ? productsOn(p.websiteId) : uncounted).as('product_count'),
    ])
    .where('r.id', '=', p.rootId)
    .where(sql<SqlBool>`c.level <= r.level + ${p.depth}`)
    .orderBy('c.level')
    .orderBy('c.position')
    .orderBy('c.id');
}

/** The number of products that category `c` shows on a website; 0: on any website. */
function productsOn(websiteId: number): AliasableExpression<number> {
  return sql<number>`coalesce((select sum(t.n) from catalog_product_tally t
    where t.category_id = c.id and t.website_id = ${websiteId}), 0)`;
}

const uncounted = sql<number>`0`;
const tree = prepared((db, p: Params<TreeParameters>) => selectTree(db, p, true));
const treeWithoutCounts = prepared((db, p: Params<TreeParameters>) => selectTree(db, p, false));

/** The part of the tree to read. */
interface WantedTree {
  readonly rootCategoryId?: number | null | undefined;
  /** Number of levels below the root; default: all. */
  readonly depth?: number | null | undefined;
  /** Whether products are counted; otherwise their number is 0. */
  readonly isCounted: boolean;
}

/**
 * The tree below a category; without one, the tree of the store view (in `all`: the whole tree). Names and states are
 * those of the store view, numbers of products those of its website. One query for any size. Throws 404 for an unknown
 * category.
 */
export async function categoryTree(
  call: Call,
  { rootCategoryId, depth, isCounted }: WantedTree,
): Promise<CategoryNode> {
  const { storeId, websiteId } = call.scope;
  const rootId = rootCategoryId ?? (storeId === 0 ? TREE_ROOT : call.services.store.rootCategoryOf(storeId));
  const levels = Math.min(Math.max(depth ?? EVERY_LEVEL, 0), EVERY_LEVEL);
  const rows = await (isCounted ? tree : treeWithoutCounts)(call.db, { rootId, depth: levels, storeId, websiteId });
  const byId = new Map<number, CategoryNode>();
  for (const { is_active, ...row } of rows) {
    const node: CategoryNode = { ...row, is_active: is_active === null ? null : is_active === 1, children_data: [] };
    byId.set(row.id, node);
    byId.get(node.parent_id)?.children_data.push(node);
  }
  const root = byId.get(rootId);
  if (!root) throw noCategory(rootId);
  return root;
}
