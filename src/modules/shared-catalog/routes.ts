import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { listCatalogs, requireCatalog, showCatalog } from './catalogs.ts';
import { permissions } from './permissions.ts';
import { changeCatalog, createCatalog, deleteCatalog } from './save.ts';
import { SharedCatalog, SharedCatalogSearchResults } from './types.ts';

const service = 'sharedCatalogSharedCatalogRepositoryV1';
const listed = acl(permissions.list);
const managed = acl(permissions.manage);

const getCatalogs = route({
  method: 'GET',
  path: '/V1/sharedCatalog/',
  service,
  operation: 'getList',
  summary: 'List shared catalogs.',
  access: listed,
  input: { searchCriteria: SearchCriteria },
  output: SharedCatalogSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listCatalogs(call, searchCriteria), requestedFields, (rows) =>
      rows.map((row) => showCatalog(call, row)),
    ),
});

const postCatalog = route({
  method: 'POST',
  path: '/V1/sharedCatalog',
  service,
  operation: 'save',
  summary: 'Create a shared catalog and its customer group, or change the one with the id in the request.',
  access: managed,
  entity: entity('shared catalog', 'sharedCatalog.id', { or: 'sharedCatalog.name' }),
  input: { sharedCatalog: SharedCatalog },
  output: t.integer,
  async handle({ sharedCatalog }, call) {
    const { id } = sharedCatalog;
    if (!id) return createCatalog(call, sharedCatalog);
    await changeCatalog(call, id, sharedCatalog);
    return id;
  },
});

const putCatalog = route({
  method: 'PUT',
  path: '/V1/sharedCatalog/:id',
  service,
  operation: 'save',
  summary: 'Change a shared catalog; missing fields stay unchanged.',
  access: managed,
  entity: entity('shared catalog', 'sharedCatalog.id'),
  input: { sharedCatalog: SharedCatalog },
  overrides: { id: t.string },
  fromPath: { 'sharedCatalog.id': 'id' },
  output: t.integer,
  async handle({ sharedCatalog }, call) {
    const id = sharedCatalog.id ?? 0;
    await changeCatalog(call, id, sharedCatalog);
    return id;
  },
});

const getCatalog = route({
  method: 'GET',
  path: '/V1/sharedCatalog/:sharedCatalogId',
  service,
  operation: 'get',
  summary: 'Show a shared catalog.',
  access: listed,
  input: { sharedCatalogId: t.integer },
  output: SharedCatalog,
  handle: async ({ sharedCatalogId }, call) => showCatalog(call, await requireCatalog(call, sharedCatalogId)),
});

const deleteCatalogById = route({
  method: 'DELETE',
  path: '/V1/sharedCatalog/:sharedCatalogId',
  service,
  operation: 'deleteById',
  summary: 'Delete a custom shared catalog and its customer group; its companies come to the public catalog.',
  access: managed,
  entity: entity('shared catalog', 'sharedCatalogId'),
  input: { sharedCatalogId: t.integer },
  output: t.boolean,
  async handle({ sharedCatalogId }, call) {
    await deleteCatalog(call, sharedCatalogId);
    return true;
  },
});

/** Routes of shared catalogs. */
export const sharedCatalogRoutes = [getCatalogs, postCatalog, putCatalog, getCatalog, deleteCatalogById];
