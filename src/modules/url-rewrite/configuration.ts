import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { setting, settings, yesOrNo } from '../../kernel/settings.ts';

export const savesHistory = setting(
  'catalog/seo/save_rewrites_history',
  yesOrNo,
  true,
  'Whether old addresses of pages lead to the new ones',
  { changeableBy: [SHOP_SETTINGS] },
);

/** Configuration of rewrites, by path. */
export const urlRewriteConfiguration = settings([savesHistory]);
