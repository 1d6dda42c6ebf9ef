import type { Call } from '../../kernel/call.ts';

/** Who brings a parcel back. */
interface ReturnCarrier {
  readonly code: string;
  readonly title: string;
}

/** Any carrier that the shop does not ship with. */
export const ownCarrier: ReturnCarrier = { code: 'custom', title: 'Custom Value' };

/** The carriers that buyers may send parcels back by: those that the shop ships with, and any other. */
export function carriersOf(call: Call, storeId: number): ReturnCarrier[] {
  const scope = { storeId };
  const active = call.contributions.carriers.filter(({ code }) => call.config.flag(`carriers/${code}/active`, scope));
  const named = active.map(({ code }) => ({ code, title: call.config.get(`carriers/${code}/title`, scope) || code }));
  return [ownCarrier, ...named];
}
