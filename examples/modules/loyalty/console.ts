import type { ConsolePage } from '@souk/kit';
import { addPointsRoute, getBalances } from './routes.ts';

/** The page of the module in the console: customers with their points, and a button that adds points. */
export const pointsPage: ConsolePage = {
  place: 'points',
  title: 'points',
  permission: 'Magento_Customer::manage',
  actions: [
    {
      label: 'console.add',
      route: addPointsRoute,
      form: [
        { argument: 'customerId', label: 'console.customer' },
        { argument: 'points', label: 'points' },
      ],
    },
  ],
  blocks: [
    {
      kind: 'list',
      title: 'console.customers',
      route: getBalances,
      columns: [
        { field: 'email', label: 'console.email' },
        { field: 'points', label: 'points', format: 'number' },
      ],
      filters: [{ field: 'email', label: 'console.email', condition: 'like' }],
      none: 'console.none',
      actions: [
        {
          label: 'console.add',
          route: addPointsRoute,
          arguments: { customerId: 'customer_id' },
          form: [{ argument: 'points', label: 'points' }],
          done: 'console.added',
        },
      ],
    },
  ],
};
