import { contentTags } from '../../kernel/content-tags.ts';
import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtensionAttributes } from '../catalog/products/types.ts';
import { ProductOptionExtension } from '../quote/option-types.ts';
import { OrderProductOptionExtension } from '../sales/types/order-item.ts';
import { configurableChoiceFields, configurableItem } from './cart-item.ts';
import { configurableOrderItem } from './order-item.ts';
import { configurableObserver, configurableExtension, configurableType } from './product-extension.ts';
import { configurableRoutes } from './routes.ts';
import { configurableProductService } from './service.ts';
import { migrations } from './tables.ts';
import { CONFIGURABLE, ConfigurableOption } from './types.ts';
import { configurableChoices } from './view-choices.ts';
import { configurableGraphql } from './graphql.ts';

export const configurableProduct = module({
  name: 'ConfigurableProduct',
  needs: ['store', 'eav', 'catalog', 'storefront', 'quote'],
  routes: configurableRoutes,
  graphql: configurableGraphql,
  migrations,
  services: { configurableProduct: () => configurableProductService },
  shownAs: { configurable_link: [contentTags.products], configurable_option: [contentTags.products] },
  extends: [
    {
      type: ProductExtensionAttributes,
      fields: {
        configurable_product_options: t.optional(t.array(ConfigurableOption)),
        configurable_product_links: t.optional(t.array(t.integer)),
      },
    },
    { type: ProductOptionExtension, fields: configurableChoiceFields },
    { type: OrderProductOptionExtension, fields: configurableChoiceFields },
  ],
  contributes: {
    productTypes: [configurableType],
    productExtensions: [configurableExtension],
    cartItemTypes: [configurableItem],
    orderItemTypes: [configurableOrderItem],
    attributeObservers: [configurableObserver],
    viewChoices: [{ type: CONFIGURABLE, of: configurableChoices }],
  },
});
