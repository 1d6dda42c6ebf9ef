import countryCodes from './countries.json' with { type: 'json' };
import regionRows from './regions.json' with { type: 'json' };

/** A country by ISO 3166: its two letters are its id. */
export interface Country {
  readonly id: string;
  /** The three letters of ISO 3166. */
  readonly iso3: string;
}

/** A part of a country as addresses name it. */
interface Region {
  readonly id: number;
  readonly country_id: string;
  /** Unique within the country but for the armed forces of US. */
  readonly code: string;
  readonly name: string;
}

/** Countries that the interface lists though they are gone; locale data knows no name for them. */
const unnamed = new Set(['AN']);

/** All countries, in order of ids. */
export const countries: readonly Country[] = Object.entries(countryCodes).map(([id, iso3]) => ({ id, iso3 }));

const countriesById: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.id, country]));

/** Regions by country, in order of names without regard to accents. */
const regionsByCountry: ReadonlyMap<string, readonly Region[]> = new Map(
  Object.entries(regionRows).map(([country_id, rows]) => [
    country_id,
    rows.map(([id, code, name]) => ({ id: Number(id), country_id, code: String(code), name: String(name) })),
  ]),
);

const regionsById: ReadonlyMap<number, Region> = new Map(
  [...regionsByCountry.values()].flat().map((region) => [region.id, region]),
);

const nameLists = new Map<string, Intl.DisplayNames>();

/** The country with an id; ids compare with case. */
export function country(id: string): Country | undefined {
  return countriesById.get(id);
}

/** The country with two or three letters of ISO 3166, ignoring case. */
export function countryByCode(code: string): Country | undefined {
  const upperCode = code.toUpperCase();
  return countriesById.get(upperCode) ?? countries.find(({ iso3 }) => iso3 === upperCode);
}

/** Regions of a country; an empty list for a country without, or an unknown one. */
export function regions(countryId: string): readonly Region[] {
  return regionsByCountry.get(countryId) ?? [];
}

/** The region with an id; undefined for an unknown one. */
export function region(id: number): Region | undefined {
  return regionsById.get(id);
}

/** The region of a country with a code; the first in order of names where several have it. */
export function regionByCode(countryId: string, code: string): Region | undefined {
  return regions(countryId).find((region) => region.code === code);
}

/** The region of a country that a text names: by its code, or by its name in any case; undefined: the country has none such. */
export function regionByText(countryId: string, text: string): Region | undefined {
  const name = text.trim().toLowerCase();
  return regionByCode(countryId, text) ?? regions(countryId).find((one) => one.name.toLowerCase() === name);
}

/** The region of a country by its id in the place of its name, as PWA Studio sends it; undefined: the country has none such. */
export function regionByWrittenId(countryId: string, text: string): Region | undefined {
  const found = /^\s*\d+\s*$/.test(text) ? region(Number(text)) : undefined;
  return found?.country_id === countryId ? found : undefined;
}

/** Name of a country in a locale such as `fr_FR`; null for an unknown one. */
export function countryName(id: string, locale: string): string | null {
  if (unnamed.has(id)) return null;
  let names = nameLists.get(locale);
  if (!names) {
    names = new Intl.DisplayNames(locale.replaceAll('_', '-'), { type: 'region', fallback: 'none' });
    nameLists.set(locale, names);
  }
  return names.of(id) ?? null;
}
