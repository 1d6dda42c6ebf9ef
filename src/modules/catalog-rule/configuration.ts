import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const sharesCatalogRules = setting(
  'catalog/rule/share_applied_catalog_rules',
  yesOrNo,
  false,
  'Whether storefronts learn the names of the catalog price rules that apply to a product',
  shopSetting,
);

/** Configuration of catalog price rules, by path. */
export const catalogRuleConfiguration = settings([sharesCatalogRules]);
