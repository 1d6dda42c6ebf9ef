import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtensionAttributes } from '../catalog/products/types.ts';
import { ProductOptionExtension } from '../quote/option-types.ts';
import { OrderProductOptionExtension } from '../sales/types/order-item.ts';
import { giftCardAttributes } from './attributes.ts';
import { giftCardCartGraphql } from './cart-graphql.ts';
import { cardChoiceFields, giftCardItem } from './cart-item.ts';
import { giftCardConfiguration } from './configuration.ts';
import { demoGiftCard } from './demo.ts';
import { followGiftCards } from './follow-orders.ts';
import { giftCardGraphql } from './graphql.ts';
import { giftCardMail } from './mails.ts';
import { giftCardOrderGraphql } from './order-graphql.ts';
import { giftCardOrderItem } from './order-item.ts';
import { giftCardExtension, giftCardType, salableCards } from './product-extension.ts';
import { giftCardService } from './service.ts';
import { giftCardSources } from './sources.ts';
import { migrations } from './tables.ts';
import { GIFT_CARD, GiftCardAmount } from './types.ts';
import { cardFieldsView } from './view-fields.ts';

/** Gift card products; paid ones create gift card accounts. */
export const giftCard = module({
  name: 'GiftCard',
  edition: 'commercial',
  needs: [
    'store',
    'directory',
    'customer',
    'catalog',
    'storefront',
    'quote',
    'sales',
    'giftMessage',
    'giftCardAccount',
  ],
  configuration: giftCardConfiguration,
  routes: [],
  graphql: [...giftCardGraphql, ...giftCardCartGraphql, ...giftCardOrderGraphql],
  migrations,
  services: { giftCard: () => giftCardService },
  unshown: ['giftcard_sold'],
  shownAs: { giftcard_amount: [contentTags.products] },
  extends: [
    { type: ProductExtensionAttributes, fields: { giftcard_amounts: t.optional(t.array(GiftCardAmount)) } },
    { type: ProductOptionExtension, fields: cardChoiceFields },
    { type: OrderProductOptionExtension, fields: cardChoiceFields },
  ],
  contributes: {
    attributes: [giftCardAttributes],
    attributeSources: giftCardSources,
    productTypes: [giftCardType],
    productExtensions: [giftCardExtension],
    salability: [salableCards],
    cartItemTypes: [giftCardItem],
    orderItemTypes: [giftCardOrderItem],
    orderFollowers: [followGiftCards],
    mailTemplates: [giftCardMail],
    demoParts: [demoGiftCard],
    viewAttributes: [{ type: GIFT_CARD, name: 'ac_giftcard', of: cardFieldsView }],
  },
});
