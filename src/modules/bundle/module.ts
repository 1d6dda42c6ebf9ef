import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtension } from '../catalog/products/types.ts';
import { BundleOption } from './types.ts';

export const bundle = module({
  name: 'Bundle',
  extends: [{ type: ProductExtension, fields: { bundle_product_options: t.optional(t.array(BundleOption)) } }],
});
