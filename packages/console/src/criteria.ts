import type { RawCriteria } from '../../client/src/index.ts';

/** A filter of a list; a record matches all filters. */
export interface Filter {
  readonly field: string;
  readonly condition: string;
  readonly value: string;
}

/** Builds search criteria from filters, a sort field and a page. */
export function criteriaOf(filters: readonly Filter[], sort: string, page: number, size: number): RawCriteria {
  return {
    filter_groups: filters
      .filter(({ field }) => field !== '')
      .map(({ field, condition, value }) => ({
        filters: [
          {
            field,
            condition_type: condition,
            ...(condition === 'null' || condition === 'notnull' ? {} : { value }),
          },
        ],
      })),
    sort_orders:
      sort === '' ? [] : [{ field: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'DESC' : 'ASC' }],
    page_size: size,
    current_page: page,
  };
}
