import { decimal } from '../../kernel/money.ts';
import type { Call } from '../../kernel/call.ts';
import { carrierSettings } from '../quote/configuration.ts';
import { singleMethod, type Carrier } from '../quote/shipping/extensions.ts';

const CARRIER = 'instore';
const METHOD = 'pickup';
/** The shipping method of in-store pickup. */
export const PICKUP_METHOD = `${CARRIER}_${METHOD}`;

/** In-store pickup: a fixed price, or free by a price rule. */
export const instore: Carrier = {
  code: CARRIER,
  pricesTo: (call, context) =>
    singleMethod(METHOD, context, ({ isFree }) => {
      if (!hasPickupLocations(call)) return undefined;
      return isFree ? decimal(0) : context.setting(carrierSettings.price.of(CARRIER));
    }),
};

/** Whether the stock of the call's website has a pickup location. From memory. */
function hasPickupLocations(call: Call): boolean {
  const { inventory, multiSource } = call.services;
  const { sources, sourcesOf } = multiSource.network.current;
  return (sourcesOf.get(inventory.stockOfCall(call)) ?? []).some((code) => {
    const source = sources.get(code);
    return source?.isEnabled && source.isPickupLocation;
  });
}
