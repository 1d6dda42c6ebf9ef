import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { getOrder } from '../records/rows.ts';
import { readSales } from './sales.ts';
import { stepsOf } from './steps.ts';
import { ConsoleOrderSteps } from './types.ts';

const readSteps = route({
  method: 'GET',
  path: '/_/console/orders/:orderId/steps',
  service: 'consoleOrderV1',
  operation: 'getSteps',
  summary:
    'Reads the changes that an order allows, with the remaining units of its items and the totals that modules add.',
  access: acl('Magento_Sales::actions_view'),
  input: { orderId: t.integer },
  output: ConsoleOrderSteps,
  handle: async ({ orderId }, call) => stepsOf(call, await getOrder(call, orderId)),
});

/** Console routes of orders, which are otherwise read and changed by the routes of the interface. */
export const orderConsoleRoutes = [readSteps, readSales] as const;
