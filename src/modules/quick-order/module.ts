import { module } from '../../kernel/module.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { hasQuickOrder, quickOrderConfiguration } from './configuration.ts';

/**
 * Whether storefronts offer quick orders. Their form searches products and adds them to the cart by the operations that every
 * storefront has.
 */
export const quickOrder = module({
  name: 'QuickOrder',
  edition: 'commercial',
  needs: [],
  configuration: quickOrderConfiguration,
  graphql: [storeConfigFields({ quickorder_active: ['Boolean!', hasQuickOrder] })],
});
