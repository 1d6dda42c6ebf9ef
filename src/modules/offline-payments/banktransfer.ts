import type { PaymentMethod } from '../quote/payment/extensions.ts';
import { paymentTexts } from './configuration.ts';

/** By bank transfer, as the instructions say. */
export const banktransfer: PaymentMethod = {
  code: 'banktransfer',
  isOffline: true,
  informationNames: ['instructions'],
  information: (setting) => [setting(paymentTexts.banktransfer) || null],
};
