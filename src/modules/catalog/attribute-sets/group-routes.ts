import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { AttributeGroup, AttributeGroupSearchResults } from '../../eav/types.ts';

const access = acl('Magento_Catalog::sets');

const getAttributeGroups = route({
  method: 'GET',
  path: '/V1/products/attribute-sets/groups/list',
  service: 'catalogProductAttributeGroupRepositoryV1',
  operation: 'getList',
  summary: 'List the groups of attribute sets in order.',
  access,
  openable: true,
  input: { searchCriteria: SearchCriteria },
  output: AttributeGroupSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    const { attributeGroups } = call.services.eav;
    const list = await attributeGroups.list(call, searchCriteria);
    return answerList(list, requestedFields, (groups) => groups.map(attributeGroups.show));
  },
});

const createAttributeGroup = route({
  method: 'POST',
  path: '/V1/products/attribute-sets/groups',
  service: 'catalogProductAttributeGroupRepositoryV1',
  operation: 'save',
  summary: 'Create a group in an attribute set.',
  access,
  entity: entity('attribute group', 'group.attribute_group_id', { names: ['group.attribute_set_id'] }),
  input: { group: AttributeGroup },
  output: AttributeGroup,
  handle: ({ group }, call) => call.services.eav.attributeGroups.save(call, group),
});

const saveAttributeGroup = route({
  method: 'PUT',
  path: '/V1/products/attribute-sets/:attributeSetId/groups',
  service: 'catalogProductAttributeGroupRepositoryV1',
  operation: 'save',
  summary: 'Change a group of an attribute set, or create it when the request has no id.',
  access,
  entity: entity('attribute group', 'group.attribute_group_id', { names: ['group.attribute_set_id'] }),
  input: { group: AttributeGroup },
  overrides: { attributeSetId: t.string },
  output: AttributeGroup,
  handle: ({ group }, call) => call.services.eav.attributeGroups.save(call, group),
});

const deleteAttributeGroup = route({
  method: 'DELETE',
  path: '/V1/products/attribute-sets/groups/:groupId',
  service: 'catalogProductAttributeGroupRepositoryV1',
  operation: 'deleteById',
  summary: 'Delete a group without system attributes; its attributes leave the set.',
  access,
  entity: entity('attribute group', 'groupId'),
  input: { groupId: t.integer },
  output: t.boolean,
  handle: async ({ groupId }, call) => {
    await call.services.eav.attributeGroups.delete(call, groupId);
    return true;
  },
});

/** Routes of the groups of attribute sets. */
export const attributeGroupRoutes = [
  getAttributeGroups,
  createAttributeGroup,
  saveAttributeGroup,
  deleteAttributeGroup,
];
