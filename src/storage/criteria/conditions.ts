import { sql } from 'kysely';
import { parseJson } from '../../kernel/json-text.ts';
import { perDialect } from '../dialects.ts';
import { derived, isParameter } from '../prepared.ts';
import { binary, escapeLike, fold, inTexts, like } from '../sql.ts';
import type { Condition, ConditionType } from './criteria.ts';
import { inNumbers, integerAsText, numberAsText, type SqlText, type SqlTruth, type SqlValue } from './sql.ts';
import { afterPrefix, readFlag, readNumber, readPattern, readText, readTime } from './values.ts';

/**
 * How a field's values compare:
 * - `integer`, `number`: as numbers; a text that is no number counts by its numeric start
 * - `flag`: 0 or 1; `true`, `yes` and `on` are 1
 * - `text`: whatever the case and accents; an index on `fold(column)` serves equality, ranges, `like 'abc%'` and sorting
 * - `code`: text that is stored folded and needs no folding (states, types, uuids); an index on the column itself
 *   serves equality
 * - `time`: stored as `YYYY-MM-DD HH:MM:SS` in UTC; a date stands for its midnight
 * - `date`: stored as `YYYY-MM-DD`
 */
export type FieldKind = 'integer' | 'number' | 'flag' | 'text' | 'code' | 'time' | 'date';

type Operator = '=' | '<>' | '>' | '>=' | '<' | '<=';

/** The conditions that compare with one value. */
const operators = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gteq: '>=',
  moreq: '>=',
  from: '>=',
  lt: '<',
  lteq: '<=',
  to: '<=',
} as const satisfies Partial<Record<ConditionType, Operator>>;

function isComparing(type: ConditionType): type is keyof typeof operators {
  return type in operators;
}

/** Splits a list of values. */
type Split = (list: string) => string[];
const commaList: Split = (list) => list.split(',');
const jsonList: Split = (list) => parseJson<string[]>(list);

/** How the values of one kind of field are read and written in SQL. */
interface Comparison {
  /** `column operator value`; false for null columns. */
  compare(column: SqlValue, operator: Operator, value: string, field: string): SqlTruth;
  /** Whether the column equals one of the values that `split` reads in `list`. */
  isOneOf(column: SqlValue, list: string, field: string, split: Split): SqlTruth;
  /** The column as a text for patterns. */
  text(column: SqlValue): SqlText;
}

const integers: Comparison = {
  compare: (column, operator, value) => compareInteger(column, operator, derived(value, readNumber)),
  isOneOf: (column, list, _, split) => inNumbers(column, derived(list, integersOf(readNumber, split)), 'bigint'),
  text: integerAsText,
};

const flags: Comparison = {
  compare: (column, operator, value) => compareInteger(column, operator, derived(value, readFlag)),
  isOneOf: (column, list, _, split) => inNumbers(column, derived(list, integersOf(readFlag, split)), 'bigint'),
  text: integerAsText,
};

const numbers: Comparison = {
  compare: (column, operator, value) =>
    sql`${column} ${sql.raw(operator)} cast(${derived(value, readNumber)} as double precision)`,
  isOneOf: (column, list, _, split) => inNumbers(column, derived(list, valuesOf(readNumber, split))),
  text: numberAsText,
};

const texts: Comparison = {
  compare: (column, operator, value) => sql`${fold(column)} ${sql.raw(operator)} ${derived(value, readText)}`,
  isOneOf: (column, list, _, split) => inTexts(fold(column), derived(list, valuesOf(readText, split))),
  text: fold,
};

const codes: Comparison = {
  compare: (column, operator, value) =>
    sql`${operator === '=' ? column : binary(column)} ${sql.raw(operator)} ${derived(value, readText)}`,
  isOneOf: (column, list, _, split) => inTexts(column, derived(list, valuesOf(readText, split))),
  text: binary,
};

const times = temporal(readTime);
/** A stored date is less than any later time of its day, so a value with a time of day stays unchanged. */
const dates = temporal((value, field) => readTime(value, field).replace(' 00:00:00', ''));

function temporal(read: (value: string, field: string) => string): Comparison {
  return {
    compare: (column, operator, parameter, field) =>
      sql`${column} ${sql.raw(operator)} ${derived(parameter, (value) => read(value, field))}`,
    isOneOf: (column, list, field, split) =>
      inTexts(
        column,
        derived(
          list,
          valuesOf((value) => read(value, field), split),
        ),
      ),
    text: (column) => column,
  };
}

/** Reads each value of a list. */
function valuesOf<T>(read: (value: string) => T, split: Split): (list: string) => T[] {
  return (list) => split(list).map(read);
}

function integersOf(read: (value: string) => number, split: Split): (list: string) => number[] {
  return (list) => split(list).map(read).filter(Number.isSafeInteger);
}

const comparisons: Record<FieldKind, Comparison> = {
  integer: integers,
  flag: flags,
  number: numbers,
  text: texts,
  code: codes,
  time: times,
  date: dates,
};

