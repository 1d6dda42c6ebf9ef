import { module } from '../../kernel/module.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { GiftMessageExtensionAttributes } from '../gift-message/types.ts';
import { TotalSegmentExtension } from '../quote/totals-types.ts';
import { CreditmemoExtensionAttributes } from '../sales/types/creditmemo.ts';
import { InvoiceExtensionAttributes } from '../sales/types/invoice.ts';
import { OrderItemExtensionAttributes } from '../sales/types/order-item.ts';
import { OrderExtensionAttributes } from '../sales/types/order.ts';
import { giftWrappingConfiguration } from './configuration.ts';
import { demoWrapping } from './demo.ts';
import { giftWrappingGraphql, wrapCartItem } from './graphql.ts';
import { documentFields, messageFields, orderFields, orderItemFields, segmentFields } from './order-fields.ts';
import { orderWrapping, wrappedDocuments, wrappedOrders } from './orders.ts';
import { availableSource, wrappingAttributes } from './product-attributes.ts';
import { wrappingRoutes } from './routes.ts';
import { createGiftWrappingService } from './service.ts';
import { migrations } from './tables.ts';
import { cartWrapping } from './totals.ts';
import { wrappingWithMessages } from './wrapped-carts.ts';

/** Wrapping designs, and the wrapping of carts, items and orders. */
export const giftWrapping = module({
  name: 'GiftWrapping',
  edition: 'commercial',
  needs: ['store', 'catalog', 'storefront', 'quote', 'giftMessage'],
  acl: declaredAcl,
  configuration: giftWrappingConfiguration,
  routes: wrappingRoutes,
  graphql: giftWrappingGraphql,
  migrations,
  services: { giftWrapping: ({ files }) => createGiftWrappingService(files) },
  extends: [
    { type: GiftMessageExtensionAttributes, fields: messageFields },
    { type: TotalSegmentExtension, fields: segmentFields },
    { type: OrderExtensionAttributes, fields: orderFields },
    { type: OrderItemExtensionAttributes, fields: orderItemFields },
    { type: InvoiceExtensionAttributes, fields: documentFields },
    { type: CreditmemoExtensionAttributes, fields: documentFields },
  ],
  contributes: {
    attributes: [wrappingAttributes],
    attributeSources: [availableSource],
    demoParts: [demoWrapping],
    giftMessageExtensions: [wrappingWithMessages],
    cartItemUpdates: [wrapCartItem],
    cartTotals: [cartWrapping],
    orderTotals: orderWrapping,
    orderExtensions: [wrappedOrders],
    documentExtensions: wrappedDocuments,
  },
});
