import { choice, days, numberFrom, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

const website = { ...shopSetting, scope: 'websites' } as const;

export const rewardSettings = {
  isEnabled: setting(
    'magento_reward/general/is_enabled',
    yesOrNo,
    true,
    'Whether there are reward points',
    shopSetting,
  ),
  isOnFront: setting(
    'magento_reward/general/is_enabled_on_front',
    yesOrNo,
    true,
    'Whether customers see their reward points and pay with them',
    shopSetting,
  ),
  least: setting(
    'magento_reward/general/min_points_balance',
    numberFrom(0, 'points'),
    undefined,
    'Balance from which customers may pay with reward points',
    shopSetting,
  ),
  most: setting(
    'magento_reward/general/max_points_balance',
    numberFrom(0, 'points'),
    0,
    'Largest balance of a customer; 0: no limit',
    website,
  ),
  lifetime: setting(
    'magento_reward/general/expiration_days',
    days(0),
    0,
    'How long reward points are valid; 0: they do not expire',
    website,
  ),
  expiry: setting(
    'magento_reward/general/expiry_calculation',
    choice({ static: 'static', dynamic: 'dynamic' }),
    'static',
    'Whether the lifetime of the day on which points were earned holds (static), or that of today (dynamic)',
    website,
  ),
  isRevoked: setting(
    'magento_reward/general/deduct_automatically',
    yesOrNo,
    false,
    'Whether a refund takes back the points that the order has earned',
    shopSetting,
  ),
  showsHistory: setting(
    'magento_reward/general/publish_history',
    yesOrNo,
    true,
    'Whether customers see the history of their reward points',
    shopSetting,
  ),
  isEarnedByOrders: setting(
    'magento_reward/points/order',
    yesOrNo,
    false,
    'Whether customers earn reward points with the amounts that they pay',
    shopSetting,
  ),
  sendsMails: setting(
    'magento_reward/notification/subscribe_by_default',
    yesOrNo,
    true,
    'Whether customers get emails about their reward points',
    website,
  ),
  warnsBefore: setting(
    'magento_reward/notification/expiry_day_before',
    days(0),
    0,
    'Days before points expire on which customers are warned by email; 0: never',
    website,
  ),
};

export const rewardConfiguration = settings(Object.values(rewardSettings));