/**
 * The SQL of one condition on `column`. Every value is a parameter, and except for special values the text depends on kind and
 * type alone, so that a statement prepared once serves most calls. A null column matches `null` only: neither `eq` nor `neq`,
 * `nin`, `nlike` or `nfinset`.
 */
export function buildCondition(column: SqlValue, kind: FieldKind, condition: Condition): SqlTruth {
  const { type, value, field } = condition;
  const comparison = comparisons[kind];
  if (isComparing(type)) return comparison.compare(column, operators[type], value, field);
  // Every other type has a case, or this does not compile.
  switch (type) {
    case 'null':
      return sql`${column} is null`;
    case 'notnull':
      return notNull(column);
    case 'in':
      return comparison.isOneOf(column, value, field, commaList);
    case 'any_of':
      return comparison.isOneOf(column, value, field, jsonList);
    case 'nin':
      return allBut(column, comparison.isOneOf(column, value, field, commaList));
    case 'like':
      return isLike(comparison.text(column), value);
    case 'nlike':
      return allBut(column, isLike(comparison.text(column), value));
    case 'finset':
      return isInSet(column, kind, condition);
    case 'any_in_set':
      return hasOneInSet(column, kind, condition);
    case 'nfinset':
      return allBut(column, isInSet(column, kind, condition));
  }
}

const never: SqlTruth = sql`1 = 0`;

function notNull(column: SqlValue): SqlTruth {
  return sql`${column} is not null`;
}

/** Rows whose column has a value that does not match `test`. */
function allBut(column: SqlValue, test: SqlTruth): SqlTruth {
  return sql`(${notNull(column)} and not (${test}))`;
}

/** Compares an integer column with any number. The parameter is always an integer, so that an index can be used. */
function compareInteger(column: SqlValue, operator: Operator, value: number): SqlTruth {
  if (isParameter(value) || Number.isSafeInteger(value))
    return sql`${column} ${sql.raw(operator)} cast(${value} as bigint)`;
  if (operator === '=') return never;
  if (operator === '<>') return notNull(column);
  const upwards = operator === '>' || operator === '>=';
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return upwards === value < 0 ? notNull(column) : never;
  return upwards
    ? sql`${column} > cast(${Math.floor(value)} as bigint)`
    : sql`${column} < cast(${Math.ceil(value)} as bigint)`;
}

/**
 * Whether the value of a condition affects its SQL only as a parameter, for any kind of column. It depends on the type, and on
 * values with special handling in `compareInteger`.
 */
export function isParametric({ type, value }: Condition): boolean {
  return isListed(type) || (isComparing(type) && Number.isSafeInteger(readNumber(value)));
}

function isListed(type: ConditionType): boolean {
  return type === 'in' || type === 'any_of' || type === 'any_in_set';
}

/** `like` on a bytewise compared text: the part before the first wildcard is a range that an index can serve. */
function isLike(text: SqlText, value: string): SqlTruth {
  const { prefix, rest, text: pattern } = readPattern(readText(value));
  if (rest === 'nothing') return sql`${text} = ${prefix}`;
  const matches = like(text, pattern);
  const end = afterPrefix(prefix);
  if (end === undefined) return matches;
  const inRange: SqlTruth = sql`${text} >= ${prefix} and ${text} < ${end}`;
  return rest === 'anything' ? sql`(${inRange})` : sql`(${inRange} and ${matches})`;
}

/**
 * Whether the value is an element of the comma-separated list in a text column. A number or time is a list of one. The empty
 * text is the empty list, and no element contains a comma.
 */
function isInSet(column: SqlValue, kind: FieldKind, { value, field }: Condition): SqlTruth {
  if (value.includes(',')) return never;
  const { compare, text } = comparisons[kind];
  if (kind !== 'text' && kind !== 'code') return compare(column, '=', value, field);
  const list = text(column);
  const element = `%,${escapeLike(readText(value))},%`;
  return sql`(${list} <> '' and ${like(sql<string>`(',' || ${list} || ',')`, element)})`;
}

/** Values that PostgreSQL compares with those of a row one by one. */
const FEW_VALUES = 20;

/** Whether an element of a JSON list of values is an element of the comma-separated list in a text column. */
function hasOneInSet(column: SqlValue, kind: FieldKind, { value, field }: Condition): SqlTruth {
  const { isOneOf, text } = comparisons[kind];
  if (kind !== 'text' && kind !== 'code') return isOneOf(column, value, field, jsonList);
  const list = text(column);
  const elements = derived(value, (text) =>
    valuesOf(readText, jsonList)(text).filter((element) => !element.includes(',')),
  );
  // Compared one by one, the lists of all rows with many values would take minutes: a set of the values is made once.
  const ofRow = sql`string_to_array(${list}, ',')`;
  return perDialect({
    sqlite: sql`(${list} <> '' and exists (select 1 from json_each('[' || replace(json_quote(${list}), ',', '","') || ']') e
      where e.value in (select value from json_each(${elements}))))`,
    postgres: sql`case when cardinality(${elements}::text[]) <= ${sql.lit(FEW_VALUES)} then ${ofRow} && ${elements}::text[]
      else (select bool_or(e in (select unnest(${elements}::text[]))) from unnest(${ofRow}) e) end`,
  });
}
