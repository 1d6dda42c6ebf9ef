import { expect, test } from 'vitest';
import { chosenFields, type FieldChoice, without } from '../../src/kernel/fields.ts';

interface Draft {
  readonly name: string;
  readonly note?: string | null;
  readonly secret: string;
}

interface Stored {
  readonly name?: string | null;
  readonly note?: string | null;
}

test('a choice takes over its fields; absent ones stay absent', () => {
  const choice = { name: true, note: true, secret: false } as const satisfies FieldChoice<Draft, Stored>;
  expect(chosenFields<Draft, typeof choice>({ name: 'a', secret: 'b' }, choice)).toStrictEqual({ name: 'a' });
  expect(chosenFields<Draft, typeof choice>({ name: 'a', note: null, secret: 'b' }, choice)).toStrictEqual({
    name: 'a',
    note: null,
  });
});

test('the compiler finds a field that a choice forgets, and one that has no place', () => {
  // @ts-expect-error `note` is missing.
  const forgotten = { name: true, secret: false } as const satisfies FieldChoice<Draft, Stored>;
  // @ts-expect-error What is stored has no `secret`.
  const misplaced = { name: true, note: true, secret: true } as const satisfies FieldChoice<Draft, Stored>;
  expect(chosenFields({ name: 'a', secret: 'b' }, forgotten)).toStrictEqual({ name: 'a' });
  expect(misplaced.secret).toBe(true);
});

test('a record without some fields keeps the others in their order', () => {
  const record = { a: 1, b: 2, c: 3, d: 4 };
  expect(Object.entries(without(record, ['b', 'd']))).toStrictEqual([
    ['a', 1],
    ['c', 3],
  ]);
  expect(record.b).toBe(2);
});
