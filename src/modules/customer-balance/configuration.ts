import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Whether there is store credit. */
export const ENABLED = 'customer/magento_customerbalance/is_enabled';

/** Whether customers see what became of their store credit. */
export const SHOW_HISTORY = 'customer/magento_customerbalance/show_history';

/** Whether customers are told of each change by mail, not of those alone where that is asked for. */
export const NOTIFY = 'souk/customer_balance/notify';

export const customerBalanceConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [ENABLED]: { shipped: '1', takes: flag },
  'customer/magento_customerbalance/email_identity': 'general',
  'customer/magento_customerbalance/email_template': 'customer_magento_customerbalance_email_template',
  'customer/magento_customerbalance/refund_automatically': { shipped: '0', takes: flag },
  [SHOW_HISTORY]: { shipped: '1', takes: flag },
  [NOTIFY]: { shipped: '0', takes: flag },
});
