/**
 * Value of `charged_until` of a due product: its price, and whether it can be sold, have to be computed. It is before every time.
 */
export const DUE = '';
