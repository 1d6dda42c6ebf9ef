import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { listOfTexts, setting, settings, yesOrNo } from '../../kernel/settings.ts';

const ofWebsites = { scope: 'websites' } as const;
const shop = { ...ofWebsites, changeableBy: [SHOP_SETTINGS] };

export const companiesAreOn = setting(
  'btob/website_configuration/company_active',
  yesOrNo,
  true,
  'Whether the companies of customers decide who signs in and who orders',
  ofWebsites,
);

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
  ...Object.values(companyMethods).flatMap(({ areChosen, list }) => [areChosen, list]),
]);
