import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtension } from '../catalog/products/types.ts';
import { ConfigurableOption } from './types.ts';

export const configurableProduct = module({
  name: 'ConfigurableProduct',
  extends: [
    {
      type: ProductExtension,
      fields: {
        configurable_product_options: t.optional(t.array(ConfigurableOption)),
        configurable_product_links: t.optional(t.array(t.integer)),
      },
    },
  ],
});
