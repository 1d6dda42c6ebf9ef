import { module } from '../../kernel/module.ts';
import { offlineShippingCommands } from './commands.ts';
import { offlineShippingConfiguration } from './configuration.ts';
import { flatrate } from './flatrate.ts';
import { freeshipping } from './freeshipping.ts';
import { tablerate } from './tablerate.ts';

/** Carriers with prices set by the shop. */
export const offlineShipping = module({
  name: 'OfflineShipping',
  needs: ['store', 'directory'],
  configuration: offlineShippingConfiguration,
  commandGroup: 'orders',
  commands: offlineShippingCommands,
  contributes: { carriers: [flatrate, tablerate, freeshipping] },
});
