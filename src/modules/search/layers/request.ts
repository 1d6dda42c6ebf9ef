import type { ListOrder } from '../../../storage/criteria/criteria.ts';

/** A filter of the storefront on an attribute or on categories. */
export type LayerFilter =
  | { readonly kind: 'equal'; readonly code: string; readonly values: readonly string[] }
  | { readonly kind: 'match'; readonly code: string; readonly text: string; readonly isPartial: boolean }
  | {
      /** The whole value contains a text, or starts with it. */
      readonly kind: 'part';
      readonly code: string;
      readonly text: string;
      readonly isStart: boolean;
    }
  | {
      readonly kind: 'range';
      readonly code: string;
      readonly from: string | undefined;
      readonly to: string | undefined;
    };

/** Search text and filters of a catalog search. */
export interface LayeredRequest {
  /** Search text for all words of products; undefined: the catalog is only filtered. */
  readonly text: string | undefined;
  /** All of them hold. */
  readonly filters: readonly LayerFilter[];
  /** None: by relevance, by position in the category, else the newest first. */
  readonly orders: readonly ListOrder[];
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Ids of the category that a request is narrowed to by itself; empty for none or several. */
export function categoriesOf({ filters }: LayeredRequest): number[] {
  return filters.flatMap((filter) =>
    filter.kind === 'equal' && filter.code === 'category_id' ? filter.values.map(Number) : [],
  );
}
