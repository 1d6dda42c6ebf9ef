import type { PaymentMethod } from './method.ts';

/** By bank transfer, as the instructions say. */
export const banktransfer: PaymentMethod = {
  code: 'banktransfer',
  information: (setting) => [setting('instructions') || null],
};
