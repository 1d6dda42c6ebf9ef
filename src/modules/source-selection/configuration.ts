import {
  choice,
  filled,
  milliseconds,
  setting,
  settings,
  shopSetting,
  text,
  webAddress,
} from '../../kernel/settings.ts';

export const distanceProviderCode = setting(
  'cataloginventory/source_selection_distance_based/provider',
  filled(choice({ google: 'google', offline: 'offline' })),
  'google',
  'Service that knows distances: Google Maps, or imported places of geonames.org',
  shopSetting,
);

/** Distances by Google Maps. */
export const googleMaps = {
  mode: setting(
    'cataloginventory/source_selection_distance_based_google/mode',
    filled(choice({ driving: 'driving', walking: 'walking', bicycling: 'bicycling' })),
    'driving',
    'Ways whose length Google Maps returns',
    shopSetting,
  ),
  value: setting(
    'cataloginventory/source_selection_distance_based_google/value',
    filled(choice({ distance: 'distance', time: 'time' })),
    'distance',
    'Whether the shortest or the fastest way counts',
    shopSetting,
  ),
  apiKey: setting(
    'cataloginventory/source_selection_distance_based_google/api_key',
    text,
    '',
    'Key of the shop for Google Maps',
    { sealed: true },
  ),
  url: setting(
    'souk/source_selection/google_url',
    webAddress,
    'https://maps.googleapis.com',
    'Address of Google Maps, or of a service with its interface',
  ),
  timeout: setting(
    'souk/source_selection/google_timeout',
    milliseconds(1),
    3000,
    'Time after which a request to Google Maps is given up',
  ),
};

/** Configuration of distances between sources and buyers, by path. */
export const sourceSelectionConfiguration = settings([distanceProviderCode, ...Object.values(googleMaps)]);
