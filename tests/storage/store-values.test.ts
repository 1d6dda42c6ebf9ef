import * as fc from '../support/properties.ts';
import { describe, expect, test } from 'vitest';
import { writeStoreId, type Scope } from '../../src/kernel/call.ts';
import { StoreValues, type ScopeLevel, type WriteRules } from '../../src/storage/store-values.ts';

type Value = string | number;

// Stores 1 and 2 are of one website, 3 is of another.
const websites = [[1, 2], [3]];
const levels: Record<string, ScopeLevel> = { name: 'store', price: 'website', sku: 'global' };
const rules = (storeId: number): WriteRules => ({
  storeId,
  levelOf: (field) => levels[field]!,
  storesOfWebsite: (id) => websites.find((stores) => stores.includes(id))!,
});
const scope = (code: string | undefined, storeId: number): Scope => ({ code, storeId, websiteId: 1 });

describe('values by store view', () => {
  test('a store view shows its own values before those it inherits', () => {
    const values = new StoreValues<Value>([
      [0, { name: 'All', price: 1 }],
      [1, { name: 'One' }],
    ]);
    expect(values.in(0)).toEqual({ name: 'All', price: 1 });
    expect(values.in(1)).toEqual({ name: 'One', price: 1 });
    expect(values.in(2)).toEqual({ name: 'All', price: 1 });
    expect(values.own(1)).toEqual({ name: 'One' });
    expect(values.changes()).toEqual([]);
  });

  test('each field goes to the rows of its level', () => {
    const values = new StoreValues<Value>([[0, { name: 'All', price: 1, sku: 'a' }]]);
    values.write({ name: 'One', price: 2, sku: 'b' }, rules(1));
    expect(Object.fromEntries(values.changes())).toEqual({
      0: { name: 'All', price: 1, sku: 'b' },
      1: { name: 'One', price: 2 },
      2: { price: 2 },
    });
    expect(values.in(2)).toEqual({ name: 'All', price: 2, sku: 'b' });
    expect(values.in(3)).toEqual({ name: 'All', price: 1, sku: 'b' });
  });

  test('an absent field stays, null goes back to the inherited value, an empty row is to be deleted', () => {
    const values = new StoreValues<Value>([
      [0, { name: 'All', price: 1 }],
      [1, { name: 'One' }],
    ]);
    values.write({ name: null }, rules(1));
    expect(values.in(1)).toEqual({ name: 'All', price: 1 });
    expect(values.changes()).toEqual([[1, undefined]]);
  });

  test('null in scope 0 clears the value for all that inherit it', () => {
    const values = new StoreValues<Value>([
      [0, { name: 'All', price: 1 }],
      [1, { name: 'One' }],
    ]);
    values.write({ name: null }, rules(0));
    expect(values.in(0)).toEqual({ price: 1 });
    expect(values.in(1)).toEqual({ name: 'One', price: 1 });
    expect(values.changes()).toEqual([[0, { price: 1 }]]);
  });

  test('null for what is not overridden changes nothing', () => {
    const values = new StoreValues<Value>([[0, { name: 'All' }]]);
    values.write({ name: null }, rules(1));
    expect(values.changes()).toEqual([]);
  });

  test('a new entity has a row of scope 0, with what is required there', () => {
    const values = new StoreValues<Value>();
    values.write({ name: 'New', price: 1, sku: 's' }, { ...rules(1), isRequired: (field) => field === 'name' });
    expect(Object.fromEntries(values.changes())).toEqual({
      0: { name: 'New', sku: 's' },
      1: { name: 'New', price: 1 },
      2: { price: 1 },
    });
    const empty = new StoreValues<Value>();
    empty.write({}, rules(1));
    expect(empty.changes()).toEqual([[0, {}]]);
  });

  test('the four rules of the path: which store id is written', () => {
    expect(writeStoreId(scope(undefined, 1), false)).toBe(0);
    expect(writeStoreId(scope(undefined, 1), true)).toBe(1);
    expect(writeStoreId(scope('all', 0), true)).toBe(0);
    expect(writeStoreId(scope('fr', 2), false)).toBe(2);
  });

  test('whatever is written is what the store view shows, and no store view of another website changes', () => {
    const change = fc.record({ name: fc.option(fc.string()), price: fc.option(fc.integer()) }, { requiredKeys: [] });
    const write = fc.record({ storeId: fc.constantFrom(0, 1, 2, 3), change });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 8 }), fc.constantFrom(1, 2), change, (before, storeId, last) => {
        const values = new StoreValues<Value>([[0, { sku: 's' }]]);
        for (const { storeId: id, change: one } of before) values.write(one, rules(id));
        const [shown, other, all] = [values.in(storeId), values.in(3), values.in(0)];
        values.write(last, rules(storeId));
        for (const field of ['name', 'price'] as const) {
          const expected = last[field] === undefined ? shown[field] : (last[field] ?? all[field]);
          expect(values.in(storeId)[field]).toEqual(expected);
        }
        expect(values.in(3)).toEqual(other);
        expect(values.in(0)).toEqual(all);
      }),
    );
  });
});
