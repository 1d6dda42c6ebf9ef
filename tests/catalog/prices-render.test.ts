import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../support/png.ts';
import { newProduct } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
async function product({ sku = unique('render'), ...over }: Fields & { sku?: string } = {}): Promise<string> {
  return (await newProduct(souk, { sku, name: `Name ${sku}`, price: 30, ...over })).sku;
}
const render = (skus: string[], query = 'storeId=1&currencyCode=USD'): Promise<Answer> =>
  souk.guest.get(
    `/V1/products-render-info?${query}&${criteria([[{ field: 'sku', value: skus.join(), condition_type: 'in' }]])}`,
  );
const attributes = (values: Fields): Fields[] =>
  Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));

describe('what pages show of products', () => {
  it('is told to everybody: prices, links, buttons and images', async () => {
    const content = {
      base64_encoded_data: png([1, 2, 3], 8).toString('base64'),
      type: 'image/png',
      name: 'pic.png',
    };
    const sku = await product({
      custom_attributes: attributes({
        special_price: 25,
        special_from_date: '2020-01-01',
        url_key: 'shown-here',
        msrp: 40,
      }),
      media_gallery_entries: [{ media_type: 'image', label: 'L', types: ['small_image'], content }],
    });
    const { items } = ok(await render([sku]));
    expect(items).toHaveLength(1);
    const [item] = items;
    expect(item).toMatchObject({
      name: `Name ${sku}`,
      type: 'simple',
      is_salable: '1',
      store_id: 1,
      currency_code: 'USD',
    });
    expect(item.url).toMatch(/^http:.*\/shown-here\.html$/);
    expect(item.price_info).toMatchObject({ regular_price: 30, special_price: 25, final_price: 25, max_price: 25 });
    expect(item.price_info.formatted_prices.final_price).toBe('<span class="price">$25.00</span>');
    expect(item.price_info.extension_attributes.tax_adjustments.final_price).toBe(25);
    expect(item.price_info.extension_attributes).toMatchObject({
      weee_adjustment: '<span class="price">$25.00</span>',
      msrp: { msrp_price: '<span class="price">$40.00</span>', is_applicable: '' },
    });
    expect(item.images).toHaveLength(6);
    const files = item.images.map(({ url }: Fields) => String(url).replace(/^.*catalog\/product\//, ''));
    expect(new Set(files)).toEqual(new Set([expect.stringMatching(/pic.*\.png$/), 'placeholder/souk/thumbnail.png']));
    for (const { url } of item.images) expect((await fetch(url)).status).toBe(200);
    expect(JSON.parse(item.add_to_cart_button.post_data).data.product).toBe(String(item.id));
  });

  it('leaves out what is disabled, and tells what cannot be sold', async () => {
    const [hidden, gone] = [await product({ status: 2 }), await product({ extension_attributes: {} })];
    const { items } = ok(await render([hidden, gone]));
    expect(items.map((item: Fields) => item.is_salable)).toEqual(['']);
  });

  it('ranges over the parts of a grouped product', async () => {
    const parts = [await product({ price: 12 }), await product({ price: 7 })];
    const sku = unique('grouped');
    const links = parts.map((part) => ({ link_type: 'associated', linked_product_sku: part }));
    await product({ sku, type_id: 'grouped', price: null, product_links: links });
    const [item] = ok(await render([sku])).items;
    expect(item.price_info).toMatchObject({ minimal_price: 7, max_price: 12, final_price: 7, special_price: null });
  });

  it('needs a store view that exists', async () => {
    fails(await render(['x'], 'storeId=99&currencyCode=USD'), 400, /^The store that was requested wasn't found/);
    fails(await render(['x'], 'storeId=1'), 400, /currencyCode/);
  });
});
