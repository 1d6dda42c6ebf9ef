import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { Category } from '../catalog/categories/types.ts';
import { StorageTierPrice } from '../catalog/prices/types.ts';
import { Product } from '../catalog/products/types.ts';
import { Company } from '../company/types.ts';
import { assignCategories, categoriesOf, unassignCategories } from './categories.ts';
import { assignCompanies, companiesOf, unassignCompanies } from './companies.ts';
import { permissions } from './permissions.ts';
import { assignTierPrices, resetTierPrices } from './prices.ts';
import { assignProducts, productsOf, unassignProducts } from './products.ts';

const listed = acl(permissions.list);
const managed = acl(permissions.manage);
const categoryService = 'sharedCatalogCategoryManagementV1';
const productService = 'sharedCatalogProductManagementV1';
const companyService = 'sharedCatalogCompanyManagementV1';
const priceService = 'sharedCatalogAssignTierPriceV1';

const ofId = { method: 'POST', access: managed, entity: entity('shared catalog', 'id') } as const;
const ofCatalog = { method: 'POST', access: managed, entity: entity('shared catalog', 'sharedCatalogId') } as const;

const getCategories = route({
  method: 'GET',
  path: '/V1/sharedCatalog/:id/categories',
  service: categoryService,
  operation: 'getCategories',
  summary: 'List the ids of the categories of a shared catalog.',
  access: listed,
  input: { id: t.integer },
  output: t.array(t.integer),
  handle: ({ id }, call) => categoriesOf(call, id),
});

const postCategories = route({
  ...ofId,
  path: '/V1/sharedCatalog/:id/assignCategories',
  service: categoryService,
  operation: 'assignCategories',
  summary: 'Add categories to a shared catalog, without their products.',
  input: { id: t.integer, categories: t.array(Category) },
  output: t.boolean,
  async handle({ id, categories }, call) {
    await assignCategories(call, id, categories);
    return true;
  },
});

const removeCategories = route({
  ...ofId,
  path: '/V1/sharedCatalog/:id/unassignCategories',
  service: categoryService,
  operation: 'unassignCategories',
  summary: 'Remove categories from a shared catalog, with their products that are in none of its other categories.',
  input: { id: t.integer, categories: t.array(Category) },
  output: t.boolean,
  async handle({ id, categories }, call) {
    await unassignCategories(call, id, categories);
    return true;
  },
});

const getProducts = route({
  method: 'GET',
  path: '/V1/sharedCatalog/:id/products',
  service: productService,
  operation: 'getProducts',
  summary: 'List the SKUs of the products of a shared catalog.',
  access: listed,
  input: { id: t.integer },
  output: t.array(t.string),
  handle: ({ id }, call) => productsOf(call, id),
});

const postProducts = route({
  ...ofId,
  path: '/V1/sharedCatalog/:id/assignProducts',
  service: productService,
  operation: 'assignProducts',
  summary: 'Add products to a shared catalog.',
  input: { id: t.integer, products: t.array(Product) },
  output: t.boolean,
  async handle({ id, products }, call) {
    await assignProducts(call, id, products);
    return true;
  },
});

const removeProducts = route({
  ...ofId,
  path: '/V1/sharedCatalog/:id/unassignProducts',
  service: productService,
  operation: 'unassignProducts',
  summary: 'Remove products from a shared catalog.',
  input: { id: t.integer, products: t.array(Product) },
  output: t.boolean,
  async handle({ id, products }, call) {
    await unassignProducts(call, id, products);
    return true;
  },
});

const getCompanies = route({
  method: 'GET',
  path: '/V1/sharedCatalog/:sharedCatalogId/companies',
  service: companyService,
  operation: 'getCompanies',
  summary: 'List the ids of the companies of a shared catalog, as a JSON text.',
  access: listed,
  input: { sharedCatalogId: t.integer },
  output: t.string,
  handle: async ({ sharedCatalogId }, call) =>
    JSON.stringify((await companiesOf(call, sharedCatalogId)).map((id) => String(id))),
});

const postCompanies = route({
  ...ofCatalog,
  path: '/V1/sharedCatalog/:sharedCatalogId/assignCompanies',
  service: companyService,
  operation: 'assignCompanies',
  summary: 'Assign companies to a shared catalog: they and their users come into its customer group.',
  input: { sharedCatalogId: t.integer, companies: t.array(Company) },
  output: t.boolean,
  async handle({ sharedCatalogId, companies }, call) {
    await assignCompanies(call, sharedCatalogId, companies);
    return true;
  },
});

const removeCompanies = route({
  ...ofCatalog,
  path: '/V1/sharedCatalog/:sharedCatalogId/unassignCompanies',
  service: companyService,
  operation: 'unassignCompanies',
  summary: 'Unassign companies from a custom shared catalog: they come to the public one.',
  input: { sharedCatalogId: t.integer, companies: t.array(Company) },
  output: t.boolean,
  async handle({ sharedCatalogId, companies }, call) {
    await unassignCompanies(call, sharedCatalogId, companies);
    return true;
  },
});

const postPrices = route({
  ...ofCatalog,
  path: '/V1/sharedCatalog/:sharedCatalogId/assignTierPrices',
  service: priceService,
  operation: 'assignTierPrices',
  summary: 'Add or change the tier prices that customers of a shared catalog pay.',
  input: { sharedCatalogId: t.integer, prices: t.array(StorageTierPrice) },
  output: t.nothing,
  handle: ({ sharedCatalogId, prices }, call) => assignTierPrices(call, sharedCatalogId, prices),
});

const removePrices = route({
  ...ofCatalog,
  path: '/V1/sharedCatalog/:sharedCatalogId/resetTierPrices',
  service: priceService,
  operation: 'resetTierPrices',
  summary: 'Remove the tier prices of products in a shared catalog.',
  input: { sharedCatalogId: t.integer, skus: t.array(t.string) },
  output: t.nothing,
  handle: ({ sharedCatalogId, skus }, call) => resetTierPrices(call, sharedCatalogId, skus),
});

/** Routes of the contents, companies and prices of shared catalogs. */
export const assignmentRoutes = [
  getCategories,
  postCategories,
  removeCategories,
  getProducts,
  postProducts,
  removeProducts,
  getCompanies,
  postCompanies,
  removeCompanies,
  postPrices,
  removePrices,
];
