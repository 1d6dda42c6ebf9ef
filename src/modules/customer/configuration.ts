import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';
import {
  bytes,
  choice,
  decimalFrom,
  installationSetting,
  milliseconds,
  numberFrom,
  setting,
  settingFamily,
  settings,
  shopSetting,
  text,
  webAddress,
  yesOrNo,
  type SettingType,
} from '../../kernel/settings.ts';

const ofWebsites = { scope: 'websites' } as const;

/** How forms ask for an attribute. */
type AttributePresence = 'hidden' | 'optional' | 'required';

/** Some attributes take 0 and 1 alone. */
const attributePresence: SettingType<AttributePresence> = {
  read: (stored) => (/^0?$/.test(stored.trim()) ? 'hidden' : stored.trim() === 'req' ? 'required' : 'optional'),
  accepts: (stored) => /^(0|1|opt|req)$/.test(stored),
  write: (presence) => ({ hidden: '', optional: 'opt', required: 'req' })[presence],
  expected: '0 (hidden), 1 or opt (optional) or req (required)',
};
export const attributeForms = settingFamily<AttributePresence>(
  'customer/address/*_show',
  attributePresence,
  'hidden',
  'Whether forms ask for the attribute',
  shopSetting,
);
export const streetLines = setting(
  'customer/address/street_lines',
  numberFrom(1),
  2,
  'Lines that the street of an address may have',
  shopSetting,
);

const groupId = (path: string, description: string) =>
  setting(path, numberFrom(0), undefined, description, shopSetting);

/** Into which groups customers come by their VAT numbers. */
export const vatGroups = {
  isOn: setting(
    'customer/create_account/auto_group_assign',
    yesOrNo,
    false,
    'Whether VAT numbers decide into which groups customers come',
    shopSetting,
  ),
  address: setting(
    'customer/create_account/tax_calculation_address_type',
    choice({ billing: 'billing', shipping: 'shipping' }),
    'billing',
    'Address of which the VAT number counts',
    shopSetting,
  ),
  isOffForNew: setting(
    'customer/create_account/viv_disable_auto_group_assign_default',
    yesOrNo,
    false,
    'Whether VAT numbers of new customers do not count',
    shopSetting,
  ),
  domestic: groupId('customer/create_account/viv_domestic_group', 'Group of valid numbers of the country of the shop'),
  intraUnion: groupId('customer/create_account/viv_intra_union_group', 'Group of valid numbers of other EU countries'),
  invalid: groupId('customer/create_account/viv_invalid_group', 'Group of invalid numbers'),
  error: groupId('customer/create_account/viv_error_group', 'Group of numbers that could not be validated'),
};
/** The service that validates VAT numbers. */
export const vatService = {
  url: setting(
    'souk/vat/service_url',
    webAddress,
    undefined,
    'URL that validates VAT numbers, with {country} and {number}; empty: only their format is validated',
  ),
  timeout: setting('souk/vat/timeout', milliseconds(1), 3000, 'Time that the VAT service has for a response'),
};

