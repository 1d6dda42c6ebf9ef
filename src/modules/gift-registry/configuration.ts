import { changeableBy, count, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Whether a store view has registries. */
export const ENABLED = 'magento_giftregistry/general/enabled';
export const MAX_REGISTRANTS = 'magento_giftregistry/general/max_registrant';

export const registryConfiguration: DeclaredConfiguration = changeableBy(SHOP_SETTINGS, {
  [ENABLED]: { shipped: '1', takes: flag },
  [MAX_REGISTRANTS]: { shipped: '3', takes: count(1) },
});
