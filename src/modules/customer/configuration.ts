import { changeableBy, flag, SHOP_SETTINGS, url, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import { decimalFrom, numberFrom, setting, settings } from '../../kernel/settings.ts';

/** Passwords of customers, and lockouts after wrong ones. */
export const passwordSettings = {
  lockoutFailures: setting(
    'customer/password/lockout_failures',
    numberFrom(0),
    10,
    'Wrong passwords in a row that lock an account; 0: no limit',
    { scope: 'default' },
  ),
  lockoutMinutes: setting(
    'customer/password/lockout_threshold',
    decimalFrom(0, 'minutes'),
    10,
    'How long an account is locked; 0: never',
    { scope: 'default' },
  ),
};

export const customerConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'customer/address/company_show': 'opt',
    'customer/address/dob_show': '',
    'customer/address/fax_show': '',
    'customer/address/gender_show': '',
    'customer/address/middlename_show': '',
    'customer/address/prefix_options': '',
    'customer/address/prefix_show': '',
    'customer/address/street_lines': '2',
    'customer/address/suffix_options': '',
    'customer/address/suffix_show': '',
    'customer/address/taxvat_show': '',
    'customer/address/telephone_show': 'req',
    'customer/address/vat_id_show': null,
    'customer/create_account/auto_group_assign': '0',
    'customer/create_account/email_domain': 'example.com',
    'customer/create_account/email_required_create_order': '1',
    'customer/create_account/generate_human_friendly_id': '0',
    'customer/create_account/tax_calculation_address_type': 'billing',
    'customer/create_account/vat_frontend_visibility': '0',
    'customer/create_account/viv_disable_auto_group_assign_default': '0',
    'customer/create_account/viv_domestic_group': null,
    'customer/create_account/viv_error_group': null,
    'customer/create_account/viv_intra_union_group': null,
    'customer/create_account/viv_invalid_group': null,
    'customer/create_account/viv_on_each_transaction': null,
    'customer/default/group': '1',
    'customer/online_customers/section_data_lifetime': '60',
    'customer/startup/redirect_dashboard': '0',
  }),
  // Group managers choose it as well, by PUT /V1/customerGroups/default/:id.
  ...changeableBy([SHOP_SETTINGS, 'Magento_Customer::group'], { 'customer/create_account/default_group': '1' }),
  'customer/account_information/confirm': '0',
  'customer/account_share/scope': { shipped: '1', takes: flag },
  'customer/create_account/confirm': '0',
  'customer/password/autocomplete_on_storefront': '0',
  'customer/password/max_number_password_reset_requests': '5',
  'customer/password/min_time_between_password_reset_requests': '10',
  'customer/password/minimum_password_length': '8',
  'customer/password/password_reset_protection_type': '1',
  'customer/password/required_character_classes_number': '3',
  'customer/password/reset_link_expiration_period': '2',
  'souk/vat/service_url': { takes: url },
  'souk/vat/timeout': null,
  ...settings(Object.values(passwordSettings)),
};
