import { module } from '../../kernel/module.ts';
import { purchaseOrderConfiguration } from './configuration.ts';
import { purchaseOrderConsoleRoutes } from './console/routes.ts';
import { demoPurchaseOrder } from './demo.ts';
import { purchaseOrderChangeDeclarations } from './graphql-changes.ts';
import { ruleDeclarations } from './graphql-rules.ts';
import { purchaseOrderDeclarations } from './graphql.ts';
import { purchaseOrderMailTemplates } from './mails.ts';
import { followPurchaseOrders, purchaseOrderOfCarts } from './orders.ts';
import { purchaseOrderRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Purchase orders of companies, which become orders. */
export const purchaseOrder = module({
  name: 'PurchaseOrder',
  edition: 'commercial',
  needs: ['store', 'directory', 'customer', 'quote', 'sales', 'company', 'negotiableQuote'],
  configuration: purchaseOrderConfiguration,
  routes: purchaseOrderRoutes,
  graphql: [...ruleDeclarations, ...purchaseOrderDeclarations, ...purchaseOrderChangeDeclarations],
  migrations,
  unshown: [
    'purchase_order',
    'purchase_order_approval',
    'purchase_order_comment',
    'purchase_order_history',
    'purchase_order_rule',
    'purchase_order_rule_role',
  ],
  contributes: {
    consoleRoutes: purchaseOrderConsoleRoutes,
    demoParts: [demoPurchaseOrder],
    cartExtensions: [purchaseOrderOfCarts],
    orderFollowers: [followPurchaseOrders],
    mailTemplates: purchaseOrderMailTemplates,
  },
});
