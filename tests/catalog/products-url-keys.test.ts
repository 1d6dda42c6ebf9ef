import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { product as simple } from '../support/products.ts';
import { assert, property, string } from '../support/properties.ts';
import { formatUrlKey } from '../../src/kernel/url-key.ts';
import { urlKeyFor } from '../../src/modules/catalog/products/url-keys.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

describe('a text as part of a URL', () => {
  for (const [text, key] of [
    ['Simple Product', 'simple-product'],
    ['  Tee & Cap -- 50% off!  ', 'tee-cap-50-off'],
    ['Größe Ærø Łódź', 'grosse-aero-lodz'],
    ['Crème brûlée', 'creme-brulee'],
    ['Привет, мальчик!', 'privet-malchik'],
    ['Ελληνικά', 'ellinika'],
    ['日本語', 'ribenyu'],
    ['♪', ''],
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
  expect(urlKeyFor('♪', '', 'SKU 1')).toBe('sku-1');
});

describe('over the interface', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
  });
  afterAll(() => souk.stop());

  const pairs = (url_key: string): object[] => [{ attribute_code: 'url_key', value: url_key }];
  const product = (url_key: string, over: object = {}): Promise<Answer> =>
    souk.admin.post('/V1/products', { product: simple({ custom_attributes: pairs(url_key), ...over }) });
  const category = (url_key: string, parent_id = 2): Promise<Answer> =>
    souk.admin.post('/V1/categories', {
      category: { parent_id, name: unique('C'), is_active: true, custom_attributes: pairs(url_key) },
    });
  const keyOf = ({ body }: Answer): string =>
    body.custom_attributes.find((one: { attribute_code: string }) => one.attribute_code === 'url_key').value;
  const taken = 'URL key for specified store already exists.';

  it('a product keeps what was sent as part of a URL, so that clashes are found', async () => {
    for (const [sent, key] of [
      ['My Key', 'my-key'],
      ['äöü ß', 'aou-ss'],
      ['a/b', 'a-b'],
      ['Зима', 'zima'],
    ] as const) {
      const made = await product(sent);
      ok(made);
      expect(keyOf(made)).toBe(key);
      fails(await product(key), 400, taken);
      const put = await souk.admin.put(`/V1/products/${made.body.sku}`, {
        product: { custom_attributes: pairs(sent) },
      });
      ok(put);
      expect(keyOf(put)).toBe(key);
    }
  });

  it('a product and a category have no path in common', async () => {
    const saveError = { message: 'Could not save category: %1', parameters: [taken] };
    ok(await product('path one'));
    expect((await category('PATH-ONE')).body).toEqual(saveError);
    const own = ok(await category('path-two'));
    fails(await product('path two'), 400, taken);
    // Further down and where nobody sees the product there is no clash.
    const below = ok(await category('path-one', own.id));
    ok(await product('path two', { visibility: 1 }));
    const put = (change: object): Promise<Answer> =>
      souk.admin.store('all').put(`/V1/categories/${own.id}`, { category: change });
    expect((await put({ custom_attributes: pairs('path-one') })).body).toEqual(saveError);
    fails(await souk.admin.put(`/V1/categories/${below.id}/move`, { parentId: 2 }), 400);
    ok(await put({ custom_attributes: pairs('path-three') }));
    ok(await product('path two'));
    ok(await souk.admin.delete(`/V1/categories/${own.id}`));
    ok(await product('path three'));
  });
});
