import type { Call } from '../../kernel/call.ts';
import { carrierSettings } from '../quote/configuration.ts';

/** A carrier of return parcels. */
interface ReturnCarrier {
  readonly code: string;
  readonly title: string;
}

/** Any carrier that the shop does not ship with. */
export const ownCarrier: ReturnCarrier = { code: 'custom', title: 'Custom Value' };

/** The carriers for return parcels: those that the shop ships with, and a custom one. */
export function carriersOf(call: Call, storeId: number): ReturnCarrier[] {
  const { isActive, title } = carrierSettings;
  const { config, contributions } = call;
  const active = contributions.carriers.filter(({ code }) => config.of(isActive.of(code), { storeId }));
  const named = active.map(({ code }) => ({ code, title: config.of(title.of(code), { storeId }) || code }));
  return [ownCarrier, ...named];
}
