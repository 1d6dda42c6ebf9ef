import { sql, type Expression, type SqlBool } from 'kysely';
import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import { foldText } from '../../../kernel/fold.ts';
import { readUtcTime } from '../../../kernel/time.ts';
import { documentText } from '../../../storage/criteria/document-fields.ts';
import { binary, escapeLike, fold, inTexts, like } from '../../../storage/sql.ts';
import { graphqlSalesErrors } from './errors.ts';

type OrdersFilter = GraphQLTypes['CustomerOrdersFilterInput'];
type Range = GraphQLTypes['FilterRangeTypeInput'];

const baseGrandTotal = documentText(['fields', 'base_grand_total'], 'document', 'double precision');

/**
 * The conditions of a filter on rows of `sales_order`. Throws for a time or an amount that cannot be read.
 */
export function orderConditions(filter: OrdersFilter | null | undefined): Expression<SqlBool>[] {
  const { grand_total, number, order_date, status } = filter ?? {};
  return [
    textMatches('increment_id', number),
    textMatches('status', status),
    ...rangeMatches(binary('created_at'), order_date, requestedTime),
    ...rangeMatches(baseGrandTotal, grand_total, requestedAmount),
  ].flatMap((condition) => condition ?? []);
}

function textMatches(
  column: 'increment_id' | 'status',
  filter: GraphQLTypes['FilterStringTypeInput'] | null | undefined,
): Expression<SqlBool> | undefined {
  if (!filter) return undefined;
  const text = fold(column);
  if (filter.eq != null) return sql<SqlBool>`${text} = ${foldText(filter.eq)}`;
  if (filter.in) {
    const values = filter.in.flatMap((one) => (one == null ? [] : [foldText(one)]));
    return inTexts(text, values);
  }
  if (filter.match != null) return like(text, `%${escapeLike(foldText(filter.match))}%`);
  return undefined;
}

/** The conditions of a range that includes its limits; an empty text is no limit. */
function rangeMatches<T>(
  value: Expression<unknown>,
  range: Range | null | undefined,
  read: (text: string) => T,
): Expression<SqlBool>[] {
  const { from, to } = range ?? {};
  return [
    ...(from ? [sql<SqlBool>`${value} >= ${read(from)}`] : []),
    ...(to ? [sql<SqlBool>`${value} <= ${read(to)}`] : []),
  ];
}

function requestedTime(text: string): string {
  const time = readUtcTime(text);
  if (time === undefined) throw graphqlSalesErrors.notTime([text]);
  return time;
}

function requestedAmount(text: string): number {
  const amount = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(amount)) throw graphqlSalesErrors.notAmount([text]);
  return amount;
}
