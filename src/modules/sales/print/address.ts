import type { PrintedAddress } from './printable.ts';

/** The lines of an address as they are printed; the country is named in the language of the store. */
export function addressLines(address: PrintedAddress, locale: string): string[] {
  const { prefix, firstname, middlename, lastname, suffix, company, street, city, region, postcode } = address;
  const joined = (words: readonly (string | null | undefined)[], by = ' '): string => words.filter(Boolean).join(by);
  return [
    joined([prefix, firstname, middlename, lastname, suffix]),
    company ?? '',
    ...(street ?? []),
    joined([joined([city, region], ', '), postcode]),
    countryName(address.country_id ?? '', locale),
  ].filter(Boolean);
}

function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale.replaceAll('_', '-'), { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
