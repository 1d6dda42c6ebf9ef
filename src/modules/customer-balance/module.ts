import { module } from '../../kernel/module.ts';
import type { ExtensionFields } from '../sales/extensions.ts';
import { TotalsExtension } from '../quote/totals-types.ts';
import { CreditmemoExtensionAttributes } from '../sales/types/creditmemo.ts';
import { InvoiceExtensionAttributes } from '../sales/types/invoice.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { balanceCommands } from './commands.ts';
import { customerBalanceConfiguration } from './configuration.ts';
import { balancesOfCustomers } from './customers.ts';
import { demoCredit } from './demo.ts';
import { creditFinance } from './finance.ts';
import { creditGraphql, redemptionOfCards } from './graphql.ts';
import { balanceMail } from './mails.ts';
import { balanceRoutes } from './routes.ts';
import { migrations } from './tables.ts';
import { cartCredit, orderCredit } from './totals.ts';
import { creditFields, creditFieldsOfOrders } from './types.ts';

/** The credit fields of an order that is created directly from its input. */
const sentCredit = (input: ExtensionFields) =>
  Object.fromEntries(
    Object.keys(creditFieldsOfOrders).flatMap((name) => (input[name] == null ? [] : [[name, input[name]]])),
  );

export const customerBalance = module({
  name: 'CustomerBalance',
  edition: 'commercial',
  needs: ['store', 'customer', 'storefront', 'quote'],
  configuration: customerBalanceConfiguration,
  routes: balanceRoutes,
  graphql: creditGraphql,
  migrations,
  unshown: ['customer_balance', 'customer_balance_history'],
  commandGroup: 'people',
  commands: balanceCommands,
  extends: [
    ...[TotalsExtension, InvoiceExtensionAttributes, CreditmemoExtensionAttributes].map((type) => ({
      type,
      fields: creditFields,
    })),
    { type: OrderExtensionAttributes, fields: creditFieldsOfOrders },
  ],
  contributes: {
    customerExtensions: [balancesOfCustomers],
    customerFinances: [creditFinance],
    mailTemplates: [balanceMail],
    demoParts: [demoCredit],
    cardRedemptions: [redemptionOfCards],
    cartTotals: [cartCredit],
    orderTotals: [orderCredit],
    orderExtensions: [{ fields: [], save: async (_, input) => sentCredit(input) }],
  },
});
