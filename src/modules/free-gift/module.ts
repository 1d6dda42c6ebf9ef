import { module } from '../../kernel/module.ts';
import { CartItemExtensionAttributes } from '../quote/types.ts';
import { OrderItemExtensionAttributes } from '../sales/types/order-item.ts';
import { RuleExtensionAttributes } from '../sales-rule/types.ts';
import { freeGiftGraphql } from './graphql.ts';
import { cartItemFields, giftsInCarts, giftsInOrders, orderItemFields, ruleFields } from './items.ts';
import { giftsOfRules } from './offers.ts';
import { giftsOfRule } from './rules.ts';

/** Cart price rules that add free products, automatically or by the buyer's choice. */
export const freeGift = module({
  name: 'SalesRuleFreeGift',
  edition: 'commercial',
  needs: ['catalog', 'storefront', 'quote'],
  graphql: freeGiftGraphql,
  extends: [
    { type: RuleExtensionAttributes, fields: ruleFields },
    { type: CartItemExtensionAttributes, fields: cartItemFields },
    { type: OrderItemExtensionAttributes, fields: orderItemFields },
  ],
  contributes: {
    ruleExtensions: [giftsOfRule],
    cartGrants: [giftsOfRules],
    cartExtensions: [giftsInCarts],
    orderExtensions: [giftsInOrders],
  },
});
