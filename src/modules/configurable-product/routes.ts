import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { Product } from '../catalog/products/types.ts';
import { addChild, listChildren, removeChild } from './children.ts';
import { deleteOption, getOption, listOptions, saveOption } from './options.ts';
import { ConfigurableOption } from './types.ts';
import { generateVariations } from './variations.ts';

const access = acl('Magento_Catalog::products');
const options = 'configurableProductOptionRepositoryV1';
const links = 'configurableProductLinkManagementV1';

const getOptions = route({
  method: 'GET',
  path: '/V1/configurable-products/:sku/options/all',
  service: options,
  operation: 'getList',
  summary: 'List the options of a configurable product.',
  access,
  openable: true,
  input: { sku: t.string },
  output: t.array(ConfigurableOption),
  handle: ({ sku }, call) => listOptions(call, sku),
});

const getOptionRoute = route({
  method: 'GET',
  path: '/V1/configurable-products/:sku/options/:id',
  service: options,
  operation: 'get',
  summary: 'Show an option of a configurable product.',
  access,
  openable: true,
  input: { sku: t.string, id: t.integer },
  output: ConfigurableOption,
  handle: ({ sku, id }, call) => getOption(call, sku, id),
});

const postOption = route({
  method: 'POST',
  path: '/V1/configurable-products/:sku/options',
  service: options,
  operation: 'save',
  summary: 'Add an option to a product, which becomes configurable if it is not.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, option: ConfigurableOption },
  // The interface returns the id as text.
  output: t.integerText,
  handle: async ({ sku, option }, call) => String(await saveOption(call, sku, option)),
});

const putOption = route({
  method: 'PUT',
  path: '/V1/configurable-products/:sku/options/:id',
  service: options,
  operation: 'save',
  summary: 'Change an option of a configurable product.',
  access,
  entity: entity('product', 'sku', { names: ['option.id'] }),
  input: { sku: t.string, option: ConfigurableOption },
  overrides: { id: t.string },
  output: t.integer,
  handle: ({ sku, option }, call) => saveOption(call, sku, option),
});

const deleteOptionRoute = route({
  method: 'DELETE',
  path: '/V1/configurable-products/:sku/options/:id',
  service: options,
  operation: 'deleteById',
  summary: 'Remove an option of a configurable product, and with it the variants.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, id: t.integer },
  output: t.boolean,
  async handle({ sku, id }, call) {
    await deleteOption(call, sku, id);
    return true;
  },
});

const getChildren = route({
  method: 'GET',
  path: '/V1/configurable-products/:sku/children',
  service: links,
  operation: 'getChildren',
  summary: 'List the variants of a configurable product.',
  access,
  openable: true,
  input: { sku: t.string },
  output: t.array(Product),
  async handle({ sku }, call, requestedFields) {
    const { catalog } = call.services;
    const { fields = [] } = catalog.wishesShown(call, requestedFields, { inList: true });
    const variants = await listChildren(call, sku, { fields });
    // Responses omit extension attributes and custom options of variants.
    const left = { extension_attributes: undefined, options: undefined };
    return variants.map((variant) => Object.assign(catalog.present(call, variant, requestedFields), left));
  },
});

const postChild = route({
  method: 'POST',
  path: '/V1/configurable-products/:sku/child',
  service: links,
  operation: 'addChild',
  summary: 'Make a product a variant of a configurable one.',
  access,
  entity: entity('product', 'sku', { names: ['childSku'] }),
  input: { sku: t.string, childSku: t.string },
  output: t.boolean,
  async handle({ sku, childSku }, call) {
    await addChild(call, sku, childSku);
    return true;
  },
});

const deleteChild = route({
  method: 'DELETE',
  path: '/V1/configurable-products/:sku/children/:childSku',
  service: links,
  operation: 'removeChild',
  summary: 'Take a product from the variants of a configurable one.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, childSku: t.string },
  output: t.boolean,
  async handle({ sku, childSku }, call) {
    await removeChild(call, sku, childSku);
    return true;
  },
});

const putVariation = route({
  method: 'PUT',
  path: '/V1/configurable-products/variation',
  reads: true,
  service: 'configurableProductConfigurableProductManagementV1',
  operation: 'generateVariation',
  summary: 'Work out a product for each combination of options, without saving them.',
  access,
  entity: entity('product', 'product.sku'),
  input: { product: Product, options: t.array(ConfigurableOption) },
  output: t.array(Product),
  handle: ({ product, options: chosen }, call) => generateVariations(call, product, chosen),
});

export const configurableRoutes = [
  getOptions,
  getOptionRoute,
  postOption,
  putOption,
  deleteOptionRoute,
  getChildren,
  postChild,
  deleteChild,
  putVariation,
];
