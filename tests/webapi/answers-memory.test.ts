import { expect, test } from 'vitest';
import { createAnswerStore } from '../../src/webapi/answers.ts';

test('kept answers hold their own bytes alone, so that what is counted of them is what they take', () => {
  const store = createAnswerStore(10_000);
  // So small a buffer is cut from a block that is shared with others.
  const body = Buffer.from('{"sku":"mug"}');
  expect(body.buffer.byteLength).toBeGreaterThan(body.length);
  store.set('mug', { input: {}, version: '1', body, etag: '' });
  const kept = store.get('mug')!.body;
  expect(kept.equals(body)).toBe(true);
  expect(kept.buffer.byteLength).toBe(body.length);
});
