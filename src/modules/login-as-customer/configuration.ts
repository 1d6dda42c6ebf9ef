import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { installationSetting, setting, settings, yesOrNo } from '../../kernel/settings.ts';

export const isAssistanceOn = setting(
  'login_as_customer/general/enabled',
  yesOrNo,
  true,
  'Whether administrators may sign in as customers who allow it',
  installationSetting,
);

/** Configuration of remote shopping assistance, by path. */
export const loginAsCustomerConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'login_as_customer/general/shopping_assistance_checkbox_title': 'Allow remote shopping assistance',
    'login_as_customer/general/store_view_manual_choice_enabled': '0',
  }),
  'login_as_customer/general/disable_page_cache': '1',
  ...settings([isAssistanceOn]),
};
