import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtension } from '../catalog/products/types.ts';
import { RuleDiscount } from './types.ts';

export const salesRule = module({
  name: 'SalesRule',
  extends: [{ type: ProductExtension, fields: { discounts: t.optional(t.array(RuleDiscount)) } }],
});
