import { changeableBy, count, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings. */
export const paths = { lifetime: 'souk/compare_list/lifetime' } as const;

/** Configuration of compare lists, by path. */
export const compareListConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [paths.lifetime]: { shipped: '30', takes: count(0) },
});
