/** The uid of a field of a gift card, as storefronts know it. */
export const uid = (field: string): string => btoa(`giftcard/${field}`);
/** The uid of an offered amount with four decimals. */
export const amountUid = (value: string): string => uid(`giftcard_amount/${value}`);
