import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings, as the interface names them. */
export const paths = { active: 'catalog/review/active', allowGuest: 'catalog/review/allow_guest' } as const;

/** Configuration of reviews, by path. */
export const reviewConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [paths.active]: { shipped: '1', takes: flag },
  [paths.allowGuest]: { shipped: '1', takes: flag },
});
