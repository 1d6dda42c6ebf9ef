import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectJson, readList } from '../../src/faces/import/json-file.ts';
import { JsonFault, readJsonLists } from '../../src/faces/import/json-lists.ts';

const folder = mkdtempSync(join(tmpdir(), 'souk-json-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is read of a text that comes in chunks of some bytes; undefined for one that is wrong. */
function readInChunks(text: string, bytes: number): unknown {
  let itself: unknown[] | undefined;
  const members: Record<string, unknown> = Object.create(null);
  let list: unknown[] = [];
  const reader = readJsonLists({
    list: (key) => {
      list = [];
      if (key === undefined) itself = list;
      else members[key] = list;
    },
    element: (value) => list.push(value),
    member: (key, value) => (members[key] = value),
  });
  const all = Buffer.from(text);
  try {
    for (let at = 0; at < all.length; at += bytes) reader.push(all.subarray(at, at + bytes));
    reader.end();
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
  return itself ?? members;
}

/** What `JSON.parse` makes of it, in the same shape. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
    return Object.assign(Object.create(null), typeof value === 'object' ? value : {}) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON with blanks, and often with a fault: signs that were taken out or put in. */
const texts = fc
  .record({
    value: fc.oneof(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue())),
    ),
    blanks: fc.constantFrom(undefined, 1, '\t'),
    edits: fc.array(
      fc.record({
        at: fc.nat(),
        remove: fc.nat({ max: 2 }),
        insert: fc.constantFrom(
          '',
          ',',
          ':',
          '[',
          ']',
          '{',
          '}',
          '"',
          '\\',
          ' ',
          '0',
          'null',
          '[]',
          '"a":[',
          '},{',
          '],[',
        ),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ value, blanks, edits }) =>
    edits.reduce(
      (text, { at, remove, insert }) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + insert + text.slice(from + remove);
      },
      JSON.stringify(value, undefined, blanks),
    ),
  )
  // What is written as bytes has no halves of characters.
  .filter((text) => text.isWellFormed());

it('reads a list, or an object with lists, in chunks of any size, as JSON.parse does, and refuses what that refuses', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, bytes) => {
      expect(readInChunks(text, bytes)).toEqual(parsed(text));
    }),
    { numRuns: 400 },
  );
});

describe('a fault in a file', () => {
  const read = async (text: string): Promise<string> => {
    const file = join(folder, 'faulty.json');
    writeFileSync(file, text);
    return inspectJson(file).then(
      () => 'no fault',
      (error: Error) => error.message,
    );
  };
  const told = (text: string): string => {
    try {
      JSON.parse(text);
      return 'no fault';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const long = `{"sku": "ä€😀", "name": "${'x'.repeat(100_000)}"}`;

  it.each([
    ['no comma', `[${long},\r\n ${long}\n {"sku": "b"}]`],
    ['an unended string', `[${long},\n\n  {"sku": "b`],
    ['an unended list', `[${long}\r`],
    ['a name without a colon', `[${long},\n{"sku" "b"}, ${long}]`],
    ['a wrong closing bracket', `{"search": {},\n "items": [${long}, ${long}}`],
    ['no comma after a list', `{"items": [${long}],\n "more": [] "most": []}`],
    ['more after the end', `[${long}]\n\r\n {}`],
    ['a line break in a string', `[{"sku": "a\nb"}]`],
  ])('has the words and the place that JSON.parse gives: %s', async (_, text) => {
    expect(told(text)).toMatch(/position \d+ \(line \d+ column \d+\)$/);
    expect(await read(text)).toBe(told(text));
  });

  it('that JSON.parse gives no place is told with the place before it', async () => {
    const column = long.length + 4;
    expect(await read(`[${long},\n  ${long}, {"sku": x}]`)).toBe(
      `Unexpected token 'x', ..." {"sku": x}]" is not valid JSON (after line 2 column ${column})`,
    );
    expect(await read(`[${long},\n]`)).toBe(
      `Unexpected token ']', ..."\n]" is not valid JSON (after line 1 column ${long.length + 3})`,
    );
    expect(await read('')).toBe('Unexpected end of JSON input (after line 1 column 1)');
  });
});

it('lists are read from where they begin in a file', async () => {
  const file = join(folder, 'lists.json');
  writeFileSync(
    file,
    JSON.stringify({ ä: [1], items: [{ a: [1] }, 'b', null], total: 3, products: null, search: {} }, undefined, 2),
  );
  const { itself, members } = await inspectJson(file);
  expect(itself).toBeUndefined();
  expect(Object.fromEntries(members)).toMatchObject({
    items: { length: 3 },
    total: 'no list',
    products: 'null',
    search: 'no list',
  });
  const { items } = Object.fromEntries(members);
  expect(await Array.fromAsync(readList(file, items as { from: number; length: number }))).toEqual([
    { a: [1] },
    'b',
    null,
  ]);
});
