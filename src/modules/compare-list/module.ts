import { module } from '../../kernel/module.ts';
import { compareListGraphql } from './graphql.ts';
import { migrations } from './tables.ts';

/** Products that visitors compare. */
export const compareList = module({
  name: 'CompareList',
  migrations,
  graphql: compareListGraphql,
});
