import { entity, none } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { attributeSets } from './sets.ts';
import { AttributeSet, AttributeSetSearchResults } from './types.ts';

const access = acl('Magento_Catalog::sets');

export const getAttributeSets = route({
  method: 'GET',
  path: '/V1/eav/attribute-sets/list',
  service: 'eavAttributeSetRepositoryV1',
  operation: 'getList',
  summary: 'List attribute sets of all entity types.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: AttributeSetSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await attributeSets.list(call, searchCriteria), requestedFields, (sets) => sets.map(attributeSets.show)),
});

export const getAttributeSet = route({
  method: 'GET',
  path: '/V1/eav/attribute-sets/:attributeSetId',
  service: 'eavAttributeSetRepositoryV1',
  operation: 'get',
  summary: 'Get one attribute set of any entity type.',
  access,
  input: { attributeSetId: t.integer },
  output: AttributeSet,
  handle: async ({ attributeSetId }, call) => attributeSets.show(await attributeSets.get(call, attributeSetId)),
});

export const createAttributeSet = route({
  method: 'POST',
  path: '/V1/eav/attribute-sets',
  service: 'eavAttributeSetManagementV1',
  operation: 'create',
  summary: 'Create an attribute set with the groups and attributes of an existing one.',
  access,
  entity: none('It makes a new attribute set.'),
  input: { entityTypeCode: t.string, attributeSet: AttributeSet, skeletonId: t.integer },
  output: AttributeSet,
  handle: async ({ entityTypeCode, attributeSet, skeletonId }, call) =>
    attributeSets.show(await attributeSets.create(call, entityTypeCode, attributeSet, skeletonId)),
});

export const saveAttributeSet = route({
  method: 'PUT',
  path: '/V1/eav/attribute-sets/:attributeSetId',
  service: 'eavAttributeSetRepositoryV1',
  operation: 'save',
  summary: 'Change the name or sort order of an attribute set.',
  access,
  entity: entity('attribute set', 'attributeSet.attribute_set_id'),
  input: { attributeSet: AttributeSet },
  overrides: { attributeSetId: t.string },
  output: AttributeSet,
  handle: async ({ attributeSet }, call) => attributeSets.show(await attributeSets.save(call, attributeSet)),
});

export const deleteAttributeSet = route({
  method: 'DELETE',
  path: '/V1/eav/attribute-sets/:attributeSetId',
  service: 'eavAttributeSetRepositoryV1',
  operation: 'deleteById',
  summary: 'Delete an attribute set that is not the default one of its entity type.',
  access,
  entity: entity('attribute set', 'attributeSetId'),
  input: { attributeSetId: t.integer },
  output: t.boolean,
  handle: async ({ attributeSetId }, call) => {
    await attributeSets.delete(call, await attributeSets.get(call, attributeSetId));
    return true;
  },
});
