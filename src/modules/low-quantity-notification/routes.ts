import { several } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SourceItem } from '../multi-source-inventory/types.ts';
import { deleteLimits, getLimit, saveLimits } from './limits.ts';
import { SourceItemConfiguration } from './types.ts';

const getConfiguration = route({
  method: 'GET',
  path: '/V1/inventory/low-quantity-notification/:sourceCode/:sku',
  service: 'inventoryLowQuantityNotificationApiGetSourceItemConfigurationV1',
  operation: 'execute',
  summary: 'Show at which quantity a product is low in a source.',
  access: acl('Magento_InventoryLowQuantityNotificationApi::low_quantity_notification'),
  input: { sourceCode: t.string, sku: t.string },
  output: SourceItemConfiguration,
  handle: async ({ sourceCode, sku }, call) => ({
    source_code: sourceCode,
    notify_stock_qty: await getLimit(call, { source_code: sourceCode, sku }),
    sku,
  }),
});

const postConfigurations = route({
  method: 'POST',
  path: '/V1/inventory/low-quantity-notification',
  service: 'inventoryLowQuantityNotificationApiSourceItemConfigurationsSaveV1',
  operation: 'execute',
  summary: 'Say at which quantities products are low in sources.',
  access: acl('Magento_InventoryLowQuantityNotificationApi::stock_create_low_quantity_notification'),
  entity: several('sourceItemConfigurations.source_code', 'sourceItemConfigurations.sku'),
  input: { sourceItemConfigurations: t.array(SourceItemConfiguration) },
  output: t.nothing,
  handle: ({ sourceItemConfigurations }, call) => saveLimits(call, sourceItemConfigurations),
});

const postDelete = route({
  method: 'POST',
  path: '/V1/inventory/low-quantity-notifications-delete',
  service: 'inventoryLowQuantityNotificationApiDeleteSourceItemsConfigurationV1',
  operation: 'execute',
  summary: 'Let the configuration tell again at which quantities products are low in sources.',
  access: acl('Magento_InventoryLowQuantityNotificationApi::stock_delete_low_quantity_notification'),
  entity: several('sourceItems.source_code', 'sourceItems.sku'),
  input: { sourceItems: t.array(SourceItem) },
  output: t.nothing,
  handle: ({ sourceItems }, call) => deleteLimits(call, sourceItems),
});

/** Routes of low-quantity limits. */
export const lowQuantityRoutes = [getConfiguration, postConfigurations, postDelete];
