import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtensionAttributes } from '../catalog/products/types.ts';
import { ProductOptionExtension } from '../quote/option-types.ts';
import { OrderProductOptionExtension } from '../sales/types/order-item.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { downloadableChoiceFields, downloadableItem } from './cart-item.ts';
import { downloadableCommands } from './commands.ts';
import { downloadableConfiguration } from './configuration.ts';
import { publicSamples, purchasedDownloads } from './download-face.ts';
import { downloadableExtension, downloadableType } from './product-extension.ts';
import { followDownloads } from './follow-orders.ts';
import { downloadableRoutes } from './routes.ts';
import { createDownloadableService } from './service.ts';
import { migrations } from './tables.ts';
import { DOWNLOADABLE, DownloadableLink, DownloadableSample } from './types.ts';
import { downloadableGraphql, downloadsView } from './graphql.ts';
import { downloadableOrderItem, purchaseGraphql } from './order-graphql.ts';

export const downloadable = module({
  name: 'Downloadable',
  needs: ['catalog', 'storefront', 'quote', 'sales'],
  acl: declaredAcl,
  configuration: downloadableConfiguration,
  routes: downloadableRoutes,
  graphql: [...downloadableGraphql, ...purchaseGraphql],
  migrations,
  unshown: ['downloadable_purchased_link'],
  shownAs: { downloadable_link: [contentTags.products], downloadable_sample: [contentTags.products] },
  extends: [
    {
      type: ProductExtensionAttributes,
      fields: {
        downloadable_product_links: t.optional(t.array(DownloadableLink)),
        downloadable_product_samples: t.optional(t.array(DownloadableSample)),
      },
    },
    { type: ProductOptionExtension, fields: downloadableChoiceFields },
    { type: OrderProductOptionExtension, fields: downloadableChoiceFields },
  ],
  services: { downloadable: ({ files }) => createDownloadableService(files.store) },
  commandGroup: 'orders',
  commands: downloadableCommands,
  faces: [publicSamples, purchasedDownloads],
  contributes: {
    productTypes: [downloadableType],
    productExtensions: [downloadableExtension],
    orderFollowers: [followDownloads],
    orderItemTypes: [downloadableOrderItem],
    cartItemTypes: [downloadableItem],
    viewAttributes: [{ type: DOWNLOADABLE, name: 'ac_downloadable', of: downloadsView }],
  },
});
