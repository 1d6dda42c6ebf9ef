import type { PaymentMethod } from './method.ts';

/** In cash when the parcel comes. */
export const cashondelivery: PaymentMethod = {
  code: 'cashondelivery',
  information: (setting) => [setting('instructions') || null],
};
