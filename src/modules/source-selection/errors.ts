import { defineErrors } from '../../kernel/errors.ts';

/** Errors of choosing sources, and of distances. */
export const sourceSelectionErrors = defineErrors('source-selection', {
  unknownAlgorithm: [
    'input',
    'The source selection algorithm "%1" does not exist.',
    'sources are chosen by another rule than `priority` and `distance`',
  ],
  noAddress: [
    'input',
    'No destination address was provided in the request',
    'sources are chosen by distance, and it is not told from where',
  ],
  negative: ['input', 'The quantity of "%1" must not be below zero.', 'sources are selected for a negative quantity'],
  noApiKey: ['input', 'Google API key is not defined', 'the distance provider is `google` and has no API key'],
  noAnswer: [
    'unanswered',
    'The distance provider does not respond: %1',
    'Google cannot be reached, refuses the key, or answers something else',
  ],
  noWay: ['noSuchEntity', 'There is no route between the two points.', 'Google knows no way for the configured mode'],
  unknownPlace: ['noSuchEntity', 'Unknown geoname for %1', 'no place is known for an address'],
  notOnEarth: [
    'input',
    'A latitude has to be from -90 to 90, a longitude from -180 to 180.',
    'coordinates are nowhere on earth',
  ],
  noGeonames: [
    'input',
    'The file has no places of the country "%1".',
    'a file of places is of other countries',
    'filled',
  ],
});
