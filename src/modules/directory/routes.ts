import type { Call } from '../../kernel/call.ts';
import { anonymous, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { currencyInformation, getCountry, listCountries } from './information.ts';
import { CountryInformation, CurrencyInformation } from './types.ts';

/** These responses change with the stores, the settings and the exchange rates only. */
const version = async (_input: unknown, { services }: Call): Promise<string> =>
  [services.store.cache, services.configuration.cache, services.directory.rates].map((c) => c.generation).join('.');

export const getCurrencyInformation = route({
  method: 'GET',
  path: '/V1/directory/currency',
  service: 'directoryCurrencyInformationAcquirerV1',
  operation: 'getCurrencyInfo',
  summary: "Give the store view's currencies with their symbols and exchange rates.",
  access: anonymous,
  input: {},
  output: CurrencyInformation,
  version,
  handle: (_, call) => currencyInformation(call),
});

export const getCountries = route({
  method: 'GET',
  path: '/V1/directory/countries',
  service: 'directoryCountryInformationAcquirerV1',
  operation: 'getCountriesInfo',
  summary: 'List the countries that the store view allows, with their regions.',
  access: anonymous,
  input: {},
  output: t.array(CountryInformation),
  version,
  handle: (_, call) => listCountries(call),
});

export const getCountryInformation = route({
  method: 'GET',
  path: '/V1/directory/countries/:countryId',
  service: 'directoryCountryInformationAcquirerV1',
  operation: 'getCountryInfo',
  summary: 'Give one country with its regions.',
  access: anonymous,
  input: { countryId: t.string },
  output: CountryInformation,
  version,
  handle: ({ countryId }, call) => getCountry(call, countryId),
});
