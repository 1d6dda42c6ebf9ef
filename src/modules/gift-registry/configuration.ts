import { numberFrom, setting, settings, shopSetting, yesOrNo } from '../../kernel/settings.ts';

export const hasRegistries = setting(
  'magento_giftregistry/general/enabled',
  yesOrNo,
  true,
  'Whether customers may have gift registries',
  shopSetting,
);
export const mostRegistrants = setting(
  'magento_giftregistry/general/max_registrant',
  numberFrom(1),
  3,
  'People that a gift registry may be for',
  { ...shopSetting, scope: 'default' },
);
export const mostInvitees = setting(
  'magento_giftregistry/sharing_email/send_limit',
  numberFrom(1),
  3,
  'People that a gift registry may be shared with at a time',
  shopSetting,
);
export const mostInvitations = setting(
  'souk/gift_registry/invitations_per_hour',
  numberFrom(1),
  30,
  'Invitations to gift registries that a customer may send in an hour',
  shopSetting,
);
export const mostRegistries = setting(
  'souk/gift_registry/max_registries',
  numberFrom(1),
  50,
  'Gift registries that a customer may have',
  shopSetting,
);
export const mostItems = setting(
  'souk/gift_registry/max_items',
  numberFrom(1),
  500,
  'Items that a gift registry may have',
  { ...shopSetting, scope: 'default' },
);

export const registryConfiguration = settings([
  hasRegistries,
  mostRegistrants,
  mostInvitees,
  mostInvitations,
  mostRegistries,
  mostItems,
]);
