import { describe, expect, test } from 'vitest';
import { entity, none, several, type Entity } from '../../src/kernel/entity.ts';
import { buildRegistry } from '../../src/kernel/register.ts';
import { module } from '../../src/kernel/module.ts';
import { acl, type AnyRoute } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import { entityKey } from '../../src/platform/operation-queue/entity-key.ts';
import { serializedData } from '../../src/platform/operation-queue/serialized-data.ts';

const Anything = t.object('shop-data-thing-interface', { sku: t.string, quote_id: t.string, id: t.string });

function keyOf(declared: Entity, input: Record<string, unknown>): string | null {
  const save: AnyRoute = {
    method: 'POST',
    path: '/V1/things',
    service: 'shopThingRepositoryV1',
    operation: 'save',
    summary: 'Saves a thing.',
    access: acl('Shop::write'),
    entity: declared,
    input: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, argumentType(value)])),
    output: t.boolean,
    handle: () => true,
  };
  const registry = buildRegistry([module({ name: 'Shop', routes: [save] })], 'open', '2.4.8');
  return entityKey(registry.routes[0]!, input, (secret) => `digest of ${secret.length}`);
}

function argumentType(value: unknown): t.Type {
  if (value === 'CARD-1') return t.secret(t.string, 'money');
  if (Array.isArray(value)) return t.array(Anything);
  return typeof value === 'object' ? Anything : t.string;
}

describe('what an operation concerns', () => {
  test('is the product of a SKU, however it is named and written', () => {
    const product = { sku: 'Shirt-1 ', price: 5 };
    expect(keyOf(entity('product', 'product.sku'), { product })).toBe('sku/shirt-1');
    expect(keyOf(entity('product', 'sku'), { sku: 'SHIRT-1' })).toBe('sku/shirt-1');
    expect(keyOf(entity('product', 'productSku'), { productSku: 'shirt-1', itemId: '4' })).toBe('sku/shirt-1');
  });

  test('is what the route declares, the same in every service, and of two names the first that is given', () => {
    expect(keyOf(entity('order', 'orderId'), { orderId: '5', comment: { id: 7 } })).toBe('order/5');
    expect(keyOf(entity('cart', 'cartItem.quote_id'), { cartItem: { sku: 'x', quote_id: 9 } })).toBe('cart/9');
    const either = entity('thing', 'thing.id', { or: 'thing.sku' });
    expect(keyOf(either, { thing: { id: 3, sku: 'x' } })).toBe('thing/3');
    expect(keyOf(either, { thing: { id: null, sku: 'X' } })).toBe('thing/x');
  });

  test('is a digest of a secret name', () => {
    expect(keyOf(entity('card', 'code'), { code: 'CARD-1' })).toBe('card/digest of 6');
  });

  test('is unknown for something new without a key, and the whole service for a list', () => {
    expect(keyOf(entity('thing', 'thing.id'), { thing: { name: 'New', parent_id: 2 }, password: 'secret' })).toBeNull();
    expect(keyOf(none('It makes a new thing.'), { id: '7' })).toBeNull();
    expect(keyOf(several('prices.sku'), { prices: [{ sku: 'a' }, { sku: 'b' }] })).toBe('shopThingRepositoryV1');
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
