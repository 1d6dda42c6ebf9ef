import type { Call } from '../../../kernel/call.ts';
import { entity } from '../../../kernel/entity.ts';
import { isWanted, wantedIn, type WantedFields } from '../../../kernel/fields-filter.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import { answerList } from '../../../storage/criteria/list.ts';
import { catalogErrors } from '../errors.ts';
import { categoryAttributes, type StoredCategory } from './category.ts';
import { deleteCategory } from './delete.ts';
import { listCategories } from './list.ts';
import { getCategory } from './load.ts';
import { moveCategory } from './move.ts';
import { presentCategory, readsOf } from './present.ts';
import { assignedProducts, assignProduct, unassignProduct } from './products.ts';
import { saveCategory } from './save.ts';
import { categoryTree } from './tree.ts';
import { Category, CategoryProductLink, CategorySearchResults, CategoryTree, type CategoryOutput } from './types.ts';

const service = 'catalogCategoryRepositoryV1';
const access = acl('Magento_Catalog::categories');

const postCategory = route({
  method: 'POST',
  path: '/V1/categories',
  service,
  operation: 'save',
  summary: 'Create a category, or change the one with its id.',
  access,
  entity: entity('category', 'category.id'),
  input: { category: Category },
  output: Category,
  handle: async ({ category }, call) => await present(call, await saveCategory(call, category)),
});

const putCategory = route({
  ...postCategory,
  method: 'PUT',
  path: '/V1/categories/:id',
  summary: 'Change the category with an id.',
  overrides: { id: t.string },
});

const getCategoryById = route({
  method: 'GET',
  path: '/V1/categories/:categoryId',
  service,
  operation: 'get',
  summary: 'Show the category with an id.',
  access,
  openable: true,
  input: { categoryId: t.integer, storeId: t.optional(t.integer) },
  output: Category,
  async handle({ categoryId, storeId }, call, requestedFields) {
    const viewId = storeId ?? call.scope.storeId;
    if (!call.services.store.view(viewId)) throw catalogErrors.storeNotFound();
    return await present(call, await getCategory(call, categoryId, viewId, readsOf(requestedFields)));
  },
});

const deleteCategoryById = route({
  method: 'DELETE',
  path: '/V1/categories/:categoryId',
  service,
  operation: 'deleteByIdentifier',
  summary: 'Delete the category with an id and all categories below it.',
  access,
  entity: entity('category', 'categoryId'),
  input: { categoryId: t.integer },
  output: t.boolean,
  async handle({ categoryId }, call) {
    await deleteCategory(call, categoryId);
    return true;
  },
});

const getCategoryTree = route({
  method: 'GET',
  path: '/V1/categories',
  service: 'catalogCategoryManagementV1',
  operation: 'getTree',
  summary: 'Show the tree of categories below one of them, down to a depth.',
  access,
  openable: true,
  input: { rootCategoryId: t.optional(t.integer), depth: t.optional(t.integer) },
  output: CategoryTree,
  handle: ({ rootCategoryId, depth }, call, requestedFields) =>
    categoryTree(call, { rootCategoryId, depth, isCounted: isCountWanted(requestedFields) }),
});

const putCategoryMove = route({
  method: 'PUT',
  path: '/V1/categories/:categoryId/move',
  service: 'catalogCategoryManagementV1',
  operation: 'move',
  summary: 'Move a category with all below it to another parent or another place among its siblings.',
  access,
  entity: entity('category', 'categoryId', { names: ['parentId', 'afterId'] }),
  input: { categoryId: t.integer, parentId: t.integer, afterId: t.optional(t.integer) },
  output: t.boolean,
  async handle({ categoryId, parentId, afterId }, call) {
    await moveCategory(call, categoryId, parentId, afterId);
    return true;
  },
});

const getCategoryList = route({
  method: 'GET',
  path: '/V1/categories/list',
  service: 'catalogCategoryListV1',
  operation: 'getList',
  summary: 'List categories, searched by any of their fields and attributes.',
  access,
  input: { searchCriteria: SearchCriteria },
  output: CategorySearchResults,
  async handle({ searchCriteria }, call, requestedFields) {
    const attributes = await categoryAttributes(call);
    const list = await listCategories(call, searchCriteria, readsOf(wantedIn(requestedFields, 'items')));
    return answerList(list, requestedFields, (categories) =>
      categories.map((category) => presentCategory(attributes, category)),
    );
  },
});

const getCategoryProducts = route({
  method: 'GET',
  path: '/V1/categories/:categoryId/products',
  service: 'catalogCategoryLinkManagementV1',
  operation: 'getAssignedProducts',
  summary: 'List the products of a category in order of their positions.',
  access,
  openable: true,
  input: { categoryId: t.integer },
  output: t.array(CategoryProductLink),
  handle: ({ categoryId }, call) => assignedProducts(call, categoryId),
});

const postCategoryProduct = route({
  method: 'POST',
  path: '/V1/categories/:categoryId/products',
  service: 'catalogCategoryLinkRepositoryV1',
  operation: 'save',
  summary: 'Put a product into a category, or move it to another position there.',
  access,
  entity: entity('product', 'productLink.sku', { names: ['productLink.category_id'] }),
  input: { productLink: CategoryProductLink },
  overrides: { categoryId: t.string },
  output: t.boolean,
  async handle({ productLink }, call) {
    await assignProduct(call, productLink);
    return true;
  },
});

const putCategoryProduct = route({ ...postCategoryProduct, method: 'PUT' });

const deleteCategoryProduct = route({
  method: 'DELETE',
  path: '/V1/categories/:categoryId/products/:sku',
  service: 'catalogCategoryLinkRepositoryV1',
  operation: 'deleteByIds',
  summary: 'Take a product out of a category.',
  access,
  entity: entity('product', 'sku'),
  input: { categoryId: t.integer, sku: t.string },
  output: t.boolean,
  async handle({ categoryId, sku }, call) {
    await unassignProduct(call, categoryId, sku);
    return true;
  },
});

/** Routes of categories, their tree and their products. */
export const categoryRoutes = [
  postCategory,
  putCategory,
  getCategoryById,
  deleteCategoryById,
  getCategoryTree,
  putCategoryMove,
  getCategoryList,
  getCategoryProducts,
  postCategoryProduct,
  putCategoryProduct,
  deleteCategoryProduct,
];

async function present(call: Call, category: StoredCategory): Promise<CategoryOutput> {
  return presentCategory(await categoryAttributes(call), category);
}

/** Whether the response shows the number of products of some node of the tree. */
function isCountWanted(requestedFields: WantedFields): boolean {
  if (requestedFields === undefined || isWanted(requestedFields, 'product_count')) return true;
  return isWanted(requestedFields, 'children_data') && isCountWanted(wantedIn(requestedFields, 'children_data'));
}
