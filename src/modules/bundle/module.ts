import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtension } from '../catalog/products/types.ts';
import { bundlePart, bundleType } from './product-part.ts';
import { bundleRoutes } from './routes.ts';
import { migrations } from './tables.ts';
import { BundleOption } from './types.ts';

export const bundle = module({
  name: 'Bundle',
  routes: bundleRoutes,
  migrations,
  extends: [{ type: ProductExtension, fields: { bundle_product_options: t.optional(t.array(BundleOption)) } }],
  contributes: { productTypes: [bundleType], productParts: [bundlePart] },
});
