import * as fc from '../support/properties.ts';
import { describe, expect, test } from 'vitest';
import { compileDecoder, type DecodeContext } from '../../src/kernel/decode.ts';
import { PlatformError } from '../../src/kernel/errors.ts';
import { toCamelCase, toInterfaceName, toSnakeCase, toUpperCamelCase } from '../../src/kernel/names.ts';
import { compileEncoder } from '../../src/kernel/encode.ts';
import * as t from '../../src/kernel/types.ts';
import { createJsonScanner } from '../../src/faces/webapi/json-scan.ts';
import { readJson, type BodyContent } from '../../src/faces/webapi/json.ts';
import { parseQuery } from '../../src/faces/webapi/query.ts';
import { readXml as parseXml } from '../../src/faces/webapi/xml-input.ts';
import { toXml } from '../../src/faces/webapi/xml-output.ts';
import { Product } from './support.ts';

const context: DecodeContext = { attributeType: (_, code) => (code.length % 2 === 0 ? 'integer' : undefined) };

interface TreeNode {
  name?: string | null;
  children?: TreeNode[] | null;
}
const Tree: t.ObjectType = t.object('tree', {
  name: t.optional(t.string),
  children: t.optional(t.array(t.lazy<TreeNode>(() => Tree))),
});

const budget = { bytes: 1e6, values: 1e5, keys: 1e4 };

/** Reads a JSON body that arrives in chunks of some bytes and is cut after others. */
function readJsonBody(body: Buffer, chunk = 65_536, slice?: number): Promise<BodyContent> {
  const scanner = createJsonScanner(budget, slice);
  for (let at = 0; at < body.length; at += chunk) scanner.push(body.subarray(at, at + chunk));
  return readJson(body, scanner.end());
}

const readXml = async (text: string): Promise<unknown> => (await parseXml(Buffer.from(text), budget)).value;

/** Whether reading throws nothing but the platform's errors. */
function readsOrRefuses(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    return error instanceof PlatformError && error.status === 400;
  }
}

describe('decoding', () => {
  test('reads or refuses whatever comes', () => {
    const fields = fc.constantFrom(...Object.keys(Product.fields), 'extensionAttributes', '__proto__', 'item', 'x');
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fields, tie('any'), { maxKeys: 5 }),
        fc.dictionary(fc.constantFrom('attribute_code', 'attributeCode', 'value'), tie('any')),
      ),
    })).any;
    const decode = compileDecoder(Product);
    fc.assert(
      fc.property(value, (sent) => readsOrRefuses(() => decode(sent ?? {}, context))),
      { numRuns: 500 },
    );
  });

  test('gives values that encode to themselves, and decode to the same again', () => {
    const product = fc.record(
      {
        sku: fc.string(),
        name: fc.option(fc.string()),
        price: fc.double({ noNaN: true, noDefaultInfinity: true }).map((price) => price + 0),
        status: fc.integer(),
        extension_attributes: fc.record({ website_ids: fc.array(fc.integer(), { minLength: 1 }) }),
        options: fc.array(fc.record({ title: fc.string() })),
        custom_attributes: fc.uniqueArray(
          fc.record({ attribute_code: fc.constantFrom('a', 'b', 'c'), value: fc.jsonValue({ maxDepth: 2 }) }),
          { selector: ({ attribute_code }) => attribute_code, minLength: 1 },
        ),
      },
      { requiredKeys: ['sku'] },
    );
    const decode = compileDecoder(Product);
    const encode = compileEncoder(Product);
    const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
    fc.assert(
      fc.property(product, (sent) => {
        const json = wire(sent) as Record<string, unknown>;
        fc.pre(!JSON.stringify(json).includes('\\u0000'));
        const encoded = wire(encode(decode(json, context)));
        if (json.name === null) delete json.name;
        expect(encoded).toEqual(json);
        expect(wire(encode(decode(encoded, context)))).toEqual(encoded);
      }),
    );
  });

  test('follows types that contain themselves', () => {
    const decoded = compileDecoder(Tree)({ name: 'a', children: [{ name: 1, children: 'x' }] }, context);
    expect(decoded).toEqual({ name: 'a', children: [{ name: '1', children: null }] });
  });

  test('knows the fields of an edition and release only', () => {
    const type = t.object('marked', {
      always: t.optional(t.string),
      later: t.optional(t.string, { since: '2.4.9' }),
      paid: t.optional(t.string, { edition: 'commercial' }),
    });
    const value = { always: 'a', later: 'b', paid: 'c' };
    expect(compileEncoder(type, { edition: 'open', release: '2.4.8' })(value)).toEqual({ always: 'a' });
    expect(compileEncoder(type, { edition: 'commercial', release: '2.4.9' })(value)).toEqual(value);
    const decode = compileDecoder(type, { edition: 'open', release: '2.4.9' });
    expect(decode({ later: 'b' }, context)).toEqual({ later: 'b' });
    expect(() => decode({ paid: 'c' }, context)).toThrow('is not supported');
  });
});

