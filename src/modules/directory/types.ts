import * as t from '../../kernel/types.ts';

const ExchangeRateExtension = t.extension('directory-data-exchange-rate-extension-interface', {});
const ExchangeRate = t.object('directory-data-exchange-rate-interface', {
  currency_to: t.string,
  rate: t.number,
  extension_attributes: t.optional(ExchangeRateExtension),
});

const CurrencyInformationExtension = t.extension('directory-data-currency-information-extension-interface', {});
/** The currencies of a store view, with rates from its base currency. */
export const CurrencyInformation = t.object('directory-data-currency-information-interface', {
  base_currency_code: t.string,
  base_currency_symbol: t.string,
  default_display_currency_code: t.string,
  default_display_currency_symbol: t.string,
  available_currency_codes: t.array(t.string),
  exchange_rates: t.array(ExchangeRate),
  extension_attributes: t.optional(CurrencyInformationExtension),
});

const RegionInformationExtension = t.extension('directory-data-region-information-extension-interface', {});
const RegionInformation = t.object('directory-data-region-information-interface', {
  id: t.string,
  code: t.string,
  name: t.string,
  extension_attributes: t.optional(RegionInformationExtension),
});

const CountryInformationExtension = t.extension('directory-data-country-information-extension-interface', {});
/** A country with its names and regions. */
export const CountryInformation = t.object('directory-data-country-information-interface', {
  id: t.string,
  two_letter_abbreviation: t.string,
  three_letter_abbreviation: t.string,
  full_name_locale: t.string,
  full_name_english: t.string,
  available_regions: t.optional(t.array(RegionInformation)),
  extension_attributes: t.optional(CountryInformationExtension),
});
