import { quoteErrors } from '../errors.ts';
import type { PaymentMethod } from './method.ts';

/** By a purchase order, whose number the buyer tells. */
export const purchaseorder: PaymentMethod = {
  code: 'purchaseorder',
  keepsPoNumber: true,
  check({ po_number }) {
    if (!po_number) throw quoteErrors.poNumber();
  },
};