export const defaultGroupSetting = setting(
  'customer/create_account/default_group',
  numberFrom(0),
  1,
  'Group of new customers',
  // Group managers choose it as well, by PUT /V1/customerGroups/default/:id.
  { changeableBy: [SHOP_SETTINGS, 'Magento_Customer::group'] },
);
/** Accounts of customers. */
export const accountSettings = {
  scope: setting(
    'customer/account_share/scope',
    choice({ allWebsites: '0', website: '1' }),
    'website',
    'Whether an account serves one website or all of them',
    installationSetting,
  ),
  confirmsNew: setting(
    'customer/create_account/confirm',
    yesOrNo,
    false,
    'Whether new customers confirm their email address before they sign in',
  ),
  confirmsChanged: setting(
    'customer/account_information/confirm',
    yesOrNo,
    false,
    'Whether customers confirm a changed email address',
    ofWebsites,
  ),
  tellsGuests: setting(
    'checkout/options/enable_guest_checkout_login',
    yesOrNo,
    false,
    'Whether guests learn that an email address has an account',
    ofWebsites,
  ),
  sharesGroup: setting(
    'customer/account_information/graphql_share_customer_group',
    yesOrNo,
    true,
    'Whether storefronts learn the group of a customer',
    shopSetting,
  ),
};
/** Passwords of customers, and lockouts after wrong ones. */
export const passwordSettings = {
  autocompletes: setting(
    'customer/password/autocomplete_on_storefront',
    yesOrNo,
    false,
    'Whether browsers may fill in forms of accounts',
  ),
  shortest: setting('customer/password/minimum_password_length', numberFrom(0), 8, 'Length of the shortest password'),
  characterClasses: setting(
    'customer/password/required_character_classes_number',
    numberFrom(0),
    3,
    'Kinds of characters that a password needs: lower case, upper case, digits, others',
  ),
  lockoutFailures: setting(
    'customer/password/lockout_failures',
    numberFrom(0),
    10,
    'Wrong passwords in a row that lock an account; 0: no limit',
    installationSetting,
  ),
  lockoutMinutes: setting(
    'customer/password/lockout_threshold',
    decimalFrom(0, 'minutes'),
    10,
    'How long an account is locked; 0: never',
    installationSetting,
  ),
};
/** Links by which customers choose a new password. */
export const passwordResets = {
  protection: setting(
    'customer/password/password_reset_protection_type',
    choice({ none: '0', addressAndEmail: '1', address: '2', email: '3' }),
    'addressAndEmail',
    'Whether requests for links are limited; each value but 0 limits those for one email address',
    installationSetting,
  ),
  mostAnHour: setting(
    'customer/password/max_number_password_reset_requests',
    numberFrom(0),
    5,
    'Links that may be requested for an email address in an hour; 0: no limit',
    installationSetting,
  ),
  pause: setting(
    'customer/password/min_time_between_password_reset_requests',
    decimalFrom(0, 'minutes'),
    10,
    'Time between two requests for one email address',
    installationSetting,
  ),
  lifetime: setting(
    'customer/password/reset_link_expiration_period',
    decimalFrom(0, 'hours'),
    2,
    'How long a link is valid',
    installationSetting,
  ),
};

export const confirmsSubscriptions = setting(
  'newsletter/subscription/confirm',
  yesOrNo,
  false,
  'Whether subscribers confirm that they want the newsletter',
);
export const contactRecipient = setting(
  'contact/email/recipient_email',
  text,
  'hello@example.com',
  'Email address at which the shop is reached',
);

/** Limit of files in attributes without a limit of their own. */
export const attributeFileSize = setting(
  'souk/customer/file_bytes',
  bytes(1),
  2 * 1024 * 1024,
  'Greatest size of a file in an attribute of a customer or an address that has no max_file_size',
  shopSetting,
);

/** Configuration of customers, by path. */
export const customerConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'customer/address/prefix_options': '',
    'customer/address/suffix_options': '',
    'customer/address/vat_id_show': null,
    'customer/create_account/email_domain': 'example.com',
    'customer/create_account/email_required_create_order': '1',
    'customer/create_account/generate_human_friendly_id': '0',
    'customer/create_account/vat_frontend_visibility': '0',
    'customer/create_account/viv_on_each_transaction': null,
    'customer/default/group': '1',
    'customer/online_customers/section_data_lifetime': '60',
    'customer/startup/redirect_dashboard': '0',
  }),
  ...settings([
    attributeForms.of('company', 'optional'),
    attributeForms.of('dob'),
    attributeForms.of('fax'),
    attributeForms.of('gender'),
    attributeForms.of('middlename'),
    attributeForms.of('prefix'),
    attributeForms.of('suffix'),
    attributeForms.of('taxvat'),
    attributeForms.of('telephone', 'required'),
    streetLines,
    ...Object.values(vatGroups),
    ...Object.values(vatService),
    defaultGroupSetting,
    ...Object.values(accountSettings),
    ...Object.values(passwordSettings),
    ...Object.values(passwordResets),
    confirmsSubscriptions,
    contactRecipient,
    attributeFileSize,
  ]),
};
