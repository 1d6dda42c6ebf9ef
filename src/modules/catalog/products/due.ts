/**
 * Value of `charged_until` of a due product: its price, and whether it can be sold, have to be computed. It is before every time.
 */
export const DUE = '';

/**
 * Keeps a product due when its price is written: the change that made it due may affect more than the price, and may be
 * newer than the read.
 */
export const staysDue = { charged_until: DUE } as const;
