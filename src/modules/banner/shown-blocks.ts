import { sql, type ExpressionBuilder } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import type { AskedPage } from '../../storage/criteria/pages.ts';
import { inIds, inTexts } from '../../storage/sql.ts';
import type { TargetKind } from './targets.ts';

/** A block with the content of the call's store view. */
export interface ShownBlock {
  readonly id: number;
  readonly content: string;
}

/** Which blocks a storefront reads. */
export interface BlockFilter {
  /** Absent: all. */
  readonly ids?: readonly number[] | undefined;
  /** Absent: everywhere. */
  readonly locations?: readonly string[] | undefined;
  /** The segments of the visitor. */
  readonly segmentIds: readonly number[];
  /** Only blocks that are related to one of these rules; absent: all blocks. */
  readonly rules?: { readonly kind: 'cart_rule' | 'catalog_rule'; readonly ids: readonly number[] } | undefined;
}

type BlockExpressions = ExpressionBuilder<Pick<Tables, 'dynamic_block'> & Tables, 'dynamic_block'>;

/** The targets of a block of one kind; with `values`, those among them. */
function targetsOf(eb: BlockExpressions, kind: TargetKind, values?: readonly (string | number)[]) {
  let query = eb
    .selectFrom('dynamic_block_target as t')
    .select(sql.lit(1).as('one'))
    .whereRef('t.block_id', '=', 'dynamic_block.block_id')
    .where('t.kind', '=', kind);
  if (values) query = query.where(inTexts('t.value', values.map(String)));
  return eb.exists(query);
}

/** Blocks without targets of a kind, or with one of `values`. */
function isFor(eb: BlockExpressions, kind: TargetKind, values: readonly (string | number)[]) {
  return eb.or([eb.not(targetsOf(eb, kind)), targetsOf(eb, kind, values)]);
}

function matching({ db, scope }: Call, { ids, locations, segmentIds, rules }: BlockFilter) {
  let query = db
    .selectFrom('dynamic_block')
    .where('is_enabled', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('dynamic_block_content as c')
          .select(sql.lit(1).as('one'))
          .whereRef('c.block_id', '=', 'dynamic_block.block_id')
          .where('c.store_id', 'in', [0, scope.storeId]),
      ),
    )
    .where((eb) => isFor(eb, 'segment', segmentIds));
  if (ids) query = query.where(inIds('dynamic_block.block_id', ids));
  if (locations) query = query.where((eb) => isFor(eb, 'location', locations));
  if (rules) query = query.where((eb) => targetsOf(eb, rules.kind, rules.ids));
  return query;
}

/** How many enabled blocks match a filter. */
export async function countShown(call: Call, filter: BlockFilter): Promise<number> {
  const { count } = await matching(call, filter)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A page of the enabled blocks that match a filter, in order of ids; two queries. */
export async function shownBlocks(
  call: Call,
  filter: BlockFilter,
  { page, pageSize }: AskedPage,
): Promise<ShownBlock[]> {
  const rows = await matching(call, filter)
    .select('dynamic_block.block_id')
    .orderBy('dynamic_block.block_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const ids = rows.map(({ block_id }) => block_id);
  const contents = await call.db
    .selectFrom('dynamic_block_content')
    .select(['block_id', 'content'])
    .where(inIds('block_id', ids))
    .where('store_id', 'in', [0, call.scope.storeId])
    // Later rows replace earlier ones: the content of the store view goes before that of all.
    .orderBy('store_id')
    .execute();
  const contentById = new Map(contents.map(({ block_id, content }) => [block_id, content]));
  return ids.map((id) => ({ id, content: contentById.get(id) ?? '' }));
}
