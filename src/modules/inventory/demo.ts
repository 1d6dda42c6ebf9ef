import { setConfiguration } from '../../platform/configuration/settings.ts';
import type { Call } from '../../kernel/call.ts';
import { stockOptions } from './configuration.ts';

/** Units below which storefronts say how many are left. */
const FEW = 5;

/** Shows visitors which products are sold out, and how many are left of others. */
export async function demoStockDisplay(call: Call): Promise<void> {
  await setConfiguration(call, stockOptions.showsUnsold.path, '1');
  await setConfiguration(call, stockOptions.fewLeft.path, String(FEW));
}