describe('encoding', () => {
  test('keeps to the declared fields, in their order', () => {
    const type = t.object('o', { b: t.string, a: t.optional(t.string), n: t.number, flag: t.optional(t.boolean) });
    const encode = compileEncoder(t.array(type));
    expect(JSON.stringify(encode([{ flag: 0, secret: 1, a: null, b: null, n: '10.50' }]))).toBe(
      '[{"b":null,"n":10.5,"flag":false}]',
    );
  });

  test('leaves out what is empty, and writes an empty object as a list', () => {
    const extension = t.extension('e', { list: t.optional(t.array(t.string)) });
    const type = t.object('o', { extension_attributes: t.optional(extension), inner: t.optional(t.object('i', {})) });
    const encode = compileEncoder(type);
    expect(encode({ extension_attributes: {} })).toEqual([]);
    expect(encode({ extension_attributes: {}, inner: {} })).toEqual({ inner: [] });
    const filter = new Map([['extension_attributes', new Map([['nope', true as const]])]]);
    expect(encode({ extension_attributes: { list: ['x'] } }, filter)).toEqual({ extension_attributes: [] });
    expect(encode({ extension_attributes: {} }, filter)).toEqual([]);
  });

  test('a service that returns nothing answers a list of nothing', () => {
    expect(compileEncoder(t.nothing)(undefined)).toEqual([]);
    expect(compileEncoder(Product)(null)).toEqual([]);
  });
});

describe('queries', () => {
  test.each([
    ['', {}],
    ['a=1&b=x+y%20z', { a: '1', b: 'x y z' }],
    ['searchCriteria', { searchCriteria: '' }],
    ['a[b][0][c]=v&a[b][0][d]=w', { a: { b: { 0: { c: 'v', d: 'w' } } } }],
    ['a%5Bb%5D%5B0%5D=v', { a: { b: { 0: 'v' } } }],
    ['a[]=x&a[]=y&a[7]=z&a[]=q', { a: { 0: 'x', 1: 'y', 7: 'z', 8: 'q' } }],
    ['a=1&a=2', { a: '2' }],
    ['a=1&a[b]=2', { a: { b: '2' } }],
    ['a[b]=2&a=1', { a: '1' }],
    ['a.b=1&c d=2', { a_b: '1', c_d: '2' }],
    ['a[b=1', { a_b: '1' }],
    ['a[b]c=1', { a: { b: '1' } }],
    ['=x&[b]=y&&', {}],
    ['fields=items[sku', { fields: 'items[sku' }],
  ])('%s', (text, value) => {
    expect(JSON.parse(JSON.stringify(parseQuery(text)))).toEqual(value);
  });

  test('read no more than is sensible, and change no prototype', () => {
    expect(Object.keys(parseQuery(Array.from({ length: 5000 }, (_, i) => `k${i}=1`).join('&')))).toHaveLength(1000);
    expect(parseQuery(`a${'[b]'.repeat(100)}=1`)).toEqual({});
    parseQuery('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('parse whatever comes', () => {
    const piece = fc.constantFrom('a', '[', ']', '=', '&', '%', '%5B', '+', '0', '__proto__', '\ud800', 'ü', '%zz');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => typeof parseQuery(parts.join('')) === 'object'),
    );
  });
});

/** The outcome of reading: a value, or that it is refused. */
async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return { value: await read() };
  } catch {
    return 'refused';
  }
}

