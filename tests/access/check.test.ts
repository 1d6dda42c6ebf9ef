import { expect, test } from 'vitest';
import { aclResources, checkGrants, readGrants, writeGrants } from '../../src/access/acl.ts';
import { authorize, isAllowed, mayCall, refusal } from '../../src/access/check.ts';
import { accessErrors } from '../../src/access/errors.ts';
import { guest, type Caller, type ConfigurationReader } from '../../src/kernel/call.ts';
import { acl, anonymous, self } from '../../src/kernel/route.ts';

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
  const configured = (on: boolean): ConfigurationReader => ({
    get: () => undefined,
    flag: (path) => path === 'webapi/webapisecurity/allow_insecure' && on,
    number: (_, fallback) => fallback,
  });
  const path = `/V1/products/:sku`;
  const read = { method: 'GET', path, access: products } as const;
  expect(mayCall(guest, read, configured(false))).toBe(false);
  expect(mayCall(guest, read, configured(true))).toBe(true);
  expect(mayCall(guest, { ...read, method: 'PUT' }, configured(true))).toBe(false);
  expect(mayCall(guest, { ...read, path: '/V1/orders' }, configured(true))).toBe(false);
  expect(() => authorize(guest, read, configured(true))).not.toThrow();
  expect(() => authorize(guest, read, configured(false))).toThrow("The consumer isn't authorized");
});

test('the tree has every permission once, each below one that is there', () => {
  const ids = aclResources.map((resource) => resource.id);
  expect(new Set(ids).size).toBe(ids.length);
  const orphans = aclResources.filter((resource) => resource.parent !== null && !ids.includes(resource.parent));
  expect(orphans).toEqual([]);
});

test('only what the tree has can be granted; its root is everything', () => {
  expect(checkGrants(['Magento_Catalog::products', 'Magento_Catalog::products'])).toEqual([
    'Magento_Catalog::products',
  ]);
  expect(checkGrants(['Magento_Backend::all'])).toBe('all');
  expect(() => checkGrants(['Magento_Catalog::produkte'])).toThrow(
    'The "Magento_Catalog::produkte" resource is unknown.',
  );
});

test('grants are stored as a document', () => {
  expect(readGrants(writeGrants('all'))).toBe('all');
  expect(readGrants(writeGrants(['a', 'b']))).toEqual(new Set(['a', 'b']));
});
