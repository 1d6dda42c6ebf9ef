import type { Call } from '../../../kernel/call.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';

/** A module's restriction of the products and categories that customers of a group see. */
export interface Assortment {
  /** Whether it applies on the call's website; from memory. */
  isActive(call: Call): boolean;
  /** The condition that a group sees the product whose id is in a column. */
  hasProduct(groupId: number, productId: string): SqlTruth;
  /** The condition that a group sees the category whose id and level are in columns. */
  hasCategory(groupId: number, category: { readonly id: string; readonly level: string }): SqlTruth;
}

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    assortments: Assortment;
  }
}
