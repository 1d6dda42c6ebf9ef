import { module } from '../../kernel/module.ts';
import { requisitionListConfiguration } from './configuration.ts';
import { requisitionListChanges } from './graphql-changes.ts';
import { requisitionListShares } from './graphql-shares.ts';
import { requisitionListGraphql } from './graphql.ts';
import { requisitionListRoutes } from './routes.ts';
import { shareMail } from './share-mails.ts';
import { migrations } from './tables.ts';

/** Lists of products that customers order repeatedly. */
export const requisitionList = module({
  name: 'RequisitionList',
  edition: 'commercial',
  needs: [
    'customer',
    'catalog',
    'storefront',
    'quote',
    'bundle',
    'configurableProduct',
    'downloadable',
    'giftCard',
    'company',
    'negotiableQuote',
  ],
  configuration: requisitionListConfiguration,
  routes: requisitionListRoutes,
  graphql: [...requisitionListGraphql, ...requisitionListChanges, ...requisitionListShares],
  migrations,
  unshown: ['requisition_list', 'requisition_list_item', 'requisition_list_share'],
  contributes: { mailTemplates: [shareMail] },
});
