import { setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const savesHistory = setting(
  'catalog/seo/save_rewrites_history',
  yesOrNo,
  true,
  'Whether old addresses of pages lead to the new ones',
  shopSetting,
);

/** Configuration of rewrites, by path. */
export const urlRewriteConfiguration = settings([savesHistory]);
