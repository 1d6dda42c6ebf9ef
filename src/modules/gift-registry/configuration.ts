import { SHOP_SETTINGS } from '../../kernel/configuration.ts';
import { numberFrom, setting, settings, yesOrNo } from '../../kernel/settings.ts';

const shop = { changeableBy: [SHOP_SETTINGS] };

export const hasRegistries = setting(
  'magento_giftregistry/general/enabled',
  yesOrNo,
  true,
  'Whether customers may have gift registries',
  shop,
);
export const mostRegistrants = setting(
  'magento_giftregistry/general/max_registrant',
  numberFrom(1),
  3,
  'People that a gift registry may be for',
  { ...shop, scope: 'default' },
);

export const registryConfiguration = settings([hasRegistries, mostRegistrants]);
