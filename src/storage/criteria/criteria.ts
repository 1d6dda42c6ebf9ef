import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { isAmong } from '../../kernel/narrow.ts';
import * as t from '../../kernel/types.ts';
import { setting, numberFrom, yesOrNo } from '../../kernel/settings.ts';

export const areInputLimitsOn = setting(
  'webapi/validation/input_limit_enabled',
  yesOrNo,
  false,
  'Whether lists and pages of requests are limited',
);
export const mostPageSize = setting(
  'webapi/validation/maximum_page_size',
  numberFrom(1, 'items'),
  300,
  'Largest page that a client may ask for where input limits are on',
);
export const defaultPageSize = setting(
  'webapi/validation/default_page_size',
  numberFrom(1, 'items'),
  999_999,
  'Size of a page where the client names none and input limits are on',
);

/** One comparison of a field with a value; `condition_type` is `eq` when absent. */
const Filter = t.object('framework-filter', {
  field: t.string,
  value: t.string,
  condition_type: t.optional(t.string),
});

/** Filters, one of which must hold. */
export const FilterGroup = t.object('framework-search-filter-group', { filters: t.optional(t.array(Filter)) });

/** A field to sort by; `DESC` when no direction is given. */
export const SortOrder = t.object('framework-sort-order', { field: t.string, direction: t.string });

/** The criteria of a list: groups that must all hold, sort orders, a page. */
export const SearchCriteria = t.object('framework-search-criteria-interface', {
  filter_groups: t.array(FilterGroup),
  sort_orders: t.optional(t.array(SortOrder)),
  page_size: t.optional(t.integer),
  current_page: t.optional(t.integer),
});
/** Decoded search criteria of a request. */
export type SearchCriteria = t.In<typeof SearchCriteria>;
/** The criteria in the response. */
export type CriteriaEcho = t.Out<typeof SearchCriteria>;

/** The criteria in the response of a list that is limited to one value of a field. */
export function narrowedTo(field: string, value: string): CriteriaEcho {
  return { filter_groups: [{ filters: [{ field, value, condition_type: 'eq' }] }] };
}

/** The type of a list's response: a page of `item`, the criteria as understood, the number of all matches. */
export function searchResults<N extends string, I extends t.Type>(name: N, item: I) {
  return t.object(name, { items: t.array(item), search_criteria: SearchCriteria, total_count: t.integer });
}

/** A record where the interface declares no type of its own. Modules extend it with the fields of their records, all optional. */
export const AnyRecord = t.object('framework-extensible-data-interface', {});

/** A page of such records. */
export const AnySearchResults = searchResults('framework-search-results-interface', AnyRecord);

const wireTypes = [
  'eq',
  'neq',
  'finset',
  'nfinset',
  'from',
  'to',
  'gt',
  'gteq',
  'lt',
  'lteq',
  'moreq',
  'in',
  'nin',
  'like',
  'nlike',
  'null',
  'notnull',
] as const;
/** The interface's names of comparisons in `condition_type`, in any case. */
type WireConditionType = (typeof wireTypes)[number];
/**
 * The comparisons of conditions: those of the interface, and two for the platform itself, whose value is a JSON array of texts.
 * `any_of` is `in` for values with commas; `any_in_set` is `finset` for any of the values.
 */
export type ConditionType = WireConditionType | 'any_of' | 'any_in_set';

/** One comparison of a field with a value, including defaults. */
export interface Condition {
  readonly field: string;
  readonly type: ConditionType;
  /** The value in the request; empty when absent. */
  readonly value: string;
}

/** Direction of a sort order. */
export type SortDirection = 'ASC' | 'DESC';

/** A field that a list is sorted by. */
export interface ListOrder {
  readonly field: string;
  readonly direction: SortDirection;
}

/** Checked criteria, including all defaults. */
export interface ListRequest {
  /** Any condition of each group must hold. */
  readonly groups: readonly (readonly Condition[])[];
  readonly orders: readonly ListOrder[];
  /** Rows of a page; undefined for all rows. */
  readonly pageSize: number | undefined;
  /** From 1. */
  readonly page: number;
  readonly echo: CriteriaEcho;
}

/**
 * Checks decoded criteria. Throws 400 for an unknown condition type, a direction that is neither ASC nor DESC, an invalid name
 * of a sort field, and a page over the configured limit. Recorded behaviour of the interface: page size 0 means all rows and a
 * negative one a single row, a page below 1 is the first.
 */
export function readCriteria(call: Call, criteria: SearchCriteria): ListRequest {
  const pageSize = limitedPageSize(call, criteria.page_size ?? undefined);
  const orders = criteria.sort_orders?.map(readOrder);
  const groups = (criteria.filter_groups ?? []).map((group) => (group.filters ?? []).map(readFilter));
  return {
    groups,
    orders: orders ?? [],
    pageSize: pageSize === undefined || pageSize === 0 ? undefined : Math.max(pageSize, 1),
    page: Math.max(criteria.current_page ?? 1, 1),
    echo: echo(criteria, orders, pageSize),
  };
}

/**
 * Page size within the limits of `webapi/validation`, which are off by default. Recorded behaviour of the interface: the
 * default appears in the response, is not compared with the maximum, and is 999999 unless configured; size 0 passes.
 */
function limitedPageSize(call: Call, pageSize: number | undefined): number | undefined {
  const { config } = call;
  const scope = { storeId: call.scope.storeId };
  if (!config.of(areInputLimitsOn, scope)) return pageSize;
  const max = config.of(mostPageSize, scope);
  if (pageSize !== undefined && pageSize > max) throw platformErrors.pageSize({ max });
  return pageSize ?? config.of(defaultPageSize, scope);
}

function readFilter(filter: t.In<typeof Filter>): Condition {
  if (filter.field === null || filter.field === undefined) throw platformErrors.required({ fieldName: 'field' });
  const conditionType = filter.condition_type || 'eq';
  const type = conditionType.toLowerCase();
  if (!isConditionType(type)) throw platformErrors.unknownCondition({ conditionType });
  return { field: filter.field, type, value: filter.value ?? '' };
}

function isConditionType(name: string): name is WireConditionType {
  return isAmong(wireTypes, name);
}

function readOrder(order: t.In<typeof SortOrder>): ListOrder {
  if (order.field === null || order.field === undefined) throw platformErrors.required({ fieldName: 'field' });
  if (/[^a-z0-9_]/i.test(order.field)) throw platformErrors.sortField([order.field]);
  const direction = order.direction?.toUpperCase() ?? 'DESC';
  if (direction !== 'ASC' && direction !== 'DESC') throw platformErrors.sortDirection(['ASC', 'DESC']);
  return { field: order.field, direction };
}

/**
 * The criteria in the response, as in the interface: groups always, sort orders and page only if they were in the request, the
 * condition type always, the direction in capitals, null for a missing value or direction.
 */
function echo(
  criteria: SearchCriteria,
  orders: readonly ListOrder[] | undefined,
  pageSize: number | undefined,
): CriteriaEcho {
  return {
    filter_groups: (criteria.filter_groups ?? []).map(({ filters }) => ({
      filters: (filters ?? []).map(({ field, value, condition_type }) => ({
        field: field ?? null,
        value: value ?? null,
        condition_type: condition_type || 'eq',
      })),
    })),
    sort_orders: orders?.map(({ field, direction }, i) => ({
      field,
      direction: criteria.sort_orders?.[i]?.direction ? direction : null,
    })),
    page_size: pageSize,
    current_page: criteria.current_page ?? undefined,
  };
}
