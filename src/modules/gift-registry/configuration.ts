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

export const registryConfiguration = settings([hasRegistries, mostRegistrants]);
