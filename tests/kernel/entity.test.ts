import { describe, expect, test } from 'vitest';
import { entity, none, pathsOf, several, valuesAt } from '../../src/kernel/entity.ts';
import { module } from '../../src/kernel/module.ts';
import { buildRegistry } from '../../src/kernel/register.ts';
import { acl, type AnyRoute } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import { modules } from '../../src/program/modules.ts';

const Thing = t.object('shop-data-thing-interface', { sku: t.string, parts: t.array(t.object('shop-part', {})) });

function registryOf(declared: Partial<AnyRoute>): unknown {
  const save: AnyRoute = {
    method: 'POST',
    path: '/V1/things',
    service: 'shopThingRepositoryV1',
    operation: 'save',
    summary: 'Saves a thing.',
    access: acl('Shop::write'),
    input: { thing: Thing, things: t.array(Thing), ids: t.array(t.integer) },
    output: t.boolean,
    handle: () => true,
    ...declared,
  };
  return buildRegistry([module({ name: 'Shop', routes: [save] })], 'open', '2.4.8');
}

describe('what a route changes', () => {
  test.each(['2.3.7', '2.4.8', '2.4.9'])(
    'is declared by every route of release %s that takes a body or deletes',
    (release) => {
      const { routes } = buildRegistry(modules, 'commercial', release);
      const silent = routes.filter(({ route }) => route.method !== 'GET' && !route.entity);
      expect(silent.map(({ route }) => `${route.method} ${route.path}`)).toEqual([]);
      const reasons = routes.flatMap(({ route: { entity: one } }) => (one?.is === 'none' ? [one.why] : []));
      for (const why of reasons) expect(why).toMatch(/^It .+\.$/);
    },
  );

  test('is named by paths that the arguments have', () => {
    for (const right of [entity('thing', 'thing.sku'), several('things.sku'), several('ids'), none('It signs in.')]) {
      expect(() => registryOf({ entity: right })).not.toThrow();
    }
    const wrong = ['sku', 'thing', 'thing.id', 'thing.sku.id', 'things', 'thing.parts'];
    for (const path of wrong) {
      expect(() => registryOf({ entity: entity('thing', path) })).toThrow(`POST /V1/things: ${path} names no argument`);
      expect(() => registryOf({ entity: entity('thing', 'thing.sku', { names: [path] }) })).toThrow(path);
    }
  });

  test('is found in the arguments, through lists', () => {
    const input = { thing: { sku: 'a' }, things: [{ sku: 'b' }, { sku: 'c' }, null], ids: [1, 2] };
    expect(pathsOf(entity('thing', 'id', { or: 'code', names: ['other'] }))).toEqual(['id', 'code', 'other']);
    expect(valuesAt(input, 'thing.sku')).toEqual(['a']);
    expect(valuesAt(input, 'things.sku')).toEqual(['b', 'c', undefined]);
    expect(valuesAt(input, 'ids')).toEqual([1, 2]);
    expect(valuesAt(input, 'thing.sku.more')).toEqual([undefined]);
  });
});
