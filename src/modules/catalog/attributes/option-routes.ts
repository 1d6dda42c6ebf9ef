import type { Call } from '../../../kernel/call.ts';
import { entity } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import type { EntityCode, SourceOption } from '../../eav/service.ts';
import { AttributeOption } from '../../eav/types.ts';

const access = acl('Magento_Catalog::attributes_attributes');
const entityType = 'catalog_product';

async function listChoices(call: Call, owner: EntityCode, code: string): Promise<SourceOption[]> {
  const { eav } = call.services;
  const attribute = await eav.attributes.get(call, owner, code);
  const choices = await eav.choices(call, [attribute], call.scope.storeId);
  return [...(choices.get(attribute.id) ?? [])];
}

const getProductAttributeOptions = route({
  method: 'GET',
  path: '/V1/products/attributes/:attributeCode/options',
  service: 'catalogProductAttributeOptionManagementV1',
  operation: 'getItems',
  summary: 'List the options of a product attribute, with the labels of the store view.',
  access,
  openable: true,
  input: { attributeCode: t.string },
  output: t.array(AttributeOption),
  handle: ({ attributeCode }, call) => listChoices(call, entityType, attributeCode),
});

const addProductAttributeOption = route({
  method: 'POST',
  path: '/V1/products/attributes/:attributeCode/options',
  service: 'catalogProductAttributeOptionManagementV1',
  operation: 'add',
  summary: 'Add an option to a product attribute and answer its id.',
  access,
  entity: entity('product attribute', 'attributeCode'),
  input: { attributeCode: t.string, option: AttributeOption },
  output: t.string,
  handle: async ({ attributeCode, option }, call) => {
    return String(await call.services.eav.attributeOptions.add(call, entityType, attributeCode, option));
  },
});

const updateProductAttributeOption = route({
  method: 'PUT',
  path: '/V1/products/attributes/:attributeCode/options/:optionId',
  service: 'catalogProductAttributeOptionUpdateV1',
  operation: 'update',
  summary: "Change the labels, sort order or default mark of a product attribute's option.",
  access,
  entity: entity('product attribute', 'attributeCode'),
  input: { attributeCode: t.string, optionId: t.integer, option: AttributeOption },
  output: t.boolean,
  handle: async ({ attributeCode, optionId, option }, call) => {
    await call.services.eav.attributeOptions.update(call, entityType, attributeCode, optionId, option);
    return true;
  },
});

const deleteProductAttributeOption = route({
  method: 'DELETE',
  path: '/V1/products/attributes/:attributeCode/options/:optionId',
  service: 'catalogProductAttributeOptionManagementV1',
  operation: 'delete',
  summary: 'Delete an option of a product attribute and take it out of the products that have it.',
  access,
  entity: entity('product attribute', 'attributeCode'),
  input: { attributeCode: t.string, optionId: t.string },
  output: t.boolean,
  handle: async ({ attributeCode, optionId }, call) => {
    await call.services.eav.attributeOptions.delete(call, entityType, attributeCode, optionId);
    return true;
  },
});

const getCategoryAttributeOptions = route({
  method: 'GET',
  path: '/V1/categories/attributes/:attributeCode/options',
  service: 'catalogCategoryAttributeOptionManagementV1',
  operation: 'getItems',
  summary: 'List the options of a category attribute.',
  access,
  input: { attributeCode: t.string },
  output: t.array(AttributeOption),
  handle: ({ attributeCode }, call) => listChoices(call, 'catalog_category', attributeCode),
});

/** Routes of the options of product and category attributes. */
export const attributeOptionRoutes = [
  getProductAttributeOptions,
  addProductAttributeOption,
  updateProductAttributeOption,
  deleteProductAttributeOption,
  getCategoryAttributeOptions,
];
