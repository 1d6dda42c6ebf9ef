import { foldText } from '../../../kernel/fold.ts';

/** The key of a postcode: blanks and hyphens in it do not count. */
export function postcodeKey(country: string, postcode: string): string {
  return `${country.trim().toUpperCase()} ${foldText(postcode.replaceAll(/[\s-]/g, ''))}`;
}

/** The key of the name of a place. */
export function cityKey(country: string, city: string): string {
  return `${country.trim().toUpperCase()} ${foldText(city.trim())}`;
}
