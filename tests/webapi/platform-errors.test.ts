import { beforeAll, describe, expect, test } from 'vitest';
import { calls, createTestApi, type TestApi } from './support.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});

const required = (fieldName: string) => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});
const unsupported = (fieldName: string) => ({
  message: '"%fieldName" is not supported. Correct the field name and try again.',
  parameters: { fieldName },
});
const wrong = (value: string, type: string) =>
  `The "${value}" value's type is invalid. The "${type}" type was expected. Verify and try again.`;
const within = (field: string, details: string) => `Error occurred during "${field}" processing. ${details}`;
const withAttribute = (value: unknown) => ({ product: { sku: 'a', custom_attributes: value } });

describe('bodies that do not decode', () => {
  test.each([
    ['cut JSON', '{"product": {"sku": '],
    ['no JSON', 'hello'],
    ['trailing comma', '{"product":{"sku":"a",}}'],
    ['single quotes', "{'product':1}"],
    ['a byte order mark', '\ufeff{}'],
    ['nesting ten thousand deep', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['nesting deeper than 512', `{"product":${'{"a":'.repeat(512)}1${'}'.repeat(513)}`],
  ])('%s', async (_, body) => {
    const answer = await api.send('POST', '/rest/V1/products', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: 'Decoding error.' });
  });

  test.each([
    ['', 'nothing'],
    ['null', 'null'],
    ['5', 'a number'],
    ['"x"', 'a text'],
    ['[1,2]', 'a list'],
    ['{"product":null}', 'a null argument'],
  ])('%j is %s: the argument is missing', async (body) => {
    const answer = await api.send('POST', '/rest/V1/products', { body });
    expect([answer.status, answer.body]).toEqual([400, required('product')]);
  });

  test('brackets within text do not count as nesting', async () => {
    const body = JSON.stringify({ product: { sku: '["'.repeat(2000) } });
    expect((await api.send('POST', '/rest/V1/products', { body })).body).toEqual({ sku: '["'.repeat(2000) });
  });

  test('in developer mode the cause is told', async () => {
    const developer = await createTestApi({ settings: { developerMode: true } });
    const { body } = await developer.send('POST', '/rest/V1/products', { body: '{' });
    expect(body.message).toMatch(/^Decoding error: ./);
    expect(body.trace).toContain('PlatformError');
  });
});

