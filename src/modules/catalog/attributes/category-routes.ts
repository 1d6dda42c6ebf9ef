import { wantedIn } from '../../../kernel/fields-filter.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { CategoryAttribute, CategoryAttributeSearchResults } from './types.ts';
import { showAttribute, showAttributes } from './wire.ts';

const access = acl('Magento_Catalog::attributes_attributes');
const entity = 'catalog_category';

const getCategoryAttributes = route({
  method: 'GET',
  path: '/V1/categories/attributes',
  service: 'catalogCategoryAttributeRepositoryV1',
  operation: 'getList',
  summary: 'List category attributes, searched by any of their fields.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: CategoryAttributeSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    const list = await call.services.eav.attributes.list(call, entity, searchCriteria);
    return answerList(list, requestedFields, (attributes) =>
      showAttributes(call, attributes, wantedIn(requestedFields, 'items')),
    );
  },
});

const getCategoryAttribute = route({
  method: 'GET',
  path: '/V1/categories/attributes/:attributeCode',
  service: 'catalogCategoryAttributeRepositoryV1',
  operation: 'get',
  summary: 'Get one category attribute.',
  access,
  input: { attributeCode: t.string },
  output: CategoryAttribute,
  async handle({ attributeCode }, call, requestedFields) {
    const attribute = await call.services.eav.attributes.get(call, entity, attributeCode);
    return await showAttribute(call, attribute, requestedFields);
  },
});

/** Routes of category attributes. */
export const categoryAttributeRoutes = [getCategoryAttributes, getCategoryAttribute];
