import { round } from '../../../kernel/money.ts';
import type { PaymentMethod } from './method.ts';

/** For carts that come to nothing. */
export const free: PaymentMethod = {
  code: 'free',
  paysNothing: true,
  isOffered: ({ grandTotal }) => round(grandTotal).isZero(),
};
