import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { lowQuantityCommands } from './commands.ts';
import { forgetSku } from './limits.ts';
import { lowQuantityRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Says at which quantities products are low in their sources, and which are. */
export const lowQuantityNotification = module({
  name: 'InventoryLowQuantityNotification',
  needs: ['catalog', 'inventory', 'multiSource'],
  acl: declaredAcl,
  routes: lowQuantityRoutes,
  migrations,
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
