import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings, as the interface names them. */
export const paths = {
  active: 'newsletter/general/active',
  guests: 'newsletter/subscription/allow_guest_subscribe',
} as const;

/** Configuration of the newsletter, by path. */
export const newsletterConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    [paths.active]: { shipped: '1', takes: flag },
    [paths.guests]: { shipped: '1', takes: flag },
    'newsletter/sending/set_return_path': '0',
  }),
};
