import { pageSizeOf } from '../../../kernel/page-size.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { permissions } from '../permissions.ts';
import { catalogHeads, showCatalogParts } from './catalogs.ts';
import { pageOfProducts } from './products.ts';
import { ConsoleCatalog, ConsoleCatalogHead, ConsoleCatalogProducts } from './types.ts';

const catalogs = { method: 'GET', service: 'consoleSharedCatalogV1', access: acl(permissions.list) } as const;

const readCatalogs = route({
  ...catalogs,
  path: '/_/console/shared-catalogs',
  operation: 'getList',
  summary: 'Lists the shared catalogs with the numbers of their products, categories and companies.',
  input: {},
  output: t.array(ConsoleCatalogHead),
  handle: (_, call) => catalogHeads(call),
});

const readCatalog = route({
  ...catalogs,
  path: '/_/console/shared-catalogs/:catalogId',
  operation: 'get',
  summary: 'Reads a shared catalog with its categories and companies.',
  input: { catalogId: t.integer },
  output: ConsoleCatalog,
  handle: ({ catalogId }, call) => showCatalogParts(call, catalogId),
});

const readProducts = route({
  ...catalogs,
  path: '/_/console/shared-catalogs/:catalogId/products',
  operation: 'getProducts',
  summary: 'Lists a page of the products of a shared catalog with its prices, by SKU.',
  input: {
    catalogId: t.integer,
    search: t.optional(t.string),
    page: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: ConsoleCatalogProducts,
  handle: ({ catalogId, search, page, limit }, call) =>
    pageOfProducts(call, catalogId, {
      search: search ?? '',
      page: Math.max(page ?? 1, 1),
      size: pageSizeOf(limit, 20, 100),
    }),
});

/** Console routes of shared catalogs. They read; changes go by the routes of the interface. */
export const sharedCatalogConsoleRoutes = [readCatalogs, readCatalog, readProducts] as const;
