import { decimal } from '../../kernel/money.ts';
import type { Call } from '../../kernel/call.ts';
import { carrierSettings } from '../quote/configuration.ts';
import { singleMethod, type Carrier } from '../quote/shipping/extensions.ts';

const CARRIER = 'instore';
const METHOD = 'pickup';
/** The shipping method of carts and orders that are picked up. */
export const PICKUP_METHOD = `${CARRIER}_${METHOD}`;

/** Buyers come for what they have ordered: a fixed price, or none where a rule ships all for nothing. */
export const instore: Carrier = {
  code: CARRIER,
  pricesTo: (call, context) =>
    singleMethod(METHOD, context, ({ isFree }) => {
      if (!hasPickupLocations(call)) return undefined;
      return isFree ? decimal(0) : context.setting(carrierSettings.price.of(CARRIER));
    }),
};

/** Whether the stock of the call's website has a place where orders can be picked up. From memory. */
function hasPickupLocations(call: Call): boolean {
  const { inventory, multiSource } = call.services;
  const { sources, sourcesOf } = multiSource.network.current;
  return (sourcesOf.get(inventory.stockOfCall(call)) ?? []).some((code) => {
    const source = sources.get(code);
    return source?.isEnabled && source.isPickupLocation;
  });
}
