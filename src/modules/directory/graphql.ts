import { objectType, sharedQueries, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { defaultCountry, optionalPostcodeCountries, regionCountries, showsOptionalRegions } from './configuration.ts';
import { codes } from './code-types.ts';
import { directoryErrors } from './errors.ts';
import { currencyInformation, getCountry, listCountries } from './information.ts';

const values = valueTypes({
  Currency: {
    available_currency_codes: '[String]',
    base_currency_code: 'String',
    base_currency_symbol: 'String',
    default_display_currecy_code: { type: 'String', deprecated: 'Use `default_display_currency_code`.' },
    default_display_currecy_symbol: { type: 'String', deprecated: 'Use `default_display_currency_symbol`.' },
    default_display_currency_code: 'String',
    default_display_currency_symbol: 'String',
    exchange_rates: '[ExchangeRate]',
  },
  ExchangeRate: { currency_to: 'String', rate: 'Float' },
  Money: { currency: 'CurrencyEnum', value: 'Float' },
  Region: { code: 'String', id: 'Int', name: 'String' },
});

declare module '../../kernel/graphql-types.ts' {
  // Settings, addresses and orders hold codes as text; the execution checks them against the enumerations.
  interface GraphQLTypes extends Record<keyof (typeof codes)['types'], string>, ValueTypesOf<typeof values> {
    Country: ReturnType<typeof getCountry>;
  }
}

const countryType = objectType('Country', (t) => ({
  available_regions: t.field('[Region]', ({ available_regions: regions }) =>
    regions?.map(({ id, code, name }) => ({ id: Number(id), code, name })),
  ),
  full_name_english: 'String',
  full_name_locale: 'String',
  id: 'String',
  three_letter_abbreviation: 'String',
  two_letter_abbreviation: 'String',
}));

const settings = storeConfigFields({
  countries_with_required_region: ['String', regionCountries],
  default_country: ['String', defaultCountry],
  display_state_if_optional: ['Boolean', showsOptionalRegions],
  optional_zip_countries: ['String', optionalPostcodeCountries],
});

const directoryQueries = sharedQueries(
  (t) => ({
    // A country that is no more has no name; buyers do not choose it.
    countries: t.field('[Country]', (_, __, call) =>
      listCountries(call).filter(({ full_name_locale }) => full_name_locale !== null),
    ),
    country: t.field('Country', { id: 'String' }, (_, { id }, call) => {
      if (!id) throw directoryErrors.countryId();
      return getCountry(call, id);
    }),
    currency: t.field('Currency', (_, __, call) => {
      const information = currencyInformation(call);
      return {
        ...information,
        default_display_currecy_code: information.default_display_currency_code,
        default_display_currecy_symbol: information.default_display_currency_symbol,
      };
    }),
  }),
  [],
);

/** Countries, currencies and money of the storefront. */
export const directoryGraphql = [codes, values, countryType, settings, directoryQueries];
