import { module } from '../../kernel/module.ts';
import * as t from '../../kernel/types.ts';
import { ProductExtensionAttributes } from '../catalog/products/types.ts';
import declaredAcl from './acl.json' with { type: 'json' };
import { salesRuleConfiguration } from './configuration.ts';
import { couponRoutes } from './coupons/routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { createSalesRuleService } from './service.ts';
import { migrations } from './tables.ts';
import { RuleDiscount } from './types.ts';

export const salesRule = module({
  name: 'SalesRule',
  needs: ['store', 'customer'],
  acl: declaredAcl,
  configuration: salesRuleConfiguration,
  routes: [...ruleRoutes, ...couponRoutes],
  migrations,
  unshown: ['salesrule_customer', 'salesrule_coupon_usage', 'salesrule_coupon'],
  extends: [{ type: ProductExtensionAttributes, fields: { discounts: t.optional(t.array(RuleDiscount)) } }],
  services: { salesRule: ({ caches }) => createSalesRuleService(caches) },
});
