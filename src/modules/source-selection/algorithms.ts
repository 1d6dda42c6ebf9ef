import type { Call } from '../../kernel/call.ts';
import { missingArguments } from '../../kernel/errors.ts';
import { requireAddress } from './distance/distances.ts';
import { sourceSelectionErrors } from './errors.ts';
import { proposeSources, type Proposal } from './propose.ts';
import type { AlgorithmOutput, InventoryRequestInput } from './types.ts';

/** How sources can be chosen. */
export const algorithms: readonly AlgorithmOutput[] = [
  {
    code: 'distance',
    title: 'Distance Priority',
    description: 'Takes the sources that are nearest to the shipping address first',
  },
  { code: 'priority', title: 'Source Priority', description: 'Takes the sources in the order of their priorities' },
];

/**
 * Selects sources for a request. Throws 400 for an unknown algorithm, a request without stock or items, and by distance
 * without an address.
 */
export async function selectSources(call: Call, input: InventoryRequestInput, algorithm: string): Promise<Proposal> {
  if (!algorithms.some(({ code }) => code === algorithm)) throw sourceSelectionErrors.unknownAlgorithm([algorithm]);
  const { stock_id, items, extension_attributes } = input;
  const missing = Object.entries({ stockId: stock_id, items }).filter(([, value]) => value === undefined);
  const error = missingArguments(missing.map(([name]) => name));
  if (error) throw error;
  const quantities = (items ?? []).map(({ sku, qty }) => ({ sku: sku ?? '', qty: qty ?? 0 }));
  if (algorithm === 'priority') return proposeSources(call, stock_id ?? 0, quantities);
  const address = extension_attributes?.destination_address;
  if (!address) throw sourceSelectionErrors.noAddress();
  return proposeSources(call, stock_id ?? 0, quantities, requireAddress(address));
}
