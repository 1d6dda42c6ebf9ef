import { module } from '../../kernel/module.ts';
import { compareListConfiguration } from './configuration.ts';
import { compareListGraphql } from './graphql.ts';
import { startCompareListRetention } from './retention.ts';
import { migrations } from './tables.ts';

/** Products that visitors compare. */
export const compareList = module({
  name: 'CompareList',
  needs: ['eav', 'listing', 'storefront'],
  configuration: compareListConfiguration,
  migrations,
  unshown: ['compare_list', 'compare_list_item'],
  graphql: compareListGraphql,
  workers: [startCompareListRetention],
});
