import type { ViewSource } from '../views/types.ts';

/** A product that a rule recommends. */
export interface Candidate {
  readonly id: number;
  readonly score: number;
  /** Whether it only fills the unit. */
  readonly isBackup?: boolean;
}

/** The page for which products are recommended. */
export interface RecommendedPage {
  /** The product of the page; undefined for a page without one. */
  readonly current: ViewSource['source'] | undefined;
  readonly cart: readonly ViewSource['source'][];
  /** The category of the page, by its URL path or id. */
  readonly categoryId: number | undefined;
  /** SKUs that the visitor has seen, the latest first. */
  readonly viewed: readonly string[];
}
