import type { Call } from '../../../kernel/call.ts';
import type { StoredProduct } from '../products/product.ts';

/** Makes the amount that storefronts show of an amount that a product is sold for, both in the base currency. */
type ShowAmount = (amount: number) => number;

/**
 * Returns how the amounts of products are shown, by product id; the module of taxes decides whether they include taxes.
 */
type AmountDisplay = (call: Call, products: readonly StoredProduct[]) => Promise<ReadonlyMap<number, ShowAmount>>;

declare module '../../../kernel/call.ts' {
  interface ContributionPoints {
    amountDisplays: AmountDisplay;
  }
}
