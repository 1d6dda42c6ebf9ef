import type { Call } from '../../../kernel/call.ts';
import type { StoredProduct } from '../products/product.ts';

/** Converts a sale amount of a product into the amount that storefronts show, both in the base currency. */
type ShowAmount = (amount: number) => number;

/**
 * Returns how the amounts of products are shown, by product id; the module of taxes decides whether they include taxes.
 */
type AmountDisplay = (call: Call, products: readonly StoredProduct[]) => Promise<ReadonlyMap<number, ShowAmount>>;

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    amountDisplays: AmountDisplay;
  }
}
