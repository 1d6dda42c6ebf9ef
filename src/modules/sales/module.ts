import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { cancellationTemplate } from './cancellation-mail.ts';
import { salesEntities } from './changes.ts';
import { salesCommands } from './commands.ts';
import { salesConfiguration } from './configuration.ts';
import { orderConsoleRoutes } from './console/routes.ts';
import { creditmemoRoutes } from './creditmemos/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { salesTemplates } from './mail-templates.ts';
import { orderPlacement } from './orders/place.ts';
import { orderRoutes } from './orders/routes.ts';
import { orderPayments } from './orders/payment-subject.ts';
import { shipmentRoutes } from './shipments/routes.ts';
import { migrations } from './tables.ts';
import { createSalesService } from './service.ts';
import { transactionRoutes } from './transactions.ts';
import { salesGraphql } from './graphql/declarations.ts';

export const sales = module({
  name: 'Sales',
  needs: ['store', 'customer', 'catalog', 'storefront', 'inventory', 'salesRule', 'payment', 'quote'],
  acl: declaredAcl,
  configuration: salesConfiguration,
  routes: [...orderRoutes, ...invoiceRoutes, ...shipmentRoutes, ...creditmemoRoutes, ...transactionRoutes],
  migrations,
  unshown: [
    'sales_order',
    'sales_order_item',
    'sales_invoice',
    'sales_shipment',
    'sales_creditmemo',
    'sales_shipment_track',
    'sales_payment_transaction',
    'sales_order_confirmation',
  ],
  graphql: salesGraphql,
  services: { sales: createSalesService },
  commandGroup: 'orders',
  commands: salesCommands,
  contributes: {
    changedEntities: salesEntities,
    consoleRoutes: orderConsoleRoutes,
    orderPlacement: [orderPlacement],
    paymentSubjects: [orderPayments],
    mailTemplates: [...Object.values(salesTemplates), cancellationTemplate],
  },
});
