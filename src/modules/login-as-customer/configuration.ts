import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Configuration of remote shopping assistance, by path. */
export const loginAsCustomerConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'login_as_customer/general/shopping_assistance_checkbox_title': 'Allow remote shopping assistance',
    'login_as_customer/general/store_view_manual_choice_enabled': '0',
  }),
  'login_as_customer/general/disable_page_cache': '1',
  'login_as_customer/general/enabled': '1',
};
