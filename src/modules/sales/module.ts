import { module } from '../../kernel/module.ts';
import { salesCommands } from './commands.ts';
import { salesConfiguration } from './configuration.ts';
import { creditmemoRoutes } from './creditmemos/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { salesMailTemplates } from './mails.ts';
import { orderPlacement } from './orders/place.ts';
import { orderRoutes } from './orders/routes.ts';
import { typeOf } from './orders/order.ts';
import { findOrders, getOrder } from './orders/rows.ts';
import { orderPayments } from './payments/subject.ts';
import { shipmentRoutes } from './shipments/routes.ts';
import { migrations } from './tables.ts';
import { addTransaction, transactionRoutes } from './transactions.ts';

/** What orders offer to the modules after them. */
export interface SalesService {
  /** The order with an id. Throws 404. */
  readonly order: typeof getOrder;
  /** Orders by id, in two queries. */
  readonly orders: typeof findOrders;
  /** Type of the product that an item of an order is about. */
  readonly typeOf: typeof typeOf;
  readonly addTransaction: typeof addTransaction;
}

declare module '../../kernel/call.ts' {
  interface Services {
    sales: SalesService;
  }
}

export const sales = module({
  name: 'Sales',
  configuration: salesConfiguration,
  routes: [...orderRoutes, ...invoiceRoutes, ...shipmentRoutes, ...creditmemoRoutes, ...transactionRoutes],
  migrations,
  services: () => ({ sales: { order: getOrder, orders: findOrders, typeOf, addTransaction } }),
  commands: salesCommands,
  contributes: {
    orderPlacement: [orderPlacement],
    paymentSubjects: [orderPayments],
    mailTemplates: salesMailTemplates,
  },
});
