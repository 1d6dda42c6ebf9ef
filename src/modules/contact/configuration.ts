import { changeableBy, flag, SHOP_SETTINGS, type DeclaredConfiguration } from '../../kernel/configuration.ts';

/** Paths of the settings, as the interface names them. */
export const paths = { enabled: 'contact/contact/enabled' } as const;

/** Whether visitors may write to the shop, and where that goes. */
export const contactConfiguration: DeclaredConfiguration = {
  ...changeableBy(SHOP_SETTINGS, {
    [paths.enabled]: { shipped: '1', takes: flag },
  }),
};
