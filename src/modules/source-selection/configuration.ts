import { changeableBy, count, SHOP_SETTINGS, url, type DeclaredConfiguration } from '../../kernel/configuration.ts';

const PROVIDERS = ['google', 'offline'];
const MODES = ['driving', 'walking', 'bicycling'];
const VALUES = ['distance', 'time'];

/** A setting that takes one of a few words. */
function oneOf(words: readonly string[], shipped: string) {
  return { shipped, takes: { accepts: (value: string) => words.includes(value), expected: words.join(', ') } };
}

/** Configuration of distances between sources and buyers, by path. */
export const sourceSelectionConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    'cataloginventory/source_selection_distance_based/provider': oneOf(PROVIDERS, 'google'),
    'cataloginventory/source_selection_distance_based_google/mode': oneOf(MODES, 'driving'),
    'cataloginventory/source_selection_distance_based_google/value': oneOf(VALUES, 'distance'),
  }),
  'cataloginventory/source_selection_distance_based_google/api_key': { shipped: '', sealed: true },
  'souk/source_selection/google_timeout': { takes: count(1) },
  'souk/source_selection/google_url': { takes: url },
};
