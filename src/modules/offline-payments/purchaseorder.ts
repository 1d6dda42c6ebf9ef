import type { PaymentMethod } from '../quote/payment/extensions.ts';
import { offlinePaymentErrors } from './errors.ts';

/** By a purchase order, whose number the buyer tells. */
export const purchaseorder: PaymentMethod = {
  code: 'purchaseorder',
  isOffline: true,
  keepsPoNumber: true,
  check({ po_number }) {
    if (!po_number) throw offlinePaymentErrors.poNumber();
  },
};
