import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { addLink, listChildren, removeLink, saveLink } from './links.ts';
import { deleteOption, getOption, listOptions, saveOption } from './options.ts';
import { BundleLink, BundleOption, BundleOptionType, optionTypes } from './types.ts';

const access = acl('Magento_Catalog::products');
const links = 'bundleProductLinkManagementV1';
const options = 'bundleProductOptionRepositoryV1';
const management = 'bundleProductOptionManagementV1';

const postLink = route({
  method: 'POST',
  path: '/V1/bundle-products/:sku/links/:optionId',
  service: links,
  operation: 'addChildByProductSku',
  summary: 'Add a product to the choices of an option.',
  access,
  entity: entity('product', 'sku', { names: ['linkedProduct.sku'] }),
  input: { sku: t.string, optionId: t.integer, linkedProduct: BundleLink },
  output: t.integer,
  handle: ({ sku, optionId, linkedProduct }, call) => addLink(call, sku, optionId, linkedProduct),
});

const putLink = route({
  method: 'PUT',
  path: '/V1/bundle-products/:sku/links/:id',
  service: links,
  operation: 'saveChild',
  summary: 'Change the settings of a product among the choices of an option.',
  access,
  entity: entity('product', 'sku', { names: ['linkedProduct.sku'] }),
  input: { sku: t.string, linkedProduct: BundleLink },
  overrides: { id: t.string },
  output: t.boolean,
  async handle({ sku, linkedProduct }, call) {
    await saveLink(call, sku, linkedProduct);
    return true;
  },
});

const getChildren = route({
  method: 'GET',
  path: '/V1/bundle-products/:productSku/children',
  service: links,
  operation: 'getChildren',
  summary: 'List the products that can be chosen in a bundle.',
  access,
  input: { productSku: t.string, optionId: t.optional(t.integer) },
  output: t.array(BundleLink),
  handle: ({ productSku, optionId }, call) => listChildren(call, productSku, optionId),
});

const deleteChild = route({
  method: 'DELETE',
  path: '/V1/bundle-products/:sku/options/:optionId/children/:childSku',
  service: links,
  operation: 'removeChild',
  summary: 'Remove a product from the choices of an option.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, optionId: t.integer, childSku: t.string },
  output: t.boolean,
  async handle({ sku, optionId, childSku }, call) {
    await removeLink(call, sku, optionId, childSku);
    return true;
  },
});

const getOptions = route({
  method: 'GET',
  path: '/V1/bundle-products/:sku/options/all',
  service: options,
  operation: 'getList',
  summary: 'List the options of a bundle.',
  access,
  input: { sku: t.string },
  output: t.array(BundleOption),
  handle: ({ sku }, call) => listOptions(call, sku),
});

const getOptionTypes = route({
  method: 'GET',
  path: '/V1/bundle-products/options/types',
  service: 'bundleProductOptionTypeListV1',
  operation: 'getItems',
  summary: 'List the types that options of bundles can be of.',
  access,
  input: {},
  output: t.array(BundleOptionType),
  handle: () => [...optionTypes],
});

const getOptionRoute = route({
  method: 'GET',
  path: '/V1/bundle-products/:sku/options/:optionId',
  service: options,
  operation: 'get',
  summary: 'Show an option of a bundle.',
  access,
  input: { sku: t.string, optionId: t.integer },
  output: BundleOption,
  handle: ({ sku, optionId }, call) => getOption(call, sku, optionId),
});

const postOption = route({
  method: 'POST',
  path: '/V1/bundle-products/options/add',
  service: management,
  operation: 'save',
  summary: 'Add an option to a bundle.',
  access,
  entity: entity('product', 'option.sku'),
  input: { option: BundleOption },
  // The interface returns the id as text.
  output: t.integerText,
  handle: async ({ option }, call) => String(await saveOption(call, option)),
});

const putOption = route({
  method: 'PUT',
  path: '/V1/bundle-products/options/:optionId',
  service: management,
  operation: 'save',
  summary: 'Change an option of a bundle.',
  access,
  entity: entity('product', 'option.sku'),
  input: { option: BundleOption },
  overrides: { optionId: t.string },
  output: t.integer,
  handle: ({ option }, call) => saveOption(call, option),
});

const deleteOptionRoute = route({
  method: 'DELETE',
  path: '/V1/bundle-products/:sku/options/:optionId',
  service: options,
  operation: 'deleteById',
  summary: 'Remove an option of a bundle.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, optionId: t.integer },
  output: t.boolean,
  async handle({ sku, optionId }, call) {
    await deleteOption(call, sku, optionId);
    return true;
  },
});

export const bundleRoutes = [
  postLink,
  putLink,
  getChildren,
  deleteChild,
  getOptions,
  getOptionTypes,
  getOptionRoute,
  postOption,
  putOption,
  deleteOptionRoute,
];
