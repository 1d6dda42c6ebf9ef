import { entity, none } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { AttributeSet, AttributeSetSearchResults } from '../../eav/types.ts';
import { ProductAttribute } from '../attributes/types.ts';
import { showSetAttributes } from '../attributes/wire.ts';
import { createProductSet, getProductSet, getSetAttributes, saveProductSet } from './attribute-sets.ts';

const access = acl('Magento_Catalog::sets');
const entityType = 'catalog_product';

const getProductSets = route({
  method: 'GET',
  path: '/V1/products/attribute-sets/sets/list',
  service: 'catalogAttributeSetRepositoryV1',
  operation: 'getList',
  summary: 'List the attribute sets of products.',
  access,
  openable: true,
  input: { searchCriteria: SearchCriteria },
  output: AttributeSetSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    const { attributeSets } = call.services.eav;
    const list = await attributeSets.list(call, searchCriteria, entityType);
    return answerList(list, requestedFields, (sets) => sets.map(attributeSets.show));
  },
});

const getProductSetRoute = route({
  method: 'GET',
  path: '/V1/products/attribute-sets/:attributeSetId',
  service: 'catalogAttributeSetRepositoryV1',
  operation: 'get',
  summary: 'Get one attribute set of products.',
  access,
  openable: true,
  input: { attributeSetId: t.integer },
  output: AttributeSet,
  handle: async ({ attributeSetId }, call) =>
    call.services.eav.attributeSets.show(await getProductSet(call, attributeSetId)),
});

const createProductSetRoute = route({
  method: 'POST',
  path: '/V1/products/attribute-sets',
  service: 'catalogAttributeSetManagementV1',
  operation: 'create',
  summary: 'Create an attribute set of products with the groups and attributes of an existing one.',
  access,
  entity: none('It makes a new attribute set.'),
  input: { attributeSet: AttributeSet, skeletonId: t.integer },
  output: AttributeSet,
  handle: async ({ attributeSet, skeletonId }, call) =>
    call.services.eav.attributeSets.show(await createProductSet(call, attributeSet, skeletonId)),
});

const saveProductSetRoute = route({
  method: 'PUT',
  path: '/V1/products/attribute-sets/:attributeSetId',
  service: 'catalogAttributeSetRepositoryV1',
  operation: 'save',
  summary: 'Change the name or sort order of an attribute set of products.',
  access,
  entity: entity('attribute set', 'attributeSet.attribute_set_id'),
  input: { attributeSet: AttributeSet },
  overrides: { attributeSetId: t.string },
  output: AttributeSet,
  handle: async ({ attributeSet }, call) =>
    call.services.eav.attributeSets.show(await saveProductSet(call, attributeSet)),
});

const deleteProductSet = route({
  method: 'DELETE',
  path: '/V1/products/attribute-sets/:attributeSetId',
  service: 'catalogAttributeSetRepositoryV1',
  operation: 'deleteById',
  summary: 'Delete an attribute set of products that is not the default one.',
  access,
  entity: entity('attribute set', 'attributeSetId'),
  input: { attributeSetId: t.integer },
  output: t.boolean,
  handle: async ({ attributeSetId }, call) => {
    await call.services.eav.attributeSets.delete(call, await getProductSet(call, attributeSetId));
    return true;
  },
});

const getSetAttributesRoute = route({
  method: 'GET',
  path: '/V1/products/attribute-sets/:attributeSetId/attributes',
  service: 'catalogProductAttributeManagementV1',
  operation: 'getAttributes',
  summary: 'List the attributes of an attribute set of products in order.',
  access,
  openable: true,
  input: { attributeSetId: t.string },
  output: t.array(ProductAttribute),
  handle: async ({ attributeSetId }, call) => showSetAttributes(call, await getSetAttributes(call, attributeSetId)),
});

const assignAttribute = route({
  method: 'POST',
  path: '/V1/products/attribute-sets/attributes',
  service: 'catalogProductAttributeManagementV1',
  operation: 'assign',
  summary: 'Put a product attribute into a group of an attribute set.',
  access,
  entity: entity('attribute set', 'attributeSetId', { names: ['attributeCode', 'attributeGroupId'] }),
  input: { attributeSetId: t.integer, attributeGroupId: t.integer, attributeCode: t.string, sortOrder: t.integer },
  output: t.integerText,
  handle: async ({ attributeSetId, attributeGroupId, attributeCode, sortOrder }, call) => {
    const placement = { setId: attributeSetId, groupId: attributeGroupId, code: attributeCode, sortOrder };
    return String(await call.services.eav.placements.assign(call, entityType, placement));
  },
});

const unassignAttribute = route({
  method: 'DELETE',
  path: '/V1/products/attribute-sets/:attributeSetId/attributes/:attributeCode',
  service: 'catalogProductAttributeManagementV1',
  operation: 'unassign',
  summary: 'Take a user-defined attribute out of an attribute set.',
  access,
  entity: entity('attribute set', 'attributeSetId'),
  input: { attributeSetId: t.string, attributeCode: t.string },
  output: t.boolean,
  handle: async ({ attributeSetId, attributeCode }, call) => {
    await call.services.eav.placements.unassign(call, attributeSetId, attributeCode);
    return true;
  },
});

/** Routes of product attribute sets and of the attributes in them. */
export const productSetRoutes = [
  getProductSets,
  getProductSetRoute,
  createProductSetRoute,
  saveProductSetRoute,
  deleteProductSet,
  getSetAttributesRoute,
  assignAttribute,
  unassignAttribute,
];
