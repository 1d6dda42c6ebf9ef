import type { PaymentMethod } from '../quote/payment/extensions.ts';
import { paymentTexts } from './configuration.ts';

/** By cheque or money order, sent to whom the settings name. */
export const checkmo: PaymentMethod = {
  code: 'checkmo',
  isOffline: true,
  information: (setting) =>
    [setting(paymentTexts.payableTo), setting(paymentTexts.mailingAddress)].flatMap((text) => text || []),
};
