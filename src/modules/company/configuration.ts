import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { choice, listOfTexts, numberFrom, setting, settings, yesOrNo, type Setting } from '../../kernel/settings.ts';

const ofWebsites = { scope: 'websites' } as const;
const shop = { ...ofWebsites, changeableBy: [SHOP_SETTINGS] };

export const companiesAreOn = setting(
  'btob/website_configuration/company_active',
  yesOrNo,
  true,
  'Whether the companies of customers decide who signs in and who orders',
  ofWebsites,
);

/** Whether visitors may register companies, and who learns of it. */
export const registration = {
  isAllowed: setting(
    'company/general/allow_company_registration',
    yesOrNo,
    true,
    'Whether storefronts may register companies',
    shop,
  ),
  recipient: setting(
    'company/email/company_registration',
    choice({ general: 'general', sales: 'sales', support: 'support' }),
    'general',
    'Identity that gets an email about each registered company',
    shop,
  ),
  copies: setting(
    'company/email/company_registration_copy',
    listOfTexts(),
    [],
    'Addresses that get the same email',
    ofWebsites,
  ),
};

/** Limits of invitations to companies. */
export const invitationLimits = {
  ofHour: setting(
    'souk/company/invitations',
    numberFrom(1, 'invitations an hour'),
    30,
    'Invitations that a company may send in an hour',
    ofWebsites,
  ),
  days: setting(
    'souk/company/invitation_days',
    numberFrom(1, 'days'),
    14,
    'Days for which an invitation to a company is valid',
    shop,
  ),
};

/** The methods of companies without settings of their own. */
export const companyMethods = {
  payment: {
    areChosen: setting(
      'btob/default_b2b_payment_methods/applicable_payment_methods',
      yesOrNo,
      false,
      'Whether companies may pay by some methods alone',
      shop,
    ),
    list: setting(
      'btob/default_b2b_payment_methods/available_payment_methods',
      listOfTexts(),
      [],
      'Codes of these payment methods',
      shop,
    ),
  },
  shipping: {
    areChosen: setting(
      'btob/default_b2b_shipping_methods/applicable_shipping_methods',
      yesOrNo,
      false,
      'Whether some carriers alone may ship to companies',
      shop,
    ),
    list: setting(
      'btob/default_b2b_shipping_methods/available_shipping_methods',
      listOfTexts(),
      [],
      'Codes of these carriers',
      shop,
    ),
  },
};

/** Configuration of companies, by path. */
export const companyConfiguration = settings([
  companiesAreOn,
  ...Object.values<Setting<unknown>>(registration),
  ...Object.values(invitationLimits),
  ...Object.values(companyMethods).flatMap(({ areChosen, list }) => [areChosen, list]),
]);
