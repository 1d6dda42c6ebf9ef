import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { deleteLink, listLinks, saveLink } from './links.ts';
import { deleteSample, listSamples, saveSample } from './samples.ts';
import { DownloadableLink, DownloadableSample } from './types.ts';

const access = acl('Magento_Downloadable::downloadable');
const links = 'downloadableLinkRepositoryV1';
const samples = 'downloadableSampleRepositoryV1';
const isGlobalScopeContent = t.optional(t.boolean);

/** The store view whose title and price are written: that of the call, or all of them if the caller says so. */
function writtenStore(call: Call, isGlobal: boolean | null | undefined): number {
  return isGlobal ? 0 : call.scope.storeId;
}

const getLinks = route({
  method: 'GET',
  path: '/V1/products/:sku/downloadable-links',
  service: links,
  operation: 'getList',
  summary: 'List the files that buyers of a product may download.',
  access,
  input: { sku: t.string },
  output: t.array(DownloadableLink),
  handle: ({ sku }, call) => listLinks(call, sku),
});

const postLink = route({
  method: 'POST',
  path: '/V1/products/:sku/downloadable-links',
  service: links,
  operation: 'save',
  summary: 'Add something that buyers of a product may download.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, link: DownloadableLink, isGlobalScopeContent },
  // The interface answers the id as text.
  output: t.integerText,
  handle: async ({ sku, link, isGlobalScopeContent: isGlobal }, call) =>
    String(await saveLink(call, sku, link, writtenStore(call, isGlobal))),
});

const putLink = route({
  ...postLink,
  method: 'PUT',
  path: '/V1/products/:sku/downloadable-links/:id',
  summary: 'Change something that buyers of a product may download.',
  entity: entity('product', 'sku', { names: ['link.id'] }),
  overrides: { id: t.string },
});

const deleteLinkRoute = route({
  method: 'DELETE',
  path: '/V1/products/downloadable-links/:id',
  service: links,
  operation: 'delete',
  summary: 'Remove something that buyers of a product may download.',
  access,
  entity: entity('downloadable link', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  async handle({ id }, call) {
    await deleteLink(call, id);
    return true;
  },
});

const getSamples = route({
  method: 'GET',
  path: '/V1/products/:sku/downloadable-links/samples',
  service: samples,
  operation: 'getList',
  summary: 'List the samples of a product that everybody may download.',
  access,
  input: { sku: t.string },
  output: t.array(DownloadableSample),
  handle: ({ sku }, call) => listSamples(call, sku),
});

const postSample = route({
  method: 'POST',
  path: '/V1/products/:sku/downloadable-links/samples',
  service: samples,
  operation: 'save',
  summary: 'Add something that everybody may download of a product.',
  access,
  entity: entity('product', 'sku'),
  input: { sku: t.string, sample: DownloadableSample, isGlobalScopeContent },
  // The interface answers the id as text.
  output: t.integerText,
  handle: async ({ sku, sample, isGlobalScopeContent: isGlobal }, call) =>
    String(await saveSample(call, sku, sample, writtenStore(call, isGlobal))),
});

const putSample = route({
  ...postSample,
  method: 'PUT',
  path: '/V1/products/:sku/downloadable-links/samples/:id',
  summary: 'Change something that everybody may download of a product.',
  entity: entity('product', 'sku', { names: ['sample.id'] }),
  overrides: { id: t.string },
});

const deleteSampleRoute = route({
  method: 'DELETE',
  path: '/V1/products/downloadable-links/samples/:id',
  service: samples,
  operation: 'delete',
  summary: 'Remove something that everybody may download of a product.',
  access,
  entity: entity('downloadable sample', 'id'),
  input: { id: t.integer },
  output: t.boolean,
  async handle({ id }, call) {
    await deleteSample(call, id);
    return true;
  },
});

export const downloadableRoutes = [
  getLinks,
  postLink,
  putLink,
  deleteLinkRoute,
  getSamples,
  postSample,
  putSample,
  deleteSampleRoute,
];
