import { describe, expect, it } from 'vitest';
import { assert, property, string } from 'fast-check';
import { formatUrlKey } from '../../src/kernel/url-key.ts';
import { urlKeyFor } from '../../src/modules/catalog/products/url-keys.ts';

describe('a text as part of a URL', () => {
  for (const [text, key] of [
    ['Simple Product', 'simple-product'],
    ['  Tee & Cap -- 50% off!  ', 'tee-and-cap-50-off'],
    ['Größe Ærø Łódź', 'grosse-aero-lodz'],
    ['Crème brûlée', 'creme-brulee'],
    ['日本語', ''],
    ['ﬁne ½', 'fine-1-2'],
  ] as const) {
    it(`${JSON.stringify(text)} is ${JSON.stringify(key)}`, () => {
      expect(formatUrlKey(text)).toBe(key);
    });
  }

  it('has Latin letters, digits and single hyphens only, and stays as it is when formatted again', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        const key = formatUrlKey(text);
        expect(key).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(formatUrlKey(key)).toBe(key);
      }),
    );
  });
});

it('a new product takes the key that was sent, else one of its name, else one of its SKU', () => {
  expect(urlKeyFor(' My-Key ', 'Name', 'sku')).toBe('my-key');
  expect(urlKeyFor('', 'A Name', 'sku')).toBe('a-name');
  expect(urlKeyFor('', '日本', 'SKU 1')).toBe('sku-1');
});
