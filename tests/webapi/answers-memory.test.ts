import { expect, test } from 'vitest';
import { createAnswerStore } from '../../src/faces/webapi/answers.ts';

test('cached responses hold their own bytes alone, so that the counted size is the allocated size', () => {
  const store = createAnswerStore(10_000);
  // So small a buffer is cut from a block that is shared with others.
  const body = Buffer.from('{"sku":"mug"}');
  expect(body.buffer.byteLength).toBeGreaterThan(body.length);
  store.set('mug', '1', { input: {}, body, etag: '' });
  const cached = store.get('mug', '1')!.body;
  expect(cached.equals(body)).toBe(true);
  expect(cached.buffer.byteLength).toBe(body.length);
});
