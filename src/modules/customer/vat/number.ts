/**
 * Forms of VAT numbers by country, without the country's code; source: the European Commission, "VIES: structure of VAT
 * identification numbers".
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z0-9+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};
const anyForm = /^[A-Z0-9]{2,14}$/;

/** A VAT number in the parts that it is checked by. */
export interface VatNumber {
  /** Code of the country as VAT numbers have it: Greece is EL. */
  readonly country: string;
  /** Without the country's code and without separators. */
  readonly number: string;
}

/**
 * Reads a VAT number of an address in a country; undefined if it does not have the format of that country's numbers.
 */
export function readVatNumber(countryId: string, text: string): VatNumber | undefined {
  const country = countryId === 'GR' ? 'EL' : countryId;
  const signs = text.toUpperCase().replace(/[\s.\-/]/g, '');
  const number = [country, countryId].reduce(
    (rest, code) => (rest.startsWith(code) ? rest.slice(code.length) : rest),
    signs,
  );
  return (forms[countryId] ?? anyForm).test(number) ? { country, number } : undefined;
}
