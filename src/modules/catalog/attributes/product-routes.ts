import { entity } from '../../../kernel/entity.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import { wantedIn } from '../../../kernel/fields-filter.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { saveProductAttribute } from './attributes.ts';
import { ProductAttribute, ProductAttributeSearchResults, ProductAttributeType } from './types.ts';
import { showAttributes, showProductAttribute } from './wire.ts';

const access = acl('Magento_Catalog::attributes_attributes');
const entityType = 'catalog_product';

const getProductAttributeTypes = route({
  method: 'GET',
  path: '/V1/products/attributes/types',
  service: 'catalogProductAttributeTypesListV1',
  operation: 'getItems',
  summary: 'List the input types that the catalogue adds to those of all attributes.',
  access,
  input: {},
  output: t.array(ProductAttributeType),
  handle: () => [
    { value: 'price', label: 'Price' },
    { value: 'media_image', label: 'Media Image' },
  ],
});

const getProductAttributes = route({
  method: 'GET',
  path: '/V1/products/attributes',
  service: 'catalogProductAttributeRepositoryV1',
  operation: 'getList',
  summary: 'List product attributes, searched by any of their fields.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: ProductAttributeSearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    const list = await call.services.eav.attributes.list(call, entityType, searchCriteria);
    return answerList(list, requestedFields, (attributes) =>
      showAttributes(call, attributes, wantedIn(requestedFields, 'items')),
    );
  },
});

const getProductAttribute = route({
  method: 'GET',
  path: '/V1/products/attributes/:attributeCode',
  service: 'catalogProductAttributeRepositoryV1',
  operation: 'get',
  summary: 'Get one product attribute with its options.',
  access,
  openable: true,
  input: { attributeCode: t.string },
  output: ProductAttribute,
  handle: async ({ attributeCode }, call, requestedFields) =>
    showProductAttribute(
      call,
      await call.services.eav.attributes.get(call, entityType, attributeCode),
      requestedFields,
    ),
});

const createProductAttribute = route({
  method: 'POST',
  path: '/V1/products/attributes',
  service: 'catalogProductAttributeRepositoryV1',
  operation: 'save',
  summary: 'Create a product attribute, with options where it has some.',
  access,
  entity: entity('product attribute', 'attribute.attribute_code'),
  input: { attribute: ProductAttribute },
  output: ProductAttribute,
  handle: async ({ attribute }, call) => showProductAttribute(call, await saveProductAttribute(call, attribute)),
});

const saveProductAttributeRoute = route({
  method: 'PUT',
  path: '/V1/products/attributes/:attributeCode',
  service: 'catalogProductAttributeRepositoryV1',
  operation: 'save',
  summary: 'Change a product attribute; fields and options that are not sent stay as they are.',
  access,
  entity: entity('product attribute', 'attribute.attribute_code'),
  input: { attribute: ProductAttribute },
  overrides: { attributeCode: t.string },
  output: ProductAttribute,
  handle: async ({ attribute }, call) => showProductAttribute(call, await saveProductAttribute(call, attribute)),
});

const deleteProductAttribute = route({
  method: 'DELETE',
  path: '/V1/products/attributes/:attributeCode',
  service: 'catalogProductAttributeRepositoryV1',
  operation: 'deleteById',
  summary: 'Delete a user-defined product attribute with all its values.',
  access,
  entity: entity('product attribute', 'attributeCode'),
  input: { attributeCode: t.string },
  output: t.boolean,
  handle: async ({ attributeCode }, call) => {
    const { attributes } = call.services.eav;
    await attributes.delete(call, await attributes.get(call, entityType, attributeCode));
    return true;
  },
});

const getIsFilterable = route({
  method: 'GET',
  path: '/V1/products/attributes/:attributeCode/is-filterable',
  service: 'catalogProductAttributeIsFilterableManagementV1',
  operation: 'get',
  summary: 'Tell whether products are filtered by an attribute: 0 no, 1 with results, 2 without.',
  access,
  input: { attributeCode: t.string },
  output: t.integer,
  handle: async ({ attributeCode }, call) => {
    const attribute = await call.services.eav.attributes.get(call, entityType, attributeCode);
    return attribute.isFilterable;
  },
});

const setIsFilterable = route({
  method: 'PUT',
  path: '/V1/products/attributes/:attributeCode/is-filterable/:isFilterable',
  service: 'catalogProductAttributeIsFilterableManagementV1',
  operation: 'set',
  summary: 'Set whether products are filtered by an attribute: 0 no, 1 with results, 2 without.',
  access,
  entity: entity('product attribute', 'attributeCode'),
  input: { attributeCode: t.string, isFilterable: t.integer },
  output: t.boolean,
  handle: async ({ attributeCode, isFilterable }, call) => {
    const { attributes } = call.services.eav;
    const attribute = await attributes.get(call, entityType, attributeCode);
    if (![0, 1, 2].includes(isFilterable)) {
      throw platformErrors.invalidValue({ fieldName: 'isFilterable', value: isFilterable });
    }
    await attributes.update(call, attribute, { isFilterable });
    return true;
  },
});

/** Routes of product attributes themselves. */
export const productAttributeRoutes = [
  getProductAttributeTypes,
  getProductAttributes,
  getProductAttribute,
  createProductAttribute,
  saveProductAttributeRoute,
  deleteProductAttribute,
  getIsFilterable,
  setIsFilterable,
];
