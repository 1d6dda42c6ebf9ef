import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { instore } from './carrier.ts';
import { cartsToPickUp } from './carts.ts';
import { pickupGraphql } from './graphql.ts';
import { pickupConfiguration } from './configuration.ts';
import { pickupMailTemplates } from './mails.ts';
import { ordersToPickUp, refusePickedUp } from './orders.ts';
import { pickupRoutes } from './routes.ts';

/** Pickup of orders in a store. */
export const inStorePickup = module({
  name: 'InventoryInStorePickup',
  needs: ['store', 'directory', 'catalog', 'inventory', 'multiSource', 'sourceSelection', 'sales'],
  acl: declaredAcl,
  configuration: pickupConfiguration,
  routes: pickupRoutes,
  graphql: pickupGraphql,
  contributes: {
    carriers: [instore],
    cartExtensions: [cartsToPickUp],
    orderExtensions: [ordersToPickUp],
    shipmentGuards: [refusePickedUp],
    mailTemplates: pickupMailTemplates,
  },
});
