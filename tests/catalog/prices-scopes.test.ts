import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { criteria, fails, ok, startSouk, until, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
const command = async (...args: string[]): Promise<void> => {
  const { code, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
};

// base: default (1), en2 (4); eu: fr (2), de (3). Each website has prices of its own.
beforeAll(async () => {
  souk = await startSouk();
  await command('website:create', 'eu', 'Europe', '--currency', 'EUR');
  await command('store:group:create', 'eu_store', 'Europe', '--website', 'eu');
  await command('store:view:create', 'fr', 'French', '--group', 'eu_store');
  await command('store:view:create', 'de', 'German', '--group', 'eu_store');
  await command('store:view:create', 'en2', 'Second', '--group', 'main_website_store');
  await souk.configure({ 'catalog/price/scope': '1' });
  await until(async () => ok(await souk.admin.get('/V1/store/storeViews')).length === 5);
  // While prices are the same everywhere, what is written through a store view is what all show.
  const probe = await product();
  let tried = 20;
  await until(async () => {
    tried += 1;
    ok(await souk.admin.store('fr').put(`/V1/products/${probe}`, { product: { price: tried } }));
    return ok(await souk.admin.store('all').get(`/V1/products/${probe}`)).price !== tried;
  });
});
afterAll(() => souk.stop());

type Fields = Record<string, unknown>;
async function product(): Promise<string> {
  const extension_attributes = { website_ids: [1, 2], stock_item: { qty: 10, is_in_stock: true } };
  return (await newProduct(souk, { price: 20, extension_attributes })).sku;
}
const post = async (kind: string, body: Fields): Promise<Answer['body']> =>
  ok(await souk.admin.post(`/V1/products/${kind}`, body));
const price = async (code: string, sku: string): Promise<unknown> =>
  ok(await souk.admin.store(code).get(`/V1/products/${sku}`)).price;

const special = async (code: string, sku: string): Promise<number | undefined> => {
  const attributes: Fields[] = ok(await souk.admin.store(code).get(`/V1/products/${sku}`)).custom_attributes;
  const found = attributes.find((one) => one.attribute_code === 'special_price');
  return found && Number(found.value);
};
/** What a visitor of a store view pays for a piece. */
const inCart = async (code: string, sku: string): Promise<number> => {
  const guest = souk.guest.store(code);
  const id = ok(await guest.post('/V1/guest-carts'));
  return ok(await guest.post(`/V1/guest-carts/${id}/items`, { cartItem: { sku, qty: 1, quote_id: id } })).price;
};

describe('prices by website', () => {
  it('are set in every store view of the website', async () => {
    const sku = await product();
    expect(await post('base-prices', { prices: [{ price: 17, store_id: 2, sku }] })).toEqual([]);
    expect([await price('', sku), await price('all', sku), await price('fr', sku), await price('de', sku)]).toEqual([
      20, 20, 17, 17,
    ]);
    expect(await post('base-prices-information', { skus: [sku] })).toEqual([
      { price: 20, store_id: 0, sku },
      { price: 17, store_id: 2, sku },
      { price: 17, store_id: 3, sku },
    ]);
  });

  it('are special in the store view alone that a special price was set for', async () => {
    const sku = await product();
    const row = { price: 9, store_id: 2, sku, price_from: '2026-01-01 00:00:00', price_to: '2036-01-01 00:00:00' };
    expect(await post('special-price', { prices: [row] })).toEqual([]);
    expect(await post('special-price-information', { skus: [sku] })).toEqual([row]);
    expect([await special('fr', sku), await special('de', sku), await special('all', sku)]).toEqual([
      9,
      undefined,
      undefined,
    ]);
    expect([await inCart('fr', sku), await inCart('de', sku)]).toEqual([9, 20]);
    // What a view has of its own is neither what another is given nor what is taken from that one.
    const other = { ...row, price: 8, store_id: 3 };
    expect(await post('special-price', { prices: [other] })).toEqual([]);
    expect(await post('special-price-information', { skus: [sku] })).toEqual([row, other]);
    expect(await post('special-price-delete', { prices: [other] })).toEqual([]);
    expect(await post('special-price-information', { skus: [sku] })).toEqual([row]);
    expect(await post('special-price-delete', { prices: [row] })).toEqual([]);
    expect(await post('special-price-information', { skus: [sku] })).toEqual([]);
  });

  it('can be costs in one store view', async () => {
    const sku = await product();
    await post('cost', { prices: [{ cost: 3, store_id: 2, sku }] });
    expect(await post('cost-information', { skus: [sku] })).toEqual([{ cost: 3, store_id: 2, sku }]);
    expect(await post('cost-delete', { skus: [sku] })).toBe(true);
    expect(await post('cost-information', { skus: [sku] })).toEqual([]);
  });
});

describe('tier prices by website', () => {
  it('are written for the website of the store view, and shown there and globally', async () => {
    const sku = await product();
    const path = `/V1/products/${sku}/group-prices/1/tiers`;
    const tier = { customer_group_id: 1, qty: 3, value: 6 };
    expect(ok(await souk.admin.store('fr').post(`${path}/3/price/6`))).toBe(true);
    expect(ok(await souk.admin.store('fr').get(path))).toEqual([tier]);
    expect(ok(await souk.admin.get(path))).toEqual([]);
    expect(ok(await souk.admin.store('all').get(path))).toEqual([tier]);
    expect(fails(await souk.admin.delete(`${path}/3`), 404).parameters).toEqual(['1', '1', 3]);
    expect(ok(await souk.admin.store('fr').delete(`${path}/3`))).toBe(true);
    expect(ok(await souk.admin.store('all').get(path))).toEqual([]);
  });
});

describe('custom options by website', () => {
  it('have a price of their own there', async () => {
    const sku = await product();
    const option = {
      product_sku: sku,
      title: 'Text',
      type: 'field',
      sort_order: 1,
      is_require: false,
      price_type: 'fixed',
    };
    const made = ok(await souk.admin.post('/V1/products/options', { option: { ...option, price: 5 } }));
    const changed = { ...option, title: 'Texte', price: 4, option_id: made.option_id };
    ok(await souk.admin.store('fr').put(`/V1/products/options/${made.option_id}`, { option: changed }));
    const shown = async (code: string): Promise<unknown> => {
      const [one] = ok(await souk.admin.store(code).get(`/V1/products/${sku}/options`));
      return [one.title, one.price];
    };
    expect([await shown(''), await shown('all'), await shown('fr'), await shown('de')]).toEqual([
      ['Text', 5],
      ['Text', 5],
      ['Texte', 4],
      ['Text', 4],
    ]);
  });
});

it('D74: a store view with prices of its own sorts by its base prices', async () => {
  const [a, b] = [await product(), await product()];
  const put = async (store: string, sku: string, fields: Fields): Promise<unknown> =>
    ok(await souk.admin.store(store).put(`/V1/products/${sku}`, { product: fields }));
  await put('fr', a, { price: 9 });
  await put('fr', b, { price: 11, custom_attributes: [{ attribute_code: 'special_price', value: 1 }] });
  const query = criteria([[{ field: 'sku', value: `${a},${b}`, condition_type: 'in' }]], {
    sort: [{ field: 'price', direction: 'ASC' }],
  });
  const list = ok(await souk.admin.store('fr').get(`/V1/products?${query}`));
  expect(list.items.map((item: { sku: string }) => item.sku)).toEqual([a, b]);
});
