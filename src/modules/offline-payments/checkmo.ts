import type { PaymentMethod } from '../quote/payment/extensions.ts';

/** By cheque or money order, sent to whom the settings name. */
export const checkmo: PaymentMethod = {
  code: 'checkmo',
  isOffline: true,
  information: (setting) => [setting('payable_to'), setting('mailing_address')].filter((text) => text !== ''),
};
