import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { compileWhere } from '../../../storage/criteria/compile.ts';
import type { ListRequest } from '../../../storage/criteria/criteria.ts';
import { CHUNK, keysQuery, rowsBefore, totalBy } from '../../../storage/criteria/list.ts';
import type { Params } from '../../../storage/prepared.ts';
import { countTallied } from './tally.ts';
import { isWalked, planOf, sourceOf, type ListedTables } from './list-source.ts';
import { openConditions, unlessValueNeeded } from './open-conditions.ts';
import { withSalable } from '../availability/salable.ts';
import { productFields } from '../products/search-fields.ts';

type Source = ReturnType<typeof sourceOf>;

/** The request for a list of products. */
export interface AskedList {
  readonly request: ListRequest;
  /** Further conditions, which clients cannot name. */
  readonly offered: ListRequest['groups'];
  /** The store view whose values apply. */
  readonly storeId: number;
}

/** A source narrowed by conditions that clients cannot name. */
export function narrowed(call: Call, source: Source, offered: ListRequest['groups']): Source {
  const where = compileWhere(call, withSalable(source.fields), offered);
  return where ? { ...source, base: source.base.where(where) } : source;
}

/**
 * A page of a list by cached statements, each built once for all requests of its shape; undefined where statements are not cached:
 * long pages, values that are part of the text, transactions, which see metadata of their own.
 */
export async function pageByStatement(
  call: Call,
  { request, offered, storeId }: AskedList,
): Promise<{ readonly keys: readonly number[]; count(): Promise<number> } | undefined> {
  const { groups, orders, page, pageSize } = request;
  const open = openConditions(groups);
  if (!open || call.inTransaction || pageSize === undefined || pageSize > CHUNK) return undefined;
  const offset = rowsBefore({ page, pageSize });
  if (offset === undefined) return undefined;
  const fields = productFields(call, storeId, []);
  const plan = planOf(call, { groups: [...groups, ...offered], orders }, storeId, fields);
  const { exact } = plan;
  const counted = exact && (() => countTallied(call, exact, withSalable(fields)));
  const tally = plan.mayBeWalked ? await counted?.() : undefined;
  const inOrder = tally !== undefined && isWalked({ page, pageSize }, tally);
  const shape = JSON.stringify([
    storeId,
    call.scope.websiteId,
    plan.tallied?.websiteId ?? null,
    plan.ofCategory,
    inOrder,
    open.shape,
    offered,
  ]);
  const openList = (values: readonly string[]) => {
    const { groups: opened, categoryIds } = open.opened(values);
    const place = { storeId, inOrder, categoryId: categoryIds[0] };
    const source = narrowed(call, sourceOf(call, productFields(call, storeId, categoryIds), plan, place), offered);
    return { source, opened, where: compileWhere(call, source.fields, opened) };
  };
  const { cachedStatements } = call.services.listing;
  const parameters = { values: open.values, offset };
  const rows = await cachedStatements.rows(
    call.db,
    `keys ${pageSize} ${JSON.stringify(orders)} ${shape}`,
    parameters,
    (p: Params<typeof parameters>) =>
      unlessValueNeeded(() => {
        const { source, opened, where } = openList(p.values);
        const query = keysQuery<ListedTables, 'p', number>(call, source, { groups: opened, orders }, where);
        return query.limit(pageSize).offset(p.offset).compile();
      }),
  );
  if (!rows) return undefined;
  const countAll = async (): Promise<number> => {
    const totals = await cachedStatements.rows(call.db, `count ${shape}`, { values: open.values }, (p) => {
      const { source, where } = openList(p.values);
      const query = source.base.select(sql<number>`count(*)`.as('total'));
      return (where ? query.where(where) : query).compile();
    });
    return firstOf(totals ?? []).total;
  };
  return {
    keys: rows.map(({ key }) => key),
    count: async () =>
      totalBy(request, rows.length) ?? (counted ? (tally ?? (await counted())).matches : await countAll()),
  };
}
