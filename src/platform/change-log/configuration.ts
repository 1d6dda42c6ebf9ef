import { days, installationSetting, listOfTexts, setting, settings, yesOrNo } from '../../kernel/settings.ts';
import { privateHosts } from './addresses.ts';

export const areChangesNoted = setting('souk/events/enabled', yesOrNo, true, 'Whether changes of entities are logged', {
  scope: 'default',
});
export const unlistedEntities = setting(
  'souk/events/except',
  listOfTexts(),
  [],
  'Kinds of entities that are not logged',
  installationSetting,
);
export const changeLifetime = setting(
  'souk/events/lifetime',
  days(0),
  7,
  'How long the log of changes is stored; 0: for ever',
  installationSetting,
);

/** Configuration of the log of changes. */
export const eventsConfiguration = settings([areChangesNoted, unlistedEntities, changeLifetime, privateHosts]);
