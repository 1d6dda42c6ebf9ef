import { expect, test } from 'vitest';
import { compileArguments } from '../../src/kernel/arguments.ts';
import { compileEncoder } from '../../src/kernel/encode.ts';
import { module, type ModuleManifest } from '../../src/kernel/module.ts';
import { buildRegistry } from '../../src/kernel/register.ts';
import { anonymous, route } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';

interface ThingShape {
  readonly name?: string;
}

/** A type that names itself, and one that has it in a list. */
const Thing: t.ObjectType = t.object('shop-data-thing-interface', {
  name: t.string,
  inside: t.optional(t.array(t.lazy<ThingShape>((): t.ObjectType => Thing))),
});
const Shelf = t.object('shop-data-shelf-interface', { things: t.array(Thing) });

const save = route({
  method: 'POST',
  path: '/V1/shelves',
  service: 'shopShelfRepositoryV1',
  operation: 'save',
  summary: 'Saves a shelf.',
  access: anonymous,
  input: { shelf: Shelf },
  output: Shelf,
  handle: ({ shelf }) => ({ things: shelf.things as never }),
});

const shop = module({ name: 'Shop', routes: [save] });
const gift = adding('Gift', { wrapping: t.optional(t.integer) });
const paper = adding('Paper', { wrapping: t.optional(t.string), print: t.optional(Thing) });

function adding(name: string, fields: t.Fields): ModuleManifest {
  return module({ name, extends: [{ type: Thing, fields }] });
}

const build = (...modules: readonly ModuleManifest[]) => buildRegistry(modules, 'open', '2.4.8');

/** What a composition takes and shows of a shelf. */
async function throughWire(shelf: unknown, ...modules: readonly ModuleManifest[]): Promise<unknown> {
  const [registered] = build(shop, ...modules).routes;
  const decode = compileArguments(registered!);
  const decoded = await decode({ path: {}, rest: { shelf } }, { attributeType: () => undefined });
  return compileEncoder(registered!.route.output)(decoded.shelf);
}

test('each composition in a process has the fields of its own modules', async () => {
  const things = (fields: object) => ({ things: [{ name: 'a', ...fields, inside: [{ name: 'b', ...fields }] }] });
  expect(await throughWire(things({ wrapping: '7' }), gift)).toEqual(things({ wrapping: 7 }));
  expect(await throughWire(things({ wrapping: 7 }), paper)).toEqual(things({ wrapping: '7' }));
  await expect(throughWire(things({ wrapping: 7 }))).rejects.toThrow('not supported');
  expect(await throughWire(things({ wrapping: '8' }), gift)).toEqual(things({ wrapping: 8 }));
});

test('an added field may lead back to the type that it is added to', async () => {
  const things = { things: [{ name: 'a', print: { name: 'b', wrapping: 'red', print: { name: 'c' } } }] };
  expect(await throughWire(things, paper)).toEqual(things);
});

test('declared types stay as they are', () => {
  build(shop, gift);
  expect(Object.keys(Thing.fields)).toEqual(['name', 'inside']);
  expect(() => Object.assign(Thing.fields, { wrapping: t.integer })).toThrow(TypeError);
  expect(() => Object.assign(Thing, { fields: {} })).toThrow(TypeError);
});

test('two modules cannot give a type the same field', () => {
  expect(() => build(gift)).not.toThrow();
  const clashes: t.Fields[] = [{ name: t.string }, { more: t.string, wrapping: t.optional(t.integer) }];
  for (const clash of clashes) {
    expect(() => build(gift, adding('Third', clash))).toThrow(
      /^Third adds the field (name|wrapping) to a type that has one: shop-data-thing-interface$/,
    );
  }
  expect(() => build(gift, paper)).toThrow('Paper adds the field wrapping to a type that has one');
});
