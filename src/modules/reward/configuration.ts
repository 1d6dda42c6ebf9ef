import { changeableBy, count, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

const general = 'magento_reward/general';
/** Paths of the settings, as the interface names them. */
export const paths = {
  enabled: `${general}/is_enabled`,
  enabledOnFront: `${general}/is_enabled_on_front`,
  least: `${general}/min_points_balance`,
  most: `${general}/max_points_balance`,
  days: `${general}/expiration_days`,
  expiry: `${general}/expiry_calculation`,
  deduct: `${general}/deduct_automatically`,
  publishHistory: `${general}/publish_history`,
  earnedByOrders: 'magento_reward/points/order',
} as const;

export const rewardConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [paths.enabled]: { shipped: '1', takes: flag },
  [paths.enabledOnFront]: { shipped: '1', takes: flag },
  [paths.least]: { takes: count(0) },
  [paths.most]: { takes: count(1) },
  [paths.days]: { takes: count(0) },
  [paths.expiry]: {
    shipped: 'static',
    takes: { accepts: (value) => /^(static|dynamic)?$/.test(value), expected: 'static or dynamic' },
  },
  [paths.deduct]: { shipped: '0', takes: flag },
  [paths.publishHistory]: { shipped: '1', takes: flag },
  [paths.earnedByOrders]: { shipped: '0', takes: flag },
});
