import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { cardProduct, newCardProduct } from './shop.ts';

const valuesOf = (shown: Json) => shown.extension_attributes.giftcard_amounts.map(({ value }: Json) => value);
const attributeOf = (shown: Json, code: string): unknown =>
  shown.custom_attributes.find((one: Json) => one.attribute_code === code)?.value;

describe.each(engines)('products that are gift cards, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const save = (sent: Json) => here.admin.post('/V1/products', { product: sent });

  it('have amounts and terms, alone and in lists', async () => {
    const { sku } = await newCardProduct(here, [50, 25], { lifetime: 30, allow_open_amount: 0 });
    const shown = ok(await here.admin.get(`/V1/products/${sku}`));
    const { attribute_id } = ok(await here.admin.get('/V1/products/attributes/giftcard_amounts'));
    expect(shown).toMatchObject({ type_id: 'giftcard', price: 0, weight: 1 });
    expect(shown.extension_attributes.giftcard_amounts).toEqual([
      { attribute_id, website_id: 0, value: 50, website_value: 50 },
      { attribute_id, website_id: 0, value: 25, website_value: 25 },
    ]);
    expect([attributeOf(shown, 'lifetime'), attributeOf(shown, 'giftcard_type')]).toEqual(['30', '0']);
    const { items } = ok(await here.admin.get(`/V1/products?${criteria([[{ field: 'sku', value: sku }]])}`));
    expect(valuesOf(items[0])).toEqual([50, 25]);
    expect(ok(await here.admin.get('/V1/products/types'))).toContainEqual({ name: 'giftcard', label: 'Gift Card' });
  });

  it('keep what is not sent, and get other amounts where they are', async () => {
    const { sku } = await newCardProduct(here, [50]);
    const put = async (sent: Json): Promise<Json> => ok(await here.admin.put(`/V1/products/${sku}`, { product: sent }));
    expect(valuesOf(await put({ name: 'Another name' }))).toEqual([50]);
    const amount = { attribute_id: 0, website_id: 1, value: 12.5, website_value: 12.5 };
    expect(valuesOf(await put({ extension_attributes: { giftcard_amounts: [amount] } }))).toEqual([12.5]);
    expect(valuesOf(await put({ extension_attributes: { giftcard_amounts: [] } }))).toEqual([]);
  });

  it('are refused with what will not do, and nothing changes', async () => {
    const { sku } = await newCardProduct(here, [50]);
    const amounts = (...giftcard_amounts: Json[]) =>
      here.admin.put(`/V1/products/${sku}`, { product: { name: 'X', extension_attributes: { giftcard_amounts } } });
    const amount = { attribute_id: 0, website_id: 0, value: 10, website_value: 10 };
    fails(await amounts(amount, amount), 400, 'Duplicate amount found.');
    for (const wrong of [{ value: 0 }, { value: -5 }, { value: 1.001 }, { value: 1e9 }, { website_id: 99 }]) {
      fails(await amounts({ ...amount, ...wrong }), 400);
    }
    for (const wrong of [{ giftcard_type: 3 }, { is_redeemable: 2 }, { lifetime: -1 }, { allow_open_amount: 7 }]) {
      fails(await save(cardProduct([10], wrong)), 400);
    }
    fails(await save(cardProduct([], { open_amount_min: 20, open_amount_max: 10 })), 400, /can't be above the maximum/);
    const shown = ok(await here.admin.get(`/V1/products/${sku}`));
    expect([valuesOf(shown), shown.name]).toEqual([[50], `Card ${sku}`]);
    fails(await here.admin.put(`/V1/products/${sku}`, { product: { type_id: 'simple' } }), 400);
  });

  it('stand in lists by the least that they can be had for', async () => {
    const name = unique('priced');
    const cards = [
      await save(cardProduct([30, 80], {}, { name: unique(name) })),
      await save(
        cardProduct([90], { allow_open_amount: 1, open_amount_min: 5, open_amount_max: 200 }, { name: unique(name) }),
      ),
      await save(cardProduct([60], {}, { name: unique(name) })),
    ].map((answer) => ok(answer));
    const plain = await newProduct(here, { name: unique(name), price: 40 });
    const empty = ok(await save(cardProduct([], {}, { name: unique(name) })));
    const byPrice = `${criteria([[{ field: 'name', value: `${name}%`, condition_type: 'like' }]])}&searchCriteria[sortOrders][0][field]=price&searchCriteria[sortOrders][0][direction]=ASC`;
    await expect
      .poll(async () => ok(await here.admin.get(`/V1/products?${byPrice}`)).items.map(({ sku }: Json) => sku))
      .toEqual([empty.sku, cards[1]!.sku, cards[0]!.sku, plain.sku, cards[2]!.sku]);
    const found = criteria([[{ field: 'name', value: `${name}%`, condition_type: 'like' }]]);
    const { items } = ok(await here.guest.get(`/V1/products-render-info?${found}&storeId=1&currencyCode=USD`));
    const prices = new Map(items.map(({ id, price_info: info }: Json) => [id, [info.minimal_price, info.max_price]]));
    expect(cards.map(({ id }) => prices.get(id))).toEqual([
      [30, 80],
      [5, 200],
      [60, 60],
    ]);
    const sold = items.flatMap(({ id, is_salable }: Json) => (is_salable === '1' ? [id] : []));
    expect(sold.toSorted()).toEqual([...cards, plain].map(({ id }) => id).toSorted());
  });

  it('have attributes that other products have not', async () => {
    const { sku } = await newProduct(here, { custom_attributes: [{ attribute_code: 'lifetime', value: '3' }] });
    expect(attributeOf(ok(await here.admin.get(`/V1/products/${sku}`)), 'lifetime')).toBeUndefined();
    const { apply_to, source_model } = ok(await here.admin.get('/V1/products/attributes/giftcard_type'));
    expect([apply_to, source_model]).toEqual([['giftcard'], 'Magento\\GiftCard\\Model\\Source\\Type']);
    expect(ok(await here.admin.get('/V1/products/attributes/weight')).apply_to).toContain('giftcard');
    const options = ok(await here.admin.get('/V1/products/attributes/giftcard_type/options'));
    expect(options.map(({ label }: Json) => label)).toEqual(
      expect.arrayContaining(['Virtual', 'Physical', 'Combined']),
    );
  });
});
