import type { PaymentMethod } from '../quote/payment/extensions.ts';
import { paymentTexts } from './configuration.ts';

/** In cash when the parcel comes. */
export const cashondelivery: PaymentMethod = {
  code: 'cashondelivery',
  isOffline: true,
  informationNames: ['instructions'],
  information: (setting) => [setting(paymentTexts.cashondelivery) || null],
};
