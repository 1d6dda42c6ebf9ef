import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  makeBundle,
  makeConfigurable,
  makeGrouped,
  makeProduct,
  makeSelect,
  makeVariants,
} from '../catalog/composites.ts';
import { guestCart, makeCustomer, PAYMENT, ship } from '../quote/shop.ts';
import { graphqlClient } from '../support/graphql.ts';
import { addToSet, newAttribute } from '../support/products.ts';
import { criteria, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { all, command, deleteRules, finalPrices, forSkus, saveRule } from './rules.ts';

type Json = Answer['body'];
let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());
afterEach(() => deleteRules(souk));

const priced = (price: number, over: object = {}): Promise<Json> => makeProduct(souk, { price, ...over });
const attributes = (values: Record<string, unknown>) =>
  Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));

describe('the price of a product', () => {
  it('is the lowest of the price by rules, the special price and the tier price', async () => {
    const like = unique('lowest');
    const tier = { customer_group_id: 32_000, qty: 1, value: 70 };
    const plain = await priced(100, { sku: `${like}-plain` });
    const special = await priced(100, { sku: `${like}-special`, custom_attributes: attributes({ special_price: 80 }) });
    const tiered = await priced(100, { sku: `${like}-tier`, tier_prices: [tier] });
    const others = await priced(100, { sku: unique('other') });
    const id = await saveRule(souk, { discount_amount: 25, rule_condition: all(['sku', '{}', like]) });
    const prices = async () => [
      await finalPrices(souk, plain.sku),
      await finalPrices(souk, special.sku),
      await finalPrices(souk, tiered.sku),
      await finalPrices(souk, others.sku),
    ];
    expect(await prices()).toEqual([[75], [75], [70], [100]]);
    await saveRule(souk, { rule_id: id, discount_amount: 10 });
    expect(await prices()).toEqual([[90], [80], [70], [100]]);
    await saveRule(souk, { rule_id: id, is_active: false });
    expect(await prices()).toEqual([[100], [80], [70], [100]]);
  });

  it('shows the rule as a discount, and the special price unchanged', async () => {
    const { sku } = await priced(40, { custom_attributes: attributes({ special_price: 39 }) });
    await saveRule(souk, { ...forSkus(sku), simple_action: 'to_fixed', discount_amount: 30 });
    const query = `query($sku: String) { products(filter: { sku: { eq: $sku } }) { items { special_price
      price_range { minimum_price { regular_price { value } final_price { value } discount { amount_off percent_off } } } } } }`;
    const { products } = await graphqlClient(souk).data(query, { sku });
    expect(products.items).toEqual([
      {
        special_price: 39,
        price_range: {
          minimum_price: {
            regular_price: { value: 40 },
            final_price: { value: 30 },
            discount: { amount_off: 10, percent_off: 25 },
          },
        },
      },
    ]);
    const filters = [[{ field: 'sku', value: sku }]];
    const render = ok(await souk.admin.get(`/V1/products-render-info?storeId=1&currencyCode=USD&${criteria(filters)}`));
    const { final_price, regular_price, special_price } = render.items[0].price_info;
    expect({ final_price, regular_price, special_price }).toEqual({
      final_price: 30,
      regular_price: 40,
      special_price: 39,
    });
  });

  it('follows all rules by priority, up to one that discards later ones', async () => {
    const { sku } = await priced(100);
    const last = await saveRule(souk, {
      ...forSkus(sku),
      simple_action: 'by_fixed',
      discount_amount: 10,
      sort_order: 9,
    });
    const first = await saveRule(souk, { ...forSkus(sku), discount_amount: 50, sort_order: 1 });
    expect(await finalPrices(souk, sku)).toEqual([40]);
    await saveRule(souk, { rule_id: last, sort_order: 0 });
    expect(await finalPrices(souk, sku)).toEqual([45]);
    await saveRule(souk, { rule_id: last, stop_rules_processing: true });
    expect(await finalPrices(souk, sku)).toEqual([90]);
    await command(souk, 'catalog-rule:delete', String(last));
    expect(await finalPrices(souk, sku)).toEqual([50]);
    await saveRule(souk, { rule_id: first, simple_action: 'by_fixed', discount_amount: 200 });
    expect(await finalPrices(souk, sku)).toEqual([0]);
  });

  it('is that of the customer group', async () => {
    const { sku } = await priced(100);
    const { me } = await makeCustomer(souk);
    await saveRule(souk, { ...forSkus(sku), customer_group_ids: ['General'], discount_amount: 30 });
    expect(await finalPrices(souk, sku)).toEqual([100]);
    expect(await finalPrices(souk, sku, { client: graphqlClient(souk, me.token) })).toEqual([70]);
    ok(await me.post('/V1/carts/mine'));
    const cartItem = { sku, qty: 2, quote_id: String(ok(await me.get('/V1/carts/mine')).id) };
    expect(ok(await me.post('/V1/carts/mine/items', { cartItem })).price).toBe(70);
    const guest = await guestCart(souk, [sku, 1]);
    expect(ok(await souk.guest.get(`/V1/guest-carts/${guest.id}/items`))[0].price).toBe(100);
  });
});

