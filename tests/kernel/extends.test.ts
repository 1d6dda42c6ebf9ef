import { expect, test } from 'vitest';
import { module } from '../../src/kernel/module.ts';
import { buildRegistry } from '../../src/kernel/register.ts';
import * as t from '../../src/kernel/types.ts';

test('two modules cannot give a type the same field', () => {
  const type = t.object('shop-data-thing-interface', { own: t.string });
  const adding = (name: string, fields: t.Fields) => module({ name, extends: [{ type, fields }] });
  const gift = adding('Gift', { wrapping: t.optional(t.integer) });
  const build = (...modules: Parameters<typeof buildRegistry>[0]) => buildRegistry(modules, 'open', '2.4.8');
  build(gift);
  expect(Object.keys(type.fields)).toEqual(['own', 'wrapping']);
  // Another registry of the same modules.
  expect(() => build(gift)).not.toThrow();
  const clashes: t.Fields[] = [{ own: t.string }, { more: t.string, wrapping: t.optional(t.integer) }];
  for (const clash of clashes) {
    expect(() => build(gift, adding('Paper', clash))).toThrow(
      /^Paper adds the field (own|wrapping) to a type that has one/,
    );
  }
  expect(Object.keys(type.fields)).toEqual(['own', 'wrapping']);
});
