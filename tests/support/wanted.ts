import { expect } from 'vitest';
import { compileEncoder } from '../../src/kernel/encode.ts';
import { parseFields } from '../../src/kernel/fields-filter.ts';
import { bare, type Type } from '../../src/kernel/types.ts';
import { serialize } from '../../src/faces/webapi/respond.ts';
import { ok, type Client } from './client.ts';
import * as fc from './properties.ts';

/** Names that no type has, and one that many have, at any depth. */
const strangers = ['nothing', 'value'];

/** A filter of a few fields of a type, some of them with fields within; also of fields that it has not. */
export function someFieldsOf(type: Type, depth = 4): fc.Arbitrary<string> {
  const shape = bare(type);
  if (shape.kind === 'array') return someFieldsOf(shape.items, depth);
  const fields = shape.kind === 'object' ? shape.fields : {};
  const names = [...Object.keys(fields), ...strangers];
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.subarray(names, { minLength: 1, maxLength: Math.min(5, names.length) }) },
      { weight: 1, arbitrary: fc.subarray(names) },
    )
    .chain((chosen) => fc.tuple(...chosen.map((name) => within(name, fields[name], depth))))
    .map((chosen) => chosen.join());
}

function within(name: string, type: Type | undefined, depth: number): fc.Arbitrary<string> {
  if (!type || depth === 0) return fc.constant(name);
  const inner = someFieldsOf(type, depth - 1).map((fields) => `${name}[${fields}]`);
  const shape = bare(type);
  const isPlain = shape.kind !== 'object' && shape.kind !== 'array';
  return fc.oneof(
    { weight: isPlain ? 8 : 1, arbitrary: fc.constant(name) },
    { weight: isPlain ? 1 : 3, arbitrary: inner },
  );
}

/** Compares the answers for some fields, in both formats, with what the whole answer has of them. */
export async function compareWanted(client: Client, path: string, type: Type, fields: string): Promise<void> {
  const whole = ok(await client.get(path));
  const filter = parseFields(fields);
  const cut = filter === 'malformed' ? [] : compileEncoder(type)(whole, filter);
  const asked = `${path}${path.includes('?') ? '&' : '?'}fields=${encodeURIComponent(fields)}`;
  expect((await client.get(asked)).text, asked).toBe(serialize(cut, 'json'));
  expect((await client.get(asked, { accept: 'application/xml' })).text, asked).toBe(serialize(cut, 'xml'));
}