describe('conditions', () => {
  it('D375: hold for changed rules and products at once, in the catalog service too', async () => {
    const { sku } = await priced(100);
    const id = await saveRule(souk, forSkus(sku));
    const query = `query($skus: [String]) { products(skus: $skus) {
      ... on SimpleProductView { price { final { amount { value } } regular { amount { value } } } } } }`;
    const service = graphqlClient(souk, undefined, '/cs-graphql');
    const prices = async (): Promise<number[]> => {
      const { products } = await service.data(query, { skus: [sku] });
      const { final, regular } = products[0].price;
      return [regular.amount.value, final.amount.value];
    };
    expect(await prices()).toEqual([100, 90]);
    await saveRule(souk, { rule_id: id, discount_amount: 40 });
    expect(await prices()).toEqual([100, 60]);
    ok(await souk.admin.store('all').put(`/V1/products/${sku}`, { product: { price: 50 } }));
    expect(await prices()).toEqual([50, 30]);
    await command(souk, 'catalog-rule:delete', String(id));
    expect(await prices()).toEqual([50, 50]);
  });

  it('D376: test the values for all store views', async () => {
    const code = unique('material').replaceAll('-', '_');
    await newAttribute(souk, {
      attribute_code: code,
      frontend_input: 'text',
      scope: 'store',
      is_used_for_promo_rules: '1',
    });
    await addToSet(souk, code);
    const { sku } = await priced(100, { custom_attributes: attributes({ [code]: 'Wood' }) });
    const product = { custom_attributes: attributes({ [code]: 'Holz' }) };
    ok(await souk.admin.store('default').put(`/V1/products/${sku}`, { product }));
    const id = await saveRule(souk, { rule_condition: all([code, '==', 'wood']) });
    expect(await finalPrices(souk, sku)).toEqual([90]);
    await saveRule(souk, { rule_id: id, rule_condition: all([code, '==', 'holz']) });
    expect(await finalPrices(souk, sku)).toEqual([100]);
  });

  it('test categories, which products may enter and leave, and attribute sets', async () => {
    const category = ok(
      await souk.admin.post('/V1/categories', { category: { name: unique('sale'), is_active: true } }),
    );
    const { sku } = await priced(100);
    await saveRule(souk, { rule_condition: all(['category_ids', '==', category.id], ['attribute_set_id', '==', 4]) });
    expect(await finalPrices(souk, sku)).toEqual([100]);
    const productLink = { sku, category_id: String(category.id), position: 1 };
    ok(await souk.admin.post(`/V1/categories/${category.id}/products`, { productLink }));
    expect(await finalPrices(souk, sku)).toEqual([90]);
    ok(await souk.admin.delete(`/V1/categories/${category.id}/products/${sku}`));
    expect(await finalPrices(souk, sku)).toEqual([100]);
  });

  it('test attributes that are used for promo rules', async () => {
    const select = await makeSelect(souk, ['red', 'blue'], { is_used_for_promo_rules: '1' });
    const [red, blue] = select.values;
    const { sku } = await priced(100, { custom_attributes: attributes({ [select.code]: String(red) }) });
    await saveRule(souk, { rule_condition: all([select.code, '()', [blue!, 999]]) });
    expect(await finalPrices(souk, sku)).toEqual([100]);
    const change = (product: object) => souk.admin.store('all').put(`/V1/products/${sku}`, { product });
    ok(await change({ custom_attributes: attributes({ [select.code]: String(blue) }) }));
    expect(await finalPrices(souk, sku)).toEqual([90]);
    ok(await change({ price: 50 }));
    expect(await finalPrices(souk, sku)).toEqual([45]);
  });
});

