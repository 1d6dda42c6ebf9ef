import { defineErrors } from '../../kernel/errors.ts';

/** Errors of in-store pickup. */
export const pickupErrors = defineErrors('in-store-pickup', {
  sortedByDistance: [
    'input',
    'Pickup locations can be sorted by distance within an area only.',
    'pickup locations are sorted by distance from nowhere',
  ],
  unknownLocation: [
    'input',
    'Can not find Pickup Location with code %1 for %2 Sales Channel "%3".',
    'a cart names a pickup location that its website does not have',
  ],
  noLocation: [
    'input',
    'Quote does not have Pickup Location assigned.',
    'a cart for pickup is ordered without a pickup location',
  ],
  notPickedUp: [
    'couldNotSave',
    'Could not save a shipment, see error log for details',
    'an order for pickup is shipped by hand, or a pickup notice is sent for another order',
  ],
});
