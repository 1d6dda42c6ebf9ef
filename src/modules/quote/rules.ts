/** The types of sales rules that carts use. */
export type { CartDiscounts, EngineCart as RuleCart, EngineItem as RuleItem } from '../sales-rule/service.ts';
export type { ActiveRule, CartFact, FreeShipping, ShippingDiscount } from '../sales-rule/service.ts';
