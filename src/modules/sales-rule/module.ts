import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtension } from '../catalog/products/types.ts';
import { salesRuleConfiguration } from './configuration.ts';
import { couponRoutes } from './coupons/routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { createSalesRuleService } from './service.ts';
import { migrations } from './tables.ts';
import { RuleDiscount } from './types.ts';

export const salesRule = module({
  name: 'SalesRule',
  configuration: salesRuleConfiguration,
  routes: [...ruleRoutes, ...couponRoutes],
  migrations,
  extends: [{ type: ProductExtension, fields: { discounts: t.optional(t.array(RuleDiscount)) } }],
  services: ({ caches }) => ({ salesRule: createSalesRuleService(caches) }),
});
