import { sql, type Expression } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { perDialect } from '../dialects.ts';
import { allOf, anyOf, binary, fold } from '../sql.ts';
import type { Condition, ConditionType, SortDirection, ListOrder } from './criteria.ts';
import { expressionOf, fieldOf, filterOn, type SearchField, type SearchFields } from './fields.ts';
import type { SqlTruth, SqlValue } from './sql.ts';

/**
 * The condition of all groups of a list: in each group, one of the conditions must hold. Undefined without conditions. Throws
 * 400 for an unknown field.
 */
export function compileWhere(
  call: Call,
  fields: SearchFields,
  groups: readonly (readonly Condition[])[],
): SqlTruth | undefined {
  const parts = groups
    .filter((group) => group.length > 0)
    .map((group) => anyOf(group.map((condition) => filterOn(filterField(fields, condition.field), condition, call))));
  return parts.length > 0 ? allOf(withFewJoins(parts)) : undefined;
}

/** As `compileWhere`; without conditions, one that every row meets. */
export function compileTruth(call: Call, fields: SearchFields, groups: readonly (readonly Condition[])[]): SqlTruth {
  return compileWhere(call, fields, groups) ?? sql`1 = 1`;
}

/** Maximum number of conditions that PostgreSQL may turn into joins. */
const MOST_JOINED = 12;

/** PostgreSQL turns each required `in (select …)` into a join, and takes minutes to plan hundreds of joins. */
function withFewJoins(conditions: readonly SqlTruth[]): SqlTruth[] {
  return conditions.map((condition, i) =>
    i < MOST_JOINED ? condition : perDialect({ sqlite: condition, postgres: sql`(${condition}) is true` }),
  );
}

/**
 * The order of a list. The key comes last, in the direction of the sort order before it (ascending without one). So the order
 * is total, pages neither repeat nor skip a row, and one index serves both directions. Null comes before every value, as in the
 * reference's database.
 */
export function compileOrder(
  call: Call,
  fields: SearchFields,
  orders: readonly ListOrder[],
  key: string,
  groups: readonly (readonly Condition[])[] = [],
): Expression<unknown> {
  const parts: Expression<unknown>[] = [];
  let last: SortDirection = 'ASC';
  for (const { field: name, direction } of orders) {
    const field = knownField(fields, name);
    if (field.order === false) throw platformErrors.unknownField([name]);
    last = field.newestFirst ? 'DESC' : direction;
    const column = field.order ? field.order(call) : (field.column ?? name);
    if (column === key) break;
    parts.push(directed(sortable(field, expressionOf(column)), direction, field));
  }
  const isAlone = parts.length === 0 && groups.some((group) => isRangeBesideKey(fields, group));
  // As an expression, the key does not match an index that the database would read in its order.
  parts.push(directed(isAlone ? sql`${expressionOf(key)} + 0` : expressionOf(key), last, { notNull: true }));
  return sql`${sql.join(parts)}`;
}

const ranges: ReadonlySet<ConditionType> = new Set(['gt', 'gteq', 'moreq', 'from', 'lt', 'lteq', 'to']);

function isRangeBesideKey(fields: SearchFields, group: readonly Condition[]): boolean {
  const [only] = group;
  if (!only || group.length > 1 || !ranges.has(only.type)) return false;
  return fieldOf(fields, only.field)?.followsKey === true;
}

function sortable({ kind }: SearchField, column: SqlValue): Expression<unknown> {
  if (kind === 'text') return fold(column);
  return kind === 'code' ? binary(column) : column;
}

function directed(
  value: Expression<unknown>,
  direction: SortDirection,
  { notNull, nullsLast }: Pick<SearchField, 'notNull' | 'nullsLast'>,
): Expression<unknown> {
  const way = direction === 'ASC' ? sql`asc` : sql`desc`;
  if (notNull) return sql`${value} ${way}`;
  const isFirst = (direction === 'ASC') !== (nullsLast === true);
  return isFirst ? sql`${value} ${way} nulls first` : sql`${value} ${way} nulls last`;
}

function filterField(fields: SearchFields, name: string): SearchField {
  const field = knownField(fields, name);
  if (field.sortOnly) throw platformErrors.unknownField([name]);
  return field;
}

function knownField(fields: SearchFields, name: string): SearchField {
  const field = fieldOf(fields, name);
  if (!field) throw platformErrors.unknownField([name]);
  return field;
}
