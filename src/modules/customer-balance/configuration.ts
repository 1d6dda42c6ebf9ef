import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const hasStoreCredit = setting(
  'customer/magento_customerbalance/is_enabled',
  yesOrNo,
  true,
  'Whether there is store credit',
  shopSetting,
);
export const showsCreditHistory = setting(
  'customer/magento_customerbalance/show_history',
  yesOrNo,
  true,
  'Whether customers see the history of their store credit',
  shopSetting,
);
export const mailsCreditChanges = setting(
  'souk/customer_balance/notify',
  yesOrNo,
  false,
  'Whether customers get an email about each change of their store credit, also where none is requested',
  { ...shopSetting, scope: 'websites' },
);

export const customerBalanceConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'customer/magento_customerbalance/email_identity': 'general',
    'customer/magento_customerbalance/email_template': 'customer_magento_customerbalance_email_template',
    'customer/magento_customerbalance/refund_automatically': { shipped: '0', takes: flag },
  }),
  ...settings([hasStoreCredit, showsCreditHistory, mailsCreditChanges]),
};
