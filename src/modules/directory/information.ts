import type { Call } from '../../kernel/call.ts';
import { shopLocale } from '../../kernel/shop-settings.ts';
import type { Out } from '../../kernel/types.ts';
import { countries, countryName, regions, type Country } from './countries.ts';
import { directoryErrors } from './errors.ts';
import type { CountryInformation, CurrencyInformation } from './types.ts';

type ShownCountry = Out<typeof CountryInformation>;

/** All countries with their names in a locale, by id in their order; the locales are those of the store views. */
const byLocale = new Map<string, ReadonlyMap<string, ShownCountry>>();

/** The countries that the call's store view allows, in order of ids. */
export function listCountries(call: Call): ShownCountry[] {
  const allowed = call.services.directory.allowedCountries(call, call.scope.storeId);
  return [...informationIn(localeOf(call))].flatMap(([id, country]) => (allowed.has(id) ? [country] : []));
}

/** A country, allowed or not, as the locale of the call names it; undefined for an unknown code. */
export function describeCountry(call: Call, id: string): ShownCountry | undefined {
  return informationIn(localeOf(call)).get(id);
}

/** One of the countries that the call's store view allows; throws for any other. */
export function getCountry(call: Call, id: string): ShownCountry {
  const found = describeCountry(call, id);
  const allowed = call.services.directory.allowedCountries(call, call.scope.storeId);
  if (!found || !allowed.has(id)) throw directoryErrors.countryUnavailable();
  return found;
}

function informationIn(locale: string): ReadonlyMap<string, ShownCountry> {
  let known = byLocale.get(locale);
  if (!known) {
    known = new Map(countries.map((country) => [country.id, describe(country, locale)]));
    byLocale.set(locale, known);
  }
  return known;
}

function describe({ id, iso3 }: Country, locale: string): ShownCountry {
  const available = regions(id).map(({ id, code, name }) => ({ id: String(id), code, name }));
  return {
    id,
    two_letter_abbreviation: id,
    three_letter_abbreviation: iso3,
    full_name_locale: countryName(id, locale),
    full_name_english: countryName(id, 'en_US'),
    available_regions: available.length > 0 ? available : undefined,
  };
}

/** Currencies of the call's store view, with the exchange rates of its base currency. */
export function currencyInformation(call: Call): Out<typeof CurrencyInformation> {
  const { storeId } = call.scope;
  const { store, directory } = call.services;
  const base = store.baseCurrency(call, storeId);
  const display = store.displayCurrency(call, storeId);
  const available = store.allowedCurrencies(call, storeId);
  return {
    base_currency_code: base,
    base_currency_symbol: currencySymbol(call, base),
    default_display_currency_code: display,
    default_display_currency_symbol: currencySymbol(call, display),
    available_currency_codes: [...available],
    // As in the interface, 0 means that no rate is set.
    exchange_rates: available.map((code) => ({ currency_to: code, rate: directory.rate(base, code) ?? 0 })),
  };
}

function localeOf(call: Call): string {
  return call.config.of(shopLocale, { storeId: call.scope.storeId });
}

/** The symbol of a currency in the locale of a call's store view; its code where it has none. */
export function currencySymbol(call: Call, currency: string): string {
  const format = new Intl.NumberFormat(localeOf(call).replaceAll('_', '-'), { style: 'currency', currency });
  return format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? currency;
}
