import { count, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings. */
export const paths = { lifetime: 'souk/compare_list/lifetime' } as const;

/** Configuration of compare lists, by path. */
export const compareListConfiguration: DeclaredConfiguration = { [paths.lifetime]: { shipped: '30', takes: count(0) } };
