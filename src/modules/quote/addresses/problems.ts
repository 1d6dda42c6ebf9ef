import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { optionalPostcodeCountries, regionCountries } from '../../directory/configuration.ts';
import type { CartAddress } from '../cart/cart.ts';
import { readSettings } from '../read-settings.ts';

/** Error texts for the fields that an address of a cart lacks, and for a country that the store view does not allow. Regions are not checked. */
export function addressProblems(call: Call, address: CartAddress): string[] {
  const country = address.country_id ?? '';
  const isPostcodeNeeded = !readSettings(call)(optionalPostcodeCountries).includes(country);
  const missing = [
    ['firstname', address.firstname],
    ['lastname', address.lastname],
    ['street', address.street.join('').trim()],
    ['city', address.city],
    ['telephone', address.telephone],
    ...(isPostcodeNeeded ? [['postcode', address.postcode] as const] : []),
    ['countryId', country],
  ].filter(([, value]) => !value);
  if (missing.length > 0) return missing.map(([fieldName]) => platformErrors.required({ fieldName }).text);
  if (isAllowedCountry(call, country)) return [];
  return [platformErrors.invalidValue({ fieldName: 'countryId', value: country }).text];
}

/** The text of a region that is missing where the country requires one: of its list, or entered where it has none. */
export function regionProblem(call: Call, { country_id, region, region_id }: CartAddress): string | undefined {
  const country = country_id ?? '';
  if (!readSettings(call)(regionCountries)?.includes(country)) return undefined;
  const isListed = call.services.directory.regions(country).length > 0;
  const isMissing = isListed ? !region_id : !region;
  return isMissing ? platformErrors.required({ fieldName: isListed ? 'regionId' : 'region' }).text : undefined;
}

/** Whether the store view of a call allows a country. */
export function isAllowedCountry(call: Call, country: string): boolean {
  return call.services.directory.allowedCountries(call, call.scope.storeId).has(country);
}
