import { module } from '../../kernel/module.ts';
import { requisitionListConfiguration } from './configuration.ts';
import { requisitionListChanges } from './graphql-changes.ts';
import { requisitionListGraphql } from './graphql.ts';
import { requisitionListRoutes } from './routes.ts';
import { migrations } from './tables.ts';

/** Lists of products that customers order repeatedly. */
export const requisitionList = module({
  name: 'RequisitionList',
  edition: 'commercial',
  needs: ['customer', 'catalog', 'storefront', 'quote', 'bundle', 'configurableProduct', 'downloadable', 'giftCard'],
  configuration: requisitionListConfiguration,
  routes: requisitionListRoutes,
  graphql: [...requisitionListGraphql, ...requisitionListChanges],
  migrations,
  unshown: ['requisition_list', 'requisition_list_item'],
});