describe('values of the wrong kind', () => {
  test.each([
    ['text for a number', { product: { price: 'abc' } }, within('price', wrong('abc', 'float'))],
    ['an object for a number', { product: { price: { a: 1 } } }, within('price', wrong('array', 'float'))],
    ['a list for a number', { product: { price: [1] } }, within('price', wrong('array', 'float'))],
    ['true for a number', { product: { price: true } }, within('price', wrong('1', 'float'))],
    ['an endless number', { product: { price: '1e999' } }, within('price', wrong('1e999', 'float'))],
    ['text for an integer', { product: { status: 'on' } }, within('status', wrong('on', 'int'))],
    ['a list for a text', { product: { sku: ['a'] } }, within('sku', wrong('array', 'string'))],
    [
      'text inside a list of objects',
      { product: { tier_prices: [{ customer_group_id: 1, qty: 'x' }] } },
      within('tier_prices', within('qty', wrong('x', 'float'))),
    ],
    [
      'text deep inside',
      { product: { extension_attributes: { stock_item: { qty: 'x' } } } },
      within('extension_attributes', within('stock_item', within('qty', wrong('x', 'float')))),
    ],
    [
      'text for a list of integers',
      { product: { extension_attributes: { website_ids: '1' } } },
      within('extension_attributes', within('website_ids', wrong('string', 'int[]'))),
    ],
    ['a character that nothing stores', { product: { sku: 'a\u0000b' } }, within('sku', 'Invalid data type')],
    [
      'a custom attribute without code',
      withAttribute([{ value: 'x' }]),
      within(
        'custom_attributes',
        'A custom attribute is specified with a missing attribute code. Verify the code and try again.',
      ),
    ],
    [
      'a custom attribute without value',
      withAttribute([{ attribute_code: 'description' }]),
      within(
        'custom_attributes',
        'The "description" attribute code doesn\'t have a value set. Enter the value and try again.',
      ),
    ],
    [
      'an empty custom attribute',
      withAttribute([{}]),
      within('custom_attributes', 'An empty custom attribute is specified. Enter the attribute and try again.'),
    ],
    [
      'a list for a text attribute',
      withAttribute([{ attribute_code: 'description', value: ['a'] }]),
      within('custom_attributes', `Attribute "description" has invalid value. ${wrong('array', 'string')}`),
    ],
    [
      'text for an integer attribute',
      withAttribute([{ attribute_code: 'tax_class_id', value: 'abc' }]),
      within('custom_attributes', `Attribute "tax_class_id" has invalid value. ${wrong('abc', 'int')}`),
    ],
    [
      'true for an integer attribute',
      withAttribute([{ attribute_code: 'tax_class_id', value: true }]),
      within('custom_attributes', `Attribute "tax_class_id" has invalid value. ${wrong('1', 'int')}`),
    ],
    [
      'text for an amount',
      withAttribute([{ attribute_code: 'cost', value: 'abc' }]),
      within('custom_attributes', `Attribute "cost" has invalid value. ${wrong('abc', 'float')}`),
    ],
    ['text for custom attributes', withAttribute('x'), within('custom_attributes', 'Invalid data type')],
  ])('%s', async (_, body, message) => {
    const answer = await api.send('POST', '/rest/V1/products', { body });
    expect([answer.status, answer.body]).toEqual([400, { message }]);
  });

  test.each([
    ['a list for the object', { product: [1] }, '0'],
    ['an unknown field', { product: { foo_bar: 1 } }, 'FooBar'],
    ['an unknown field in camel case', { product: { fooBar: 1 } }, 'FooBar'],
    ['an unknown extension attribute', { product: { extension_attributes: { nope: 1 } } }, 'Nope'],
    ['a list of extension attributes', { product: { extension_attributes: [1] } }, '0'],
  ])('%s', async (_, body, name) => {
    const answer = await api.send('POST', '/rest/V1/products', { body });
    expect([answer.status, answer.body]).toEqual([400, unsupported(name)]);
  });

  test.each([
    ['/rest/V1/customers/isEmailAvailable', { customerEmail: ['a'] }, wrong('array', 'string')],
    ['/rest/V1/customers/isEmailAvailable', { customerEmail: 'a', websiteId: 'x' }, wrong('x', 'int')],
    ['/rest/V1/coupons/deleteByIds', { ids: 'x' }, wrong('string', 'int[]')],
    [
      '/rest/V1/customers',
      { customer: { addresses: [{ street: 'one line' }] } },
      within('addresses', within('street', wrong('string', 'string[]'))),
    ],
  ])('%s %j', async (url, body, message) => {
    const answer = await api.send('POST', url, { body });
    expect([answer.status, answer.body]).toEqual([400, { message }]);
  });

  test('names from the prototype are unknown fields and touch nothing', async () => {
    const answer = await api.send('POST', '/rest/V1/products', { body: '{"product":{"__proto__":{"polluted":1}}}' });
    expect([answer.status, answer.body]).toEqual([400, unsupported('Proto')]);
    const named = await api.send('POST', '/rest/V1/products', { body: '{"product":{"sku":"a"},"__proto__":{"x":1}}' });
    expect(named.status).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('a value that PostgreSQL cannot hold is the client’s fault', async () => {
    const outOfRange = await createTestApi({
      parts: {
        guards: [
          () => {
            throw Object.assign(new Error('value "9e15" is out of range for type integer'), { code: '22003' });
          },
        ],
      },
    });
    const answer = await outOfRange.send('GET', '/rest/V1/products/a');
    expect([answer.status, answer.body]).toEqual([400, { message: 'Invalid data type' }]);
  });
});

describe('values that can be read', () => {
  const decoded = async (body: unknown): Promise<unknown> => {
    const answer = await api.send('POST', '/rest/V1/products', { body });
    expect(answer.status, answer.text).toBe(200);
    return (calls.at(-1)!.input as { product: unknown }).product;
  };
  test.each([
    ['numeric text', { price: '12.5' }, { price: 12.5 }],
    ['numbers with blanks', { price: ' 5 ' }, { price: 5 }],
    ['exponents', { price: '1e2', attribute_set_id: '1e1' }, { price: 100, attribute_set_id: 10 }],
    [
      'fractions of an integer are dropped',
      { attribute_set_id: 4.7, status: '-1.9' },
      { attribute_set_id: 4, status: -1 },
    ],
    ['scalars as text', { sku: 12_345, name: true, type_id: false }, { sku: '12345', name: '1', type_id: '' }],
    ['camel case', { attributeSetId: 4, typeId: 'simple' }, { attribute_set_id: 4, type_id: 'simple' }],
    ['the first of two spellings', { type_id: 'a', typeId: 'b' }, { type_id: 'a' }],
    ['null', { name: null }, { name: null }],
    ['text for a list of objects', { options: 'x' }, { options: null }],
    ['text for an object in a list', { options: ['x'] }, { options: [{}] }],
    ['an object for a list of objects', { options: { a: { title: 'T' } } }, { options: [{ title: 'T' }] }],
    ['an empty list of extension attributes', { extension_attributes: [] }, { extension_attributes: {} }],
    ['text for extension attributes', { extension_attributes: 'x' }, { extension_attributes: {} }],
    [
      'text in a list of integers',
      { extension_attributes: { website_ids: ['x', '2', null, true] } },
      { extension_attributes: { website_ids: [0, 2, 0, 1] } },
    ],
    [
      'custom attributes in camel case; the last of a code wins',
      {
        customAttributes: [
          { attributeCode: 'description', value: 5 },
          { attribute_code: 'description', value: 'x' },
        ],
      },
      { custom_attributes: [{ attribute_code: 'description', value: 'x' }] },
    ],
    [
      'custom attributes as a map',
      { custom_attributes: { meta_title: 'T', tax_class_id: '2' } },
      {
        custom_attributes: [
          { attribute_code: 'meta_title', value: 'T' },
          { attribute_code: 'tax_class_id', value: 2 },
        ],
      },
    ],
    [
      'an empty amount is none',
      { custom_attributes: { special_price: '', cost: '1.5' } },
      {
        custom_attributes: [
          { attribute_code: 'special_price', value: 0 },
          { attribute_code: 'cost', value: 1.5 },
        ],
      },
    ],
    [
      'attributes that are unknown or take anything',
      {
        custom_attributes: [
          { attribute_code: 'nope', value: { a: [1] } },
          { attribute_code: 'category_ids', value: ['3'] },
        ],
      },
      {
        custom_attributes: [
          { attribute_code: 'nope', value: { a: [1] } },
          { attribute_code: 'category_ids', value: ['3'] },
        ],
      },
    ],
  ])('%s', async (_, sent, read) => {
    expect(await decoded({ product: { sku: 's', ...sent } })).toEqual({ sku: 's', ...read });
  });

  test.each(['x', 5, true])('%j where the object belongs is an empty one', async (product) => {
    expect(await decoded({ product })).toEqual({});
  });

  test.each([
    ['maybe', false],
    ['yes', true],
    ['ON', true],
    [' 1 ', true],
    [1, true],
    [2, false],
    [true, true],
  ])('the flag %j is %j', async (saveOptions, read) => {
    await decoded({ product: {}, saveOptions, extra: 1 });
    expect(calls.at(-1)!.input).toEqual({ product: {}, saveOptions: read });
  });

  test('snake case arguments, and arguments in the query, which win', async () => {
    await api.send('POST', '/rest/V1/customers/isEmailAvailable', { body: { customer_email: 'a', website_id: '1' } });
    expect(calls.at(-1)!.input).toEqual({ customerEmail: 'a', websiteId: 1 });
    await api.send('POST', '/rest/V1/customers/isEmailAvailable?customerEmail=q', { body: { customerEmail: 'a' } });
    expect(calls.at(-1)!.input).toEqual({ customerEmail: 'q' });
  });
});

describe('missing arguments', () => {
  test('one is an error of its own, several are collected', async () => {
    const one = await api.send('POST', '/rest/V1/integration/customer/token', { body: { username: 'a' } });
    expect(one.body).toEqual(required('password'));
    const both = await api.send('POST', '/rest/V1/integration/customer/token', {});
    expect([both.status, both.body]).toEqual([
      400,
      {
        message: 'One or more input exceptions have occurred.',
        errors: [required('username'), required('password')],
      },
    ]);
  });

  test('a wrong value is reported before a missing one', async () => {
    const answer = await api.send('POST', '/rest/V1/integration/customer/token', { body: { username: ['a'] } });
    expect(answer.body).toEqual({ message: wrong('array', 'string') });
  });
});
