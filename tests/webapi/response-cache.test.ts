import { expect, test } from 'vitest';
import { createResponseCache } from '../../src/faces/webapi/response-cache.ts';

test('cached responses hold their own bytes alone, so that the counted size is the allocated size', () => {
  const cache = createResponseCache(10_000);
  // So small a buffer is cut from a block that is shared with others.
  const body = Buffer.from('{"sku":"mug"}');
  expect(body.buffer.byteLength).toBeGreaterThan(body.length);
  cache.set('mug', '1', { input: {}, body, etag: '' });
  const cached = cache.get('mug', '1')!.body;
  expect(cached.equals(body)).toBe(true);
  expect(cached.buffer.byteLength).toBe(body.length);
});
