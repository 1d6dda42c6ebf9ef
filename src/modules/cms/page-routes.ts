import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { deletePage, listPages, requirePage, savePage, showPage } from './pages.ts';
import { Page, PageSearchResults } from './types.ts';

const service = 'cmsPageRepositoryV1';

const getCmsPage = route({
  method: 'GET',
  path: '/V1/cmsPage/:pageId',
  service,
  operation: 'getById',
  summary: 'Get one page, whether it is active or not.',
  access: acl('Magento_Cms::page'),
  openable: true,
  input: { pageId: t.integer },
  output: Page,
  handle: async ({ pageId }, call) => showPage(await requirePage(call, pageId)),
});

const getCmsPages = route({
  method: 'GET',
  path: '/V1/cmsPage/search',
  service,
  operation: 'getList',
  summary: 'List pages of all store views.',
  access: acl('Magento_Cms::page'),
  input: { searchCriteria: SearchCriteria },
  output: PageSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listPages(call, searchCriteria), requestedFields, (rows) => rows.map(showPage)),
});

const createCmsPage = route({
  method: 'POST',
  path: '/V1/cmsPage',
  service,
  operation: 'save',
  summary: 'Create a page in the store view of the call, or change the one with the id in the request.',
  access: acl('Magento_Cms::save'),
  entity: entity('page', 'page.id', { or: 'page.identifier' }),
  input: { page: Page },
  output: Page,
  handle: ({ page }, call) => savePage(call, page),
});

const changeCmsPage = route({
  method: 'PUT',
  path: '/V1/cmsPage/:id',
  service,
  operation: 'save',
  summary: 'Change a page; missing fields stay unchanged.',
  access: acl('Magento_Cms::save'),
  entity: entity('page', 'page.id'),
  input: { page: Page },
  overrides: { id: t.string },
  output: Page,
  handle: ({ page }, call) => savePage(call, page),
});

const deleteCmsPage = route({
  method: 'DELETE',
  path: '/V1/cmsPage/:pageId',
  service,
  operation: 'deleteById',
  summary: 'Delete a page.',
  access: acl('Magento_Cms::page_delete'),
  entity: entity('page', 'pageId'),
  input: { pageId: t.integer },
  output: t.boolean,
  handle: async ({ pageId }, call) => {
    await deletePage(call, pageId);
    return true;
  },
});

/** Routes of pages. */
export const pageRoutes = [getCmsPage, getCmsPages, createCmsPage, changeCmsPage, deleteCmsPage];
