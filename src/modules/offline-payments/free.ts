import { round } from '../../kernel/money.ts';
import type { PaymentMethod } from '../quote/payment/extensions.ts';

/** For carts that come to nothing. */
export const free: PaymentMethod = {
  code: 'free',
  isOffline: true,
  paysNothing: true,
  isOffered: ({ grandTotal }) => round(grandTotal).isZero(),
};
