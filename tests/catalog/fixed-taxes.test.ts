import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
const code = unique('fpt').replaceAll('-', '_');
beforeAll(async () => {
  souk = await startSouk();
  await newAttribute(souk, { attribute_code: code, frontend_input: 'weee', is_required: false });
  await addToSet(souk, code);
});
afterAll(() => souk.stop());

const taxes = (value: unknown) => ({ custom_attributes: [{ attribute_code: code, value }] });

/** The taxes that a product shows; undefined for none. */
function shown(product: Answer['body']): unknown {
  return product.custom_attributes.find((one: { attribute_code: string }) => one.attribute_code === code)?.value;
}

const make = (value: unknown): Promise<Answer['body']> => newProduct(souk, taxes(value));

const german = { website_id: 0, country: 'DE', value: 3.5 };
const kept = { website_id: '0', country: 'DE', state: '0', value: '3.5000', website_value: 3.5 };

describe('fixed product taxes', () => {
  it('are kept by website, country and region, and shown with the product and in lists', async () => {
    const american = { website_id: 1, country: 'US', state: 12, price: '1.25' };
    const expected = [kept, { website_id: '1', country: 'US', state: '12', value: '1.2500', website_value: '1.2500' }];
    const product = await make([german, american, { website_id: 0, country: 'FR' }]);
    expect(shown(product)).toEqual(expected);
    expect(shown(ok(await souk.admin.get(`/V1/products/${product.sku}`)))).toEqual(expected);
    const query = criteria([[{ field: 'sku', value: product.sku }]]);
    expect(shown(ok(await souk.admin.get(`/V1/products?${query}`)).items[0])).toEqual(expected);
  });

  it('are written back as they were read, stay when they are not sent, and go with an empty list', async () => {
    const product = await make([german]);
    const put = async (fields: object): Promise<unknown> =>
      shown(ok(await souk.admin.put(`/V1/products/${product.sku}`, { product: fields })));
    expect(await put(taxes(shown(product)))).toEqual([kept]);
    expect(await put({ price: 4 })).toEqual([kept]);
    expect(await put(taxes([{ ...german, value: 2 }]))).toEqual([{ ...kept, value: '2.0000', website_value: 2 }]);
    expect(await put(taxes([]))).toBeUndefined();
  });

  it('are refused when they are none, or two of one place', async () => {
    const product = await make([german]);
    const wrong = ['text', [1], [{ country: 'DE', value: 1 }], [{ website_id: 0, value: 1 }], [german, german]];
    for (const value of wrong) {
      const refused = fails(await souk.admin.put(`/V1/products/${product.sku}`, { product: taxes(value) }), 400);
      expect(refused.parameters).toEqual({ fieldName: code, value });
    }
    expect(shown(ok(await souk.admin.get(`/V1/products/${product.sku}`)))).toEqual([kept]);
  });
});
