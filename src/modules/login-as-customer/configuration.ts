import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { installationSetting, setting, settings, shopSetting, text, yesOrNo } from '../../kernel/settings.ts';

export const isAssistanceOn = setting(
  'login_as_customer/general/enabled',
  yesOrNo,
  true,
  'Whether administrators may sign in as customers who allow it',
  installationSetting,
);

export const checkbox = {
  title: setting(
    'login_as_customer/general/shopping_assistance_checkbox_title',
    text,
    'Allow remote shopping assistance',
    'Label of the box by which customers allow assistance',
    shopSetting,
  ),
  tooltip: setting(
    'login_as_customer/general/shopping_assistance_checkbox_tooltip',
    text,
    'The staff of the shop can then sign in with your account to help you.',
    'Explanation beside the box by which customers allow assistance',
    shopSetting,
  ),
};

/** Configuration of remote shopping assistance, by path. */
export const loginAsCustomerConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'login_as_customer/general/store_view_manual_choice_enabled': '0',
  }),
  'login_as_customer/general/disable_page_cache': '1',
  ...settings([isAssistanceOn, ...Object.values(checkbox)]),
};
