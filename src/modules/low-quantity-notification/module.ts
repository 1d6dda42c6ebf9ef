import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { lowQuantityCommands } from './commands.ts';
import { forgetSku } from './limits.ts';
import { lowQuantityRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Low-quantity limits of products in sources, and the list of source items at or below them. */
export const lowQuantityNotification = module({
  name: 'InventoryLowQuantityNotification',
  needs: ['catalog', 'inventory', 'multiSource'],
  acl: declaredAcl,
  routes: lowQuantityRoutes,
  migrations,
  commandGroup: 'stock',
  commands: lowQuantityCommands,
  contributes: {
    productExtensions: [
      {
        fields: [],
        inLists: false,
        inCarts: false,
        load: async () => new Map(),
        save: async () => ({}),
        remove: (call, { sku }) => forgetSku(call, sku),
      },
    ],
  },
});
