import type { Call } from '../../../kernel/call.ts';
import type { AddressFields } from './address.ts';
import type { AddressInput } from './types.ts';

type RegionFields = Pick<AddressFields, 'region' | 'region_id'>;

/**
 * The region of an address in a country: by the id in the request, else by a code, or by a name that is a code, else by name
 * alone. Without any of these, the address keeps its region, except one of another country when this country has no regions (D304).
 */
export function readRegion(
  call: Call,
  input: AddressInput,
  countryId: string,
  before: RegionFields | undefined,
): RegionFields {
  if (input.region === undefined && input.region_id === undefined) return unchangedRegion(call, countryId, before);
  const { directory } = call.services;
  const { region: name, region_code: code, region_id } = input.region ?? {};
  const id = input.region_id || region_id || numberIn(name ?? '');
  const known = id ? directory.region(id) : regionByText(call, countryId, [code, name]);
  if (known?.country_id === countryId) return { region: known.name, region_id: known.id };
  // A region of another country stays, so that validation rejects it.
  if (id && directory.regions(countryId).length > 0) return { region: name ?? null, region_id: id };
  return { region: name || code || null, region_id: 0 };
}

/** The id of a region that stands in the place of its name; 0 for a name. */
function numberIn(name: string): number {
  return /^\s*\d+\s*$/.test(name) ? Number(name) : 0;
}

function unchangedRegion(call: Call, countryId: string, before: RegionFields | undefined): RegionFields {
  const { directory } = call.services;
  const country = before?.region_id ? directory.region(before.region_id)?.country_id : countryId;
  if (country !== countryId && directory.regions(countryId).length === 0) return { region: null, region_id: 0 };
  return before ?? { region: null, region_id: null };
}

function regionByText(call: Call, countryId: string, codes: readonly (string | null | undefined)[]) {
  for (const code of codes) {
    const found = code ? call.services.directory.regionByText(countryId, code) : undefined;
    if (found) return found;
  }
  return undefined;
}
