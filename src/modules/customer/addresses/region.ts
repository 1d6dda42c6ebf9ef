import type { Call } from '../../../kernel/call.ts';
import type { AddressFields } from './address.ts';
import type { AddressInput } from './types.ts';

type RegionFields = Pick<AddressFields, 'region' | 'region_id'>;

/**
 * The region of an address in a country: by the id that was sent, else by a code, or by a name that is one, else by name
 * alone. Without any the address keeps what it has.
 */
export function readRegion(
  call: Call,
  sent: AddressInput,
  countryId: string,
  before: RegionFields | undefined,
): RegionFields {
  if (sent.region === undefined && sent.region_id === undefined) return before ?? { region: null, region_id: null };
  const { directory } = call.services;
  const { region: name, region_code: code, region_id } = sent.region ?? {};
  const id = sent.region_id || region_id || Number(/^\s*\d+\s*$/.exec(name ?? '')?.[0] ?? 0);
  const known = id ? directory.region(id) : regionByText(call, countryId, [code, name]);
  if (known?.country_id === countryId) return { region: known.name, region_id: known.id };
  // A region of another country stays, to be refused.
  if (id && directory.regions(countryId).length > 0) return { region: name ?? null, region_id: id };
  return { region: name || code || null, region_id: 0 };
}

function regionByText(call: Call, countryId: string, codes: readonly (string | null | undefined)[]) {
  for (const code of codes) {
    const found = code ? call.services.directory.regionByText(countryId, code) : undefined;
    if (found) return found;
  }
  return undefined;
}
