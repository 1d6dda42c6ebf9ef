import { expect, test } from 'vitest';
import { checkGrants, readGrants, writeGrants } from '../../src/platform/access/acl.ts';
import { authorize, isAllowed, mayCall, refusal } from '../../src/platform/access/check.ts';
import { accessErrors } from '../../src/platform/access/errors.ts';
import { composeAcl } from '../../src/kernel/acl.ts';
import { guest, type Caller, type ConfigurationReader } from '../../src/kernel/call.ts';
import { acl, anonymous, self, type AnyRoute } from '../../src/kernel/route.ts';
import { modules } from '../../src/program/modules.ts';
import { declaredAcl } from './platform.ts';
import { readerOf } from '../support/configuration.ts';

const aclResources = declaredAcl();
const permissions = new Set(aclResources.map(({ id }) => id));

const customer: Caller = { type: 'customer', id: 4, resources: new Set() };
const everything: Caller = { type: 'admin', id: 1, resources: 'all' };
const clerk: Caller = { type: 'admin', id: 2, resources: new Set(['Magento_Catalog::products']) };
const program: Caller = { ...clerk, type: 'integration' };

const products = acl('Magento_Catalog::products');
const both = acl('Magento_Catalog::products', 'Magento_Catalog::categories');
/** Granted to nobody by name: the commercial edition places it in the tree. */
const rma = acl('Magento_Rma::magento_rma');

test.each([
  ['guest', guest, [true, false, false, false, false]],
  ['customer', customer, [true, true, false, false, false]],
  ['admin with everything', everything, [true, true, true, true, true]],
  ['admin with one permission', clerk, [true, false, true, false, false]],
  ['integration with one permission', program, [true, false, true, false, false]],
])('what a %s may: anonymous, self, products, products with categories, returns', (_, caller, expected) => {
  expect([anonymous, self, products, both, rma].map((access) => isAllowed(caller, access))).toEqual(expected);
});

test('a permission implies neither its children nor its parents', () => {
  const parent: Caller = { ...clerk, resources: new Set(['Magento_Catalog::catalog_inventory']) };
  expect(isAllowed(parent, products)).toBe(false);
  expect(isAllowed(clerk, acl('Magento_Catalog::catalog_inventory'))).toBe(false);
});

test('the refusal names what the route asks', () => {
  expect(refusal(both)).toMatchObject({
    status: 401,
    message: "The consumer isn't authorized to access %resources.",
    parameters: { resources: 'Magento_Catalog::products, Magento_Catalog::categories' },
  });
  expect(refusal(self).parameters).toEqual({ resources: 'self' });
});

test('a caller whose credentials were refused is told why, where a guest may not go', () => {
  const failure = accessErrors.oauthSignature();
  const refused = { ...guest, failure };
  expect(isAllowed(refused, anonymous)).toBe(true);
  expect(refusal(products, refused)).toBe(failure);
});

test('a setting opens reading the catalogue to everybody, and nothing else', () => {
  const configured = (on: boolean): ConfigurationReader =>
    readerOf((path) => (path === 'webapi/webapisecurity/allow_insecure' && on ? '1' : undefined));
  const read = { method: 'GET', access: products, openable: true } as const;
  expect(mayCall(guest, read, configured(false))).toBe(false);
  expect(mayCall(guest, read, configured(true))).toBe(true);
  expect(mayCall(guest, { ...read, method: 'PUT' }, configured(true))).toBe(false);
  expect(mayCall(guest, { method: 'GET', access: products }, configured(true))).toBe(false);
  expect(() => authorize(guest, read, configured(true))).not.toThrow();
  expect(() => authorize(guest, read, configured(false))).toThrow("The consumer isn't authorized");
});

test('the routes that the setting opens are those that the interface names', () => {
  const declared = modules.flatMap<AnyRoute>(({ routes = [] }) => routes).filter(({ openable }) => openable);
  expect(declared.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /V1/categories',
    'GET /V1/categories/:categoryId',
    'GET /V1/categories/:categoryId/products',
    'GET /V1/cmsBlock/:blockId',
    'GET /V1/cmsPage/:pageId',
    'GET /V1/configurable-products/:sku/children',
    'GET /V1/configurable-products/:sku/options/:id',
    'GET /V1/configurable-products/:sku/options/all',
    'GET /V1/products',
    'GET /V1/products/:sku',
    'GET /V1/products/:sku/group-prices/:customerGroupId/tiers',
    'GET /V1/products/:sku/links/:type',
    'GET /V1/products/:sku/media',
    'GET /V1/products/:sku/media/:entryId',
    'GET /V1/products/:sku/options',
    'GET /V1/products/:sku/options/:optionId',
    'GET /V1/products/attribute-sets/:attributeSetId',
    'GET /V1/products/attribute-sets/:attributeSetId/attributes',
    'GET /V1/products/attribute-sets/groups/list',
    'GET /V1/products/attribute-sets/sets/list',
    'GET /V1/products/attributes/:attributeCode',
    'GET /V1/products/attributes/:attributeCode/options',
    'GET /V1/products/links/:type/attributes',
    'GET /V1/products/links/types',
    'GET /V1/products/media/types/:attributeSetName',
    'GET /V1/products/types',
    'GET /V1/stockStatuses/:productSku',
    'GET /V1/store/storeConfigs',
    'GET /V1/store/storeGroups',
    'GET /V1/store/storeViews',
    'GET /V1/store/websites',
  ]);
});

test('the tree has every permission once, each below one that is there', () => {
  const ids = aclResources.map((resource) => resource.id);
  expect(new Set(ids).size).toBe(ids.length);
  const orphans = aclResources.filter((resource) => resource.parent !== null && !ids.includes(resource.parent));
  expect(orphans).toEqual([]);
});

test('the tree is put together from what modules declare, depth first and by place', () => {
  const declared = [
    { id: 'gift', parent: 'shop', sortOrder: 20 },
    { id: 'root', parent: null, sortOrder: 20 },
    { id: 'shop', parent: 'root', sortOrder: 10 },
    { id: 'first', parent: null, sortOrder: 10 },
    { id: 'sold', parent: 'shop', sortOrder: 10 },
    { id: 'other', parent: 'root', sortOrder: 20 },
  ];
  expect(composeAcl(declared).map(({ id }) => id)).toEqual(['first', 'root', 'shop', 'sold', 'gift', 'other']);
  expect(() => composeAcl([...declared, declared[0]!])).toThrow('two modules declare the permission gift');
  expect(() => composeAcl(declared.slice(0, 2))).toThrow('gift stands under one that no module declares: shop');
});

test('only what the tree has can be granted; its root is everything', () => {
  expect(checkGrants({ permissions }, ['Magento_Catalog::products', 'Magento_Catalog::products'])).toEqual([
    'Magento_Catalog::products',
  ]);
  expect(checkGrants({ permissions }, ['Magento_Backend::all'])).toBe('all');
  expect(() => checkGrants({ permissions }, ['Magento_Catalog::produkte'])).toThrow(
    'The "Magento_Catalog::produkte" resource is unknown.',
  );
});

test('grants are stored as a document', () => {
  expect(readGrants(writeGrants('all'))).toBe('all');
  expect(readGrants(writeGrants(['a', 'b']))).toEqual(new Set(['a', 'b']));
});
