import { changeableBy, count, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings, as the interface names them. */
export const paths = {
  enabled: 'sendfriend/email/enabled',
  guests: 'sendfriend/email/allow_guest',
  recipients: 'sendfriend/email/max_recipients',
  perHour: 'sendfriend/email/max_per_hour',
} as const;

/** Who may recommend products by mail, and to how many. */
export const sendFriendConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    [paths.enabled]: { shipped: '0', takes: flag },
  }),
  [paths.guests]: { shipped: '0', takes: flag },
  [paths.recipients]: { shipped: '5', takes: count(1) },
  [paths.perHour]: { shipped: '5', takes: count(1) },
};
