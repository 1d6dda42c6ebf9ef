import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { TotalSegmentExtension } from '../quote/totals-types.ts';
import { CreditmemoExtensionAttributes } from '../sales/types/creditmemo.ts';
import { InvoiceExtensionAttributes } from '../sales/types/invoice.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { accountRoutes } from './account-routes.ts';
import acl from './acl.json' with { type: 'json' };
import { cartCardRoutes } from './cart-routes.ts';
import { giftCardCommands } from './commands.ts';
import { giftCardAccountConfiguration } from './configuration.ts';
import { demoCard } from './demo.ts';
import { accountMail } from './mails.ts';
import { giftCardGraphql } from './graphql.ts';
import { storeMovedGiftCard } from './moved.ts';
import { cartTotal, orderCards, orderTotal } from './orders.ts';
import { createGiftCardAccountService } from './service.ts';
import { migrations } from './tables.ts';
import { OrderCard } from './types.ts';

const amounts = { base_gift_cards_amount: t.optional(t.number), gift_cards_amount: t.optional(t.number) };

export const giftCardAccount = module({
  name: 'GiftCardAccount',
  edition: 'commercial',
  needs: ['store', 'customer', 'storefront', 'quote'],
  acl,
  configuration: giftCardAccountConfiguration,
  routes: [...cartCardRoutes, ...accountRoutes],
  graphql: giftCardGraphql,
  migrations,
  unshown: ['giftcardaccount', 'giftcardaccount_history', 'giftcardaccount_pool', 'giftcardaccount_use'],
  services: { giftCardAccount: createGiftCardAccountService },
  commandGroup: 'orders',
  commands: giftCardCommands,
  extends: [
    { type: TotalSegmentExtension, fields: { gift_cards: t.optional(t.secret(t.string, 'money')) } },
    {
      type: OrderExtensionAttributes,
      fields: {
        gift_cards: t.optional(t.array(OrderCard)),
        ...amounts,
        base_gift_cards_invoiced: t.optional(t.number),
        gift_cards_invoiced: t.optional(t.number),
        base_gift_cards_refunded: t.optional(t.number),
        gift_cards_refunded: t.optional(t.number),
      },
    },
    { type: InvoiceExtensionAttributes, fields: amounts },
    { type: CreditmemoExtensionAttributes, fields: amounts },
  ],
  contributes: {
    cartTotals: [cartTotal],
    orderTotals: [orderTotal],
    orderExtensions: [orderCards],
    mailTemplates: [accountMail],
    demoParts: [demoCard],
    movedGiftCards: [storeMovedGiftCard],
  },
});
