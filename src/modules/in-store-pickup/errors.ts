import { defineErrors } from '../../kernel/errors.ts';

/** Errors of pickup in store. */
export const pickupErrors = defineErrors('in-store-pickup', {
  sortedByDistance: [
    'input',
    'Pickup locations can be sorted by distance within an area only.',
    'pickup locations are sorted by distance from nowhere',
  ],
  unknownLocation: [
    'input',
    'Can not find Pickup Location with code %1 for %2 Sales Channel "%3".',
    'a cart is to be picked up where its website has no pickup location',
  ],
  noLocation: [
    'input',
    'Quote does not have Pickup Location assigned.',
    'a cart that is to be picked up is ordered without saying where',
  ],
  notPickedUp: [
    'couldNotSave',
    'Could not save a shipment, see error log for details',
    'an order that is to be picked up is shipped by hand, or the notice is of one that is not picked up',
  ],
});
