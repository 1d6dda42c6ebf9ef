import type { Call } from '../../kernel/call.ts';
import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { allowedCountries } from './configuration.ts';
import {
  country,
  countryByCode,
  countryName,
  region,
  regionByCode,
  regionByText,
  regionByWrittenId,
  regions,
} from './countries.ts';
import { currencySymbol, describeCountry } from './information.ts';
import { loadRates, setRate, type CurrencyRates } from './rates.ts';

/** Countries, regions and exchange rates, from memory. */
interface DirectoryService {
  readonly rates: SharedCache<CurrencyRates>;
  readonly country: typeof country;
  readonly countryByCode: typeof countryByCode;
  readonly countryName: typeof countryName;
  readonly describeCountry: typeof describeCountry;
  readonly currencySymbol: typeof currencySymbol;
  readonly regions: typeof regions;
  readonly region: typeof region;
  readonly regionByCode: typeof regionByCode;
  readonly regionByText: typeof regionByText;
  readonly regionByWrittenId: typeof regionByWrittenId;
  /** Ids of the countries that a store view allows; store 0 has those of the default scope. */
  allowedCountries(call: Call, storeId: number): ReadonlySet<string>;
  /** The exchange rate of `from` in `to`; 1 for the same currency, undefined when no rate is set. */
  rate(from: string, to: string): number | undefined;
  readonly setRate: typeof setRate;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    directory: DirectoryService;
  }
}

/** Creates the module's service. */
export function createDirectoryService(caches: SharedCaches): DirectoryService {
  const rates = caches.define('currency-rates', loadRates);
  return {
    rates,
    country,
    countryByCode,
    countryName,
    describeCountry,
    currencySymbol,
    regions,
    region,
    regionByCode,
    regionByText,
    regionByWrittenId,
    allowedCountries: (call, storeId) => new Set(call.config.of(allowedCountries, { storeId })),
    rate: (from, to) => (from === to ? 1 : rates.current.get(from)?.get(to)),
    setRate,
  };
}
