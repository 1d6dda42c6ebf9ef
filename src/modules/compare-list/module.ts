import { module } from '../../kernel/module.ts';
import { compareListGraphql } from './graphql.ts';
import { migrations } from './tables.ts';

/** Products that visitors compare. */
export const compareList = module({
  name: 'CompareList',
  migrations,
  unshown: ['compare_list', 'compare_list_item'],
  graphql: compareListGraphql,
});
