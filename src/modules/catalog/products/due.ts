/** `charged_until` of a product whose price, and whether it can be sold, are to be worked out anew: before every time. */
export const DUE = '';