describe('products made of products', () => {
  it('have the prices of their components by rules; variants also have the rules of the configurable product', async () => {
    const select = await makeSelect(souk, ['small', 'large']);
    const variants = await makeVariants(souk, select, [{ price: 20 }, { price: 40 }]);
    const whole = await makeConfigurable(souk, select, variants);
    const grouped = await makeGrouped(souk, variants);
    await saveRule(souk, { ...forSkus(variants[1].sku), simple_action: 'to_fixed', discount_amount: 30 });
    expect(await finalPrices(souk, whole.sku)).toEqual([20, 30]);
    const ofParent = await saveRule(souk, { ...forSkus(whole.sku), sort_order: 1, discount_amount: 50 });
    expect(await finalPrices(souk, whole.sku)).toEqual([10, 15]);
    expect((await finalPrices(souk, grouped.sku))[0]).toBe(10);
    const guest = await guestCart(souk);
    const configurable_item_options = [{ option_id: select.id, option_value: select.values[1] }];
    const product_option = { extension_attributes: { configurable_item_options } };
    const cartItem = { sku: whole.sku, qty: 1, quote_id: guest.id, product_option };
    expect(ok(await souk.guest.post(`/V1/guest-carts/${guest.id}/items`, { cartItem })).price).toBe(15);
    await command(souk, 'catalog-rule:delete', String(ofParent));
    expect(await finalPrices(souk, whole.sku)).toEqual([20, 30]);
  });

  it('a bundle with a fixed price is reduced itself, its percentages with it, and its amounts are not', async () => {
    const parts = [await priced(5), await priced(6)];
    const bundle = await makeBundle(souk, [parts]);
    ok(await souk.admin.store('all').put(`/V1/products/${bundle.sku}`, { product: { price: 100 } }));
    expect((await finalPrices(souk, bundle.sku))[0]).toBe(101);
    await saveRule(souk, { ...forSkus(bundle.sku), discount_amount: 20 });
    expect((await finalPrices(souk, bundle.sku))[0]).toBe(81);
    const guest = await guestCart(souk);
    const [option] = ok(await souk.admin.get(`/V1/bundle-products/${bundle.sku}/options/all`));
    const bundle_options = [
      { option_id: option.option_id, option_qty: 1, option_selections: [Number(option.product_links[0].id)] },
    ];
    const product_option = { extension_attributes: { bundle_options } };
    const cartItem = { sku: bundle.sku, qty: 1, quote_id: guest.id, product_option };
    expect(ok(await souk.guest.post(`/V1/guest-carts/${guest.id}/items`, { cartItem })).price).toBe(81);
  });

  it('a bundle with a dynamic price costs the prices of its parts by rules', async () => {
    const part = await priced(50);
    const bundle = await makeBundle(souk, [[part]]);
    const product = { custom_attributes: attributes({ price_type: '0' }) };
    ok(await souk.admin.store('all').put(`/V1/products/${bundle.sku}`, { product }));
    await saveRule(souk, { ...forSkus(part.sku), discount_amount: 20 });
    expect(await finalPrices(souk, bundle.sku)).toEqual([40]);
  });
});

describe('carts and orders', () => {
  it('have the price by rules as price of the item, and the regular one as original price', async () => {
    const { sku } = await priced(100);
    const rule = await saveRule(souk, { ...forSkus(sku), discount_amount: 25 });
    const { id, path } = await guestCart(souk, [sku, 2]);
    const client = graphqlClient(souk);
    const query = `query($id: String!) { cart(cart_id: $id) { prices { subtotal_excluding_tax { value } } itemsV2 { items { prices {
      price { value } original_item_price { value } original_row_total { value } catalog_discount { amount_off percent_off } row_catalog_discount { amount_off percent_off } } } } } }`;
    const { cart } = await client.data(query, { id });
    expect(cart).toEqual({
      prices: { subtotal_excluding_tax: { value: 150 } },
      itemsV2: {
        items: [
          {
            prices: {
              price: { value: 75 },
              original_item_price: { value: 100 },
              original_row_total: { value: 200 },
              catalog_discount: { amount_off: 25, percent_off: 25 },
              row_catalog_discount: { amount_off: 50, percent_off: 25 },
            },
          },
        ],
      },
    });
    await saveRule(souk, { rule_id: rule, discount_amount: 50 });
    await ship(souk.guest, path);
    const order = Number(ok(await souk.guest.post(`${path}/payment-information`, PAYMENT)));
    const { items, subtotal, discount_amount } = ok(await souk.admin.get(`/V1/orders/${order}`));
    expect({ price: items[0].price, original: items[0].original_price, subtotal, discount_amount }).toEqual({
      price: 50,
      original: 100,
      subtotal: 100,
      discount_amount: 0,
    });
  });
});
