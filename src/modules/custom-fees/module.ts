import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { customFeeCommands } from './commands.ts';
import { feesOfOrders, feeTotals } from './orders.ts';
import { createCustomFeesService } from './service.ts';
import { migrations } from './tables.ts';
import { cartFees } from './totals.ts';
import { CustomFees } from './types.ts';

/** Fees of carts in addition to the price of their items. */
export const customFees = module({
  name: 'CustomFees',
  edition: 'commercial',
  needs: ['store'],
  migrations,
  services: { customFees: ({ caches }) => createCustomFeesService(caches) },
  commandGroup: 'orders',
  commands: customFeeCommands,
  extends: [{ type: OrderExtensionAttributes, fields: { custom_fees: t.optional(t.array(CustomFees)) } }],
  contributes: { cartTotals: [cartFees], orderTotals: feeTotals, orderExtensions: [feesOfOrders] },
});
