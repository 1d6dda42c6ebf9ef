import type { Call } from '../../kernel/call.ts';
import type { OrderExtension, StoredOrder } from '../sales/extensions.ts';
import { pickupErrors } from './errors.ts';

/** Adds the pickup location to orders. */
export const ordersToPickUp: OrderExtension = {
  fields: ['pickup_location_code'],
  load: (_, { orders }) =>
    Promise.resolve({
      orders: new Map(
        orders.flatMap(({ id, pickup_location_code }) =>
          pickup_location_code === undefined ? [] : [[id, { pickup_location_code }]],
        ),
      ),
    }),
  save: (_, { pickup_location_code: code }) =>
    Promise.resolve(typeof code === 'string' && code !== '' ? { pickup_location_code: code } : {}),
};

/** Throws for a pickup order: only the notice of its readiness may ship it. */
export function refusePickedUp(_: Call, order: StoredOrder): void {
  if (order.pickup_location_code !== undefined) throw pickupErrors.notPickedUp();
}
