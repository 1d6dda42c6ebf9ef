import type { Call } from '../../../kernel/call.ts';
import { showCustomValues } from '../attributes.ts';
import type { StoredAddress } from './address.ts';
import type { AddressOutput } from './types.ts';

/** An address as the wire has it; `defaults` are the ids that the customer uses unless another is named. */
export function showAddress(
  call: Call,
  address: StoredAddress,
  defaults: { readonly default_billing: number | null; readonly default_shipping: number | null },
): AddressOutput {
  const { id, customer_id, region, region_id, street, custom, ...fields } = address;
  const code = region_id ? call.services.directory.region(region_id)?.code : undefined;
  return {
    id,
    customer_id,
    // As in the interface, a region without a code is its own.
    region: { region_code: code ?? region, region, region_id: region_id ?? 0 },
    region_id,
    street: [...street],
    ...fields,
    default_shipping: defaults.default_shipping === id || undefined,
    default_billing: defaults.default_billing === id || undefined,
    custom_attributes: showCustomValues(custom),
  };
}
