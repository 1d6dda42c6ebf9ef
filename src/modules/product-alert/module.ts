import { module } from '../../kernel/module.ts';
import { productAlertConfiguration } from './configuration.ts';
import { productAlertGraphql } from './graphql.ts';
import { startAlerts } from './sending.ts';
import { migrations } from './tables.ts';
import { priceAlert, stockAlert } from './templates.ts';

/** Notifies customers when a price falls, or when a product is back in stock. */
export const productAlert = module({
  name: 'ProductAlert',
  needs: ['store', 'directory', 'customer', 'catalog', 'availability', 'storefront', 'inventory'],
  configuration: productAlertConfiguration,
  migrations,
  unshown: ['product_alert'],
  graphql: productAlertGraphql,
  workers: [startAlerts],
  contributes: { mailTemplates: [priceAlert, stockAlert] },
});
