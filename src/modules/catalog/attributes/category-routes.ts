import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../search/criteria.ts';
import { CategoryAttribute, CategoryAttributeSearchResults } from './types.ts';
import { showAttributes } from './wire.ts';

const access = acl('Magento_Catalog::attributes_attributes');
const entity = 'catalog_category';

export const getCategoryAttributes = route({
  method: 'GET',
  path: '/V1/categories/attributes',
  service: 'catalogCategoryAttributeRepositoryV1',
  operation: 'getList',
  summary: 'List category attributes, searched by any of their fields.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: CategoryAttributeSearchResults,
  handle: ({ searchCriteria }, call) =>
    call.services.eav.attributes.list(call, entity, searchCriteria, (page) => showAttributes(call, page)),
});

export const getCategoryAttribute = route({
  method: 'GET',
  path: '/V1/categories/attributes/:attributeCode',
  service: 'catalogCategoryAttributeRepositoryV1',
  operation: 'get',
  summary: 'Get one category attribute.',
  access,
  input: { attributeCode: t.string },
  output: CategoryAttribute,
  handle: async ({ attributeCode }, call) => {
    const attribute = await call.services.eav.attributes.get(call, entity, attributeCode);
    const [shown] = await showAttributes(call, [attribute]);
    return shown!;
  },
});

/** Routes of category attributes. */
export const categoryAttributeRoutes = [getCategoryAttributes, getCategoryAttribute];
