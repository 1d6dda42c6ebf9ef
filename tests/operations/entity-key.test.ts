import { describe, expect, test } from 'vitest';
import { buildRegistry } from '../../src/kernel/register.ts';
import { module } from '../../src/kernel/module.ts';
import { acl, type AnyRoute, type Method } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import { entityKey } from '../../src/operations/entity-key.ts';
import { serializedData } from '../../src/operations/serialized.ts';

const Anything = t.object('shop-data-thing-interface', {});

function keyOf(path: string, input: Record<string, unknown>, method: Method = 'POST'): string | null {
  const declared: AnyRoute = {
    method,
    path,
    service: 'shopThingRepositoryV1',
    operation: 'save',
    summary: 'Saves a thing.',
    access: acl('Shop::write'),
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, argumentType(value)])),
    overrides: { sku: t.string, id: t.integer },
    output: t.boolean,
    handle: () => true,
  };
  const registry = buildRegistry([module({ name: 'Shop', routes: [declared] })], 'open', '2.4.8');
  return entityKey(registry.routes[0]!, input);
}

function argumentType(value: unknown): t.Type {
  if (Array.isArray(value)) return t.array(Anything);
  return typeof value === 'object' ? Anything : t.string;
}

describe('what an operation concerns', () => {
  test('is the product of a SKU, however it is named and written', () => {
    expect(keyOf('/V1/products', { product: { sku: 'Shirt-1 ', price: 5 } })).toBe('sku/shirt-1');
    expect(keyOf('/V1/products/:sku', { product: { sku: 'shirt-1' } }, 'PUT')).toBe('sku/shirt-1');
    expect(keyOf('/V1/products/:sku', { sku: 'SHIRT-1' }, 'DELETE')).toBe('sku/shirt-1');
    expect(keyOf('/V1/products/:productSku/stockItems/:itemId', { productSku: 'shirt-1', itemId: '4' }, 'PUT')).toBe(
      'sku/shirt-1',
    );
  });

  test('is what the path names first, or what an object belongs to', () => {
    expect(keyOf('/V1/orders/:orderId/comments', { orderId: '5', comment: { id: 7 } })).toBe(
      'shopThingRepositoryV1/orderId/5',
    );
    expect(keyOf('/V1/carts/mine/items', { cartItem: { sku: 'x', quote_id: '9' } })).toBe(
      'shopThingRepositoryV1/quote_id/9',
    );
    expect(keyOf('/V1/sets', { attributeSetId: '4', attributeCode: 'color' })).toBe(
      'shopThingRepositoryV1/attributeSetId/4',
    );
  });

  test('is unknown for something new without a key, and the whole service for a list', () => {
    expect(keyOf('/V1/categories', { category: { name: 'New', parent_id: 2 }, password: 'secret' })).toBeNull();
    expect(keyOf('/V1/prices', { prices: [{ sku: 'a' }, { sku: 'b' }] })).toBe('shopThingRepositoryV1');
  });
});

test('serialized data is JSON in JSON, with slashes and non-ASCII characters escaped on both levels', () => {
  const input = '{"url":"a/b","name":"Öl"}';
  const text = serializedData(input, 3);
  expect(text).toBe(
    String.raw`{"entity_id":null,"entity_link":"","meta_information":"{\"url\":\"a\\\/b\",\"name\":\"\\u00d6l\"}","store_id":"3"}`,
  );
  expect(JSON.parse(JSON.parse(text).meta_information)).toEqual(JSON.parse(input));
});