describe('JSON', () => {
  test('nests up to 512 levels', async () => {
    const nested = (levels: number): Buffer => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
    await expect(readJsonBody(nested(512))).resolves.toBeDefined();
    await expect(async () => readJsonBody(nested(513))).rejects.toThrow('depth');
  });

  const sizes = fc.record({ chunk: fc.integer({ min: 1, max: 9 }), slice: fc.integer({ min: 1, max: 12 }) });

  test('is read as JSON.parse does, however it arrives and is cut', async () => {
    const spaced = fc.tuple(fc.json({ maxDepth: 5 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(spaced, sizes, async ([text, blanks], { chunk, slice }) => {
        const written = blanks ? JSON.stringify(JSON.parse(text), undefined, 1) : text;
        const { value } = await readJsonBody(Buffer.from(written), chunk, slice);
        expect(value).toEqual(JSON.parse(text));
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('is refused where JSON.parse refuses it, however it arrives and is cut', async () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ',',
      ':',
      '"a"',
      '"b":',
      '1',
      ' ',
      '"',
      '\\',
      '"\\""',
      'null',
      '"__proto__":',
      '[1,2]',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => `[${parts.join('')}]`);
    await fc.assert(
      fc.asyncProperty(text, sizes, async (written, { chunk, slice }) => {
        const read = await outcome(async () => (await readJsonBody(Buffer.from(written), chunk, slice)).value);
        expect(JSON.stringify(read)).toBe(JSON.stringify(await outcome(() => JSON.parse(written))));
      }),
      { numRuns: 3000 },
    );
  });

  test('has to be UTF-8', async () => {
    await expect(async () => readJsonBody(Buffer.from([0x22, 0xff, 0x22]))).rejects.toThrow('UTF-8');
  });

  test.each(['"\\ud800"', '{"\\udc00x":1}', '[1,["a\\ud83d"]]', '"\\ude00\\ud83d"'])('%s is no text', async (text) => {
    await expect(async () => readJsonBody(Buffer.from(text))).rejects.toThrow('surrogate');
    await expect(async () => readJsonBody(Buffer.from(`[1,2,${text}]`), 3, 2)).rejects.toThrow('surrogate');
  });

  test('a pair of surrogates is one character', async () => {
    expect((await readJsonBody(Buffer.from('"\\ud83d\\ude00"'))).value).toBe('😀');
  });
});

describe('XML', () => {
  test.each([
    ['<r/>', null],
    ['<r><a/><b></b><c> t </c></r>', { a: null, b: null, c: ' t ' }],
    ['<?xml version="1.0"?>\n<r>\n  <a>\n    <b>1</b>\n  </a>\n</r>\n', { a: { b: '1' } }],
    ['<r><i>1</i><i>2</i><i>3</i></r>', { i: ['1', '2', '3'] }],
    ['<r><i/><i>2</i></r>', { i: '2' }],
    ['<r><a>&lt;x&gt; &amp; &#65;&#x1F600;</a></r>', { a: '<x> & A😀' }],
    ['<r><a><![CDATA[<!DOCTYPE html><p>&amp;</p>]]></a></r>', { a: '<!DOCTYPE html><p>&amp;</p>' }],
    ['<r><a x="1">t</a></r>', { a: { _value: 't', _attribute: { x: '1' } } }],
    ['<r>text</r>', 'text'],
  ])('%s', async (text, value) => {
    expect(JSON.parse(JSON.stringify(await readXml(text)))).toEqual(value);
  });

  test.each([
    ['a document type behind comments', '<!-- a --><?pi b?><!-- c --><!DOCTYPE r><r/>'],
    ['an element left open', '<r><a></r>'],
    ['two roots', '<r/><s/>'],
    ['nothing', ''],
  ])('%s is refused', async (_, text) => {
    await expect(readXml(text)).rejects.toThrow();
  });

  test('entities declared where a document type does not belong are not expanded', async () => {
    const bomb = `<r><!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x></r>`;
    let read: unknown;
    try {
      read = await readXml(bomb);
    } catch {
      return;
    }
    expect(JSON.stringify(read)).not.toContain('aaaa');
  });

  test('a list of items is the list itself', async () => {
    const decode = compileDecoder(t.object('o', { street: t.array(t.string), ids: t.array(t.integer) }));
    const sent = await readXml('<r><street><item>a</item><item>b</item></street><ids><item>7</item></ids></r>');
    expect(decode(sent, context)).toEqual({ street: ['a', 'b'], ids: [7] });
  });

  test('what is written can be read again', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !/^\s*$/.test(value) && !/\p{C}/u.test(value));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('a', 'b', 'c'), text, { minKeys: 1 }), async (value) => {
        expect({ ...((await readXml(toXml(value))) as object) }).toEqual(value);
      }),
    );
  });

  test('keys become names that XML allows', () => {
    expect(toXml({ '1st & b': 1, '': 2, ok: '\u0001x\r' })).toBe(
      '<?xml version="1.0"?>\n<response>\n  <item_1st__b>1</item_1st__b>\n  <item_>2</item_>\n  <ok>x&#13;</ok>\n</response>\n',
    );
  });
});

test('names', () => {
  expect(toUpperCamelCase('foo_bar')).toBe('FooBar');
  expect(toCamelCase('attribute_set_id')).toBe('attributeSetId');
  expect(toSnakeCase('searchCriteria')).toBe('search_criteria');
  expect(toInterfaceName('catalog-data-base-price-interface')).toBe('Magento\\Catalog\\Api\\Data\\BasePriceInterface');
  expect(toInterfaceName('framework-search-filter-group')).toBe('Magento\\Framework\\Api\\Search\\FilterGroup');
});
