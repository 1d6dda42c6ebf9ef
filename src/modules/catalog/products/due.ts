/**
 * Value of `charged_until` of a due product: its price, and whether it can be sold, have to be computed. It is before every time.
 */
export const DUE = '';

/**
 * What lasts when a product's price is written: whoever made it due meant more than its price, and may have done so since the product
 * was read.
 */
export const staysDue = { charged_until: DUE } as const;
