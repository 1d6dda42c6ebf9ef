import { anonymous, route } from '../../kernel/route.ts';
import { searchProducts } from './search.ts';
import { SearchRequestCriteria, SearchResult } from './types.ts';

const getSearch = route({
  method: 'GET',
  path: '/V1/search',
  service: 'searchV1',
  operation: 'search',
  summary: 'Search the products that a store view shows.',
  access: anonymous,
  input: { searchCriteria: SearchRequestCriteria },
  output: SearchResult,
  serviceClass: 'Magento\\Search\\Api\\SearchInterface',
  handle: ({ searchCriteria }, call) => searchProducts(call, searchCriteria),
});

/** Routes of the search. */
export const searchRoutes = [getSearch];
