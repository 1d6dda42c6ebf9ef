import { expect, test } from 'vitest';
import { errorCode, errorMessage } from '../../src/kernel/thrown.ts';

test('the code of an error is returned where it is a text', () => {
  expect(errorCode(Object.assign(new Error('no file'), { code: 'ENOENT' }))).toBe('ENOENT');
  const others = [new Error('a'), Object.assign(new Error('b'), { code: 7 }), { code: 'ENOENT' }];
  expect(others.map(errorCode)).toEqual([undefined, undefined, undefined]);
});

test('the message is that of an error, or the text of any other value', () => {
  expect([new TypeError('wrong'), 'gone', undefined].map(errorMessage)).toEqual(['wrong', 'gone', 'undefined']);
});
