import { module } from '../../kernel/module.ts';
import { banktransfer } from './banktransfer.ts';
import { cashondelivery } from './cashondelivery.ts';
import { checkmo } from './checkmo.ts';
import { offlinePaymentsConfiguration } from './configuration.ts';
import { free } from './free.ts';
import { purchaseorder } from './purchaseorder.ts';
import { offlinePaymentSettings } from './graphql-settings.ts';

/** Ways of paying that are settled by hand. */
export const offlinePayments = module({
  name: 'OfflinePayments',
  configuration: offlinePaymentsConfiguration,
  graphql: [offlinePaymentSettings],
  contributes: { paymentMethods: [checkmo, free, purchaseorder, banktransfer, cashondelivery] },
});
