import { describe, expect, it } from 'vitest';
import { applyOperations, parseResponse } from '../../src/modules/webhooks/hook-response.ts';
import { selectFields } from '../../src/modules/webhooks/payload.ts';

const changed = (value: unknown, answer: unknown) => applyOperations(value, parseResponse(JSON.stringify(answer)));

describe('the answer of a hook', () => {
  const methods = [{ code: 'flat', amount: 5 }];

  it.each([
    ['adds behind a list', { op: 'add', path: 'result', value: { code: 'new' } }, [...methods, { code: 'new' }]],
    [
      'adds the data of an instance',
      { op: 'add', path: 'result', value: { data: { code: 'new' } }, instance: 'Some\\Class' },
      [...methods, { code: 'new' }],
    ],
    ['adds a field', { op: 'add', path: 'result/0/title', value: 'T' }, [{ ...methods[0], title: 'T' }]],
    ['replaces', { op: 'replace', path: 'result/0/amount', value: 6 }, [{ code: 'flat', amount: 6 }]],
    ['replaces an element', { op: 'replace', path: 'result/0', value: 1 }, [1]],
    ['removes a field', { op: 'remove', path: 'result/0/amount' }, [{ code: 'flat' }]],
    ['removes an element', { op: 'remove', path: 'result/0' }, []],
    ['leaves alone what is nowhere', { op: 'replace', path: 'result/7/amount', value: 6 }, methods],
    ['leaves alone what is inside of nothing', { op: 'add', path: 'other/inner/amount', value: 6 }, methods],
    ['may be that all is well', { op: 'success' }, methods],
  ])('%s', (_, answer, result) => {
    const value = { result: structuredClone(methods) };
    expect(changed(value, answer)).toEqual({ result });
    expect(value).toEqual({ result: methods });
  });

  it('is done one operation after another', () => {
    const answer = [
      { op: 'add', path: 'a', value: [] },
      { op: 'add', path: 'a', value: 1 },
      { op: 'add', path: 'a', value: 2 },
      { op: 'remove', path: 'a/0' },
    ];
    expect(changed({}, answer)).toEqual({ a: [2] });
  });

  it.each([
    'nothing',
    '"success"',
    '{}',
    '{"op":"do"}',
    '{"op":"add","path":"a"}',
    '{"op":"remove"}',
    '{"op":"replace","path":"__proto__/x","value":1}',
  ])('cannot be read: %s', (text) => {
    expect(() => parseResponse(text)).toThrow();
  });
});

describe('the fields that a hook asks for', () => {
  const offered = {
    id: 7,
    result: [
      { code: 'a', sum: 1 },
      { code: 'b', sum: 2 },
    ],
    address: { postcode: '1' },
  };

  it('are everything, unless they are named', () => {
    expect(selectFields(offered, [])).toBe(offered);
  });

  it('stand where their names say, those of lists by element', () => {
    const fields = [
      { name: 'postcode', source: 'address.postcode' },
      { name: 'result[].code', source: '' },
      { name: 'result[].price.sum', source: 'result[].sum' },
      { name: 'codes', source: 'result[].code' },
      { name: '__proto__.polluted', source: 'id' },
    ];
    const selected = selectFields(offered, fields) as Record<string, unknown>;
    expect(JSON.parse(JSON.stringify(selected))).toEqual({
      postcode: '1',
      result: [
        { code: 'a', price: { sum: 1 } },
        { code: 'b', price: { sum: 2 } },
      ],
      codes: ['a', 'b'],
      ['__proto__']: { polluted: 7 },
    });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
