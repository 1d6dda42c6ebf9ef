import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { days, setting, settings } from '../../kernel/settings.ts';

export const guestListLifetime = setting(
  'souk/compare_list/lifetime',
  days(0),
  30,
  'How long compare lists of guests are stored after their last use; 0: for ever',
  { changeableBy: [SHOP_SETTINGS], scope: 'default' },
);

/** Configuration of compare lists, by path. */
export const compareListConfiguration = settings([guestListLifetime]);
