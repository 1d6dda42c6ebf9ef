import { changeableBy, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Whether old paths lead to the new ones where a save does not say. */
export const SAVE_HISTORY = 'catalog/seo/save_rewrites_history';

/** Configuration of rewrites, by path. */
export const urlRewriteConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [SAVE_HISTORY]: '1',
});
