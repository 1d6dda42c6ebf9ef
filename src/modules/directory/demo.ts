import type { Call } from '../../kernel/call.ts';
import { setRate } from './rates.ts';

/** Euros for a dollar. */
const EURO_RATE = 0.92;

/** Sets the rate for the prices of the German store view. */
export async function demoRate(call: Call): Promise<void> {
  await setRate(call, 'USD', 'EUR', EURO_RATE);
}
