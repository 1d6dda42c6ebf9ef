import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { ViewOption, ViewVariant } from '../extensions.ts';

/** The choices that are left once a buyer has chosen some values. */
export interface RefinedChoices {
  readonly options: readonly ViewOption[];
  /** The variants that have the values; undefined for a product whose price does not depend on variants. */
  readonly variants: readonly ViewVariant[] | undefined;
}

/** The place of a product among recommendations. */
interface Ranking {
  readonly rank: number;
  readonly score: number;
  /** `primary`: found by the rule of the unit; `backup`: added to fill it. */
  readonly queryType: 'primary' | 'backup';
}

/** A product in the views of the catalogue service. */
export interface ViewSource {
  readonly source: ProductSource;
  readonly refined?: RefinedChoices;
  readonly ranking?: Ranking;
}
