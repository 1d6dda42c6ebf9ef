import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { segmentCommands } from './commands.ts';
import { isInSegments } from './conditions.ts';
import { segmentConsoleRoutes } from './console-routes.ts';
import { segmentConfiguration } from './configuration.ts';
import { segmentsOfCart } from './facts.ts';
import { segmentGraphql } from './graphql.ts';
import { noteCustomers } from './members.ts';
import { segmentRoutes } from './routes.ts';
import { createSegmentService } from './service.ts';
import { migrations } from './tables.ts';
import { startPlacing } from './worker.ts';

/** Segments of customers: who meets conditions on customer, addresses, cart and orders. */
export const customerSegment = module({
  name: 'CustomerSegment',
  edition: 'commercial',
  needs: ['store', 'customer', 'salesRule', 'quote', 'sales'],
  acl: declaredAcl,
  configuration: segmentConfiguration,
  routes: segmentRoutes,
  graphql: segmentGraphql,
  migrations,
  services: { customerSegment: ({ caches }) => createSegmentService(caches) },
  commandGroup: 'people',
  commands: segmentCommands,
  workers: [startPlacing],
  contributes: {
    consoleRoutes: segmentConsoleRoutes,
    attributeFilters: [{ field: 'is_used_for_customer_segment', hasMark: isInSegments }],
    customerFollowers: [noteCustomers],
    cartFollowers: [
      async (call, { customer_id }) => {
        if (customer_id !== null) await noteCustomers(call, [customer_id]);
      },
    ],
    cartFacts: [
      {
        name: 'customer_segment_ids',
        load: async (call, cart) => {
          const segments = await segmentsOfCart(call, cart);
          return (base_subtotal) => segments({ base_subtotal }).map(({ id }) => String(id));
        },
      },
    ],
    orderFollowers: [
      async (call, { fields: { customer_id } }) => {
        if (customer_id) await noteCustomers(call, [customer_id]);
      },
    ],
  },
});
