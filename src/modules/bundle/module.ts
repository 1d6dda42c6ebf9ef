import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtensionAttributes } from '../catalog/products/types.ts';
import { ProductOptionExtension } from '../quote/option-types.ts';
import { OrderProductOptionExtension } from '../sales/types/order-item.ts';
import { bundleGraphql } from './graphql.ts';
import { bundleChoiceFields, bundleItem } from './cart-item.ts';
import { bundleOrderGraphql } from './order-graphql.ts';
import { bundleOrderItem } from './order-item.ts';
import { bundleExtension, bundleType } from './product-extension.ts';
import { bundleRoutes } from './routes.ts';
import { bundleService } from './service.ts';
import { migrations } from './tables.ts';
import { BUNDLE, BundleOption } from './types.ts';
import { bundleChoices } from './view-choices.ts';

export const bundle = module({
  name: 'Bundle',
  needs: ['eav', 'catalog', 'storefront', 'quote'],
  routes: bundleRoutes,
  graphql: [...bundleGraphql, ...bundleOrderGraphql],
  migrations,
  services: { bundle: () => bundleService },
  shownAs: { bundle_link: [contentTags.products], bundle_option: [contentTags.products] },
  extends: [
    { type: ProductExtensionAttributes, fields: { bundle_product_options: t.optional(t.array(BundleOption)) } },
    { type: ProductOptionExtension, fields: bundleChoiceFields },
    { type: OrderProductOptionExtension, fields: bundleChoiceFields },
  ],
  contributes: {
    productTypes: [bundleType],
    productExtensions: [bundleExtension],
    cartItemTypes: [bundleItem],
    orderItemTypes: [bundleOrderItem],
    viewChoices: [{ type: BUNDLE, of: bundleChoices }],
  },
});
