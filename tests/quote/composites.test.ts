import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configured } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { guestCart, makeProduct, PAYMENT, ship } from './shop.ts';

let souk: Souk;

beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const attributes = (values: Record<string, string>) =>
  Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));
const option = (title: string, sku: string, price: number, required = true) => ({
  title,
  required,
  type: 'radio',
  product_links: [{ sku, qty: 2, price, price_type: 0, is_default: true, can_change_quantity: 0 }],
});

/** A bundle of two products, of which the buyer takes two each; its options as they were made. */
async function makeBundle({ tax_class_id, ...own }: { price?: number; tax_class_id?: string } = {}) {
  const parts = [await makeProduct(souk, { price: 3 }), await makeProduct(souk, { price: 5 })] as const;
  const kind = own.price === undefined ? '0' : '1';
  const sku = unique('bundle');
  const types = { price_type: kind, sku_type: '1', weight_type: '0', price_view: '0', shipment_type: '0' };
  const product = {
    sku,
    name: sku,
    attribute_set_id: 4,
    type_id: 'bundle',
    status: 1,
    visibility: 4,
    ...own,
    custom_attributes: attributes({ ...types, ...(tax_class_id ? { tax_class_id } : {}) }),
    extension_attributes: {
      website_ids: [1],
      stock_item: { is_in_stock: true },
      bundle_product_options: [option('One', parts[0], 1), option('Other', parts[1], 2, false)],
    },
  };
  const made = ok(await souk.admin.post('/V1/products', { product }));
  const options = made.extension_attributes.bundle_product_options as {
    option_id: number;
    product_links: { id: string }[];
  }[];
  const bundle_options = options.map(({ option_id, product_links }) => ({
    option_id,
    option_qty: 1,
    option_selections: product_links.map(({ id }) => Number(id)),
  }));
  return { sku, parts, bundle_options };
}

/** A class of products that are taxed in Alabama. */
async function taxedClass(rate: number): Promise<string> {
  const taxClass = { class_name: unique('class'), class_type: 'PRODUCT' };
  const id = String(ok(await souk.admin.post('/V1/taxClasses', { taxClass })));
  const tax_rate = { tax_country_id: 'US', tax_region_id: 1, tax_postcode: '*', code: unique('rate'), rate };
  const made = ok(await souk.admin.post('/V1/taxRates', { tax_rate }));
  const classes = { customer_tax_class_ids: [3], product_tax_class_ids: [Number(id)], tax_rate_ids: [made.id] };
  ok(await souk.admin.post('/V1/taxRules', { rule: { code: unique('rule'), priority: 0, position: 0, ...classes } }));
  return id;
}

const add = (path: string, sku: string, qty: number, extension_attributes?: object) =>
  souk.guest.post(`${path}/items`, {
    cartItem: {
      sku,
      qty,
      quote_id: path.split('/').at(-1),
      ...(extension_attributes && { product_option: { extension_attributes } }),
    },
  });

describe('bundles in a cart', () => {
  it('cost what is chosen, and take it from the stock', async () => {
    const { sku, parts, bundle_options } = await makeBundle();
    const { path } = await guestCart(souk);
    fails(await add(path, sku, 1), 400, 'Please specify product option(s).');
    fails(
      await add(path, sku, 1, { bundle_options: bundle_options.slice(1) }),
      400,
      'Please select all required options.',
    );
    expect(ok(await add(path, sku, 3, { bundle_options }))).toMatchObject({
      price: 16,
      qty: 3,
      product_type: 'bundle',
    });
    expect(await ship(souk.guest, path)).toMatchObject({ totals: { subtotal: 48, shipping_amount: 15 } });
    ok(await souk.guest.post(`${path}/payment-information`, PAYMENT));
    expect(ok(await souk.admin.get(`/V1/stockStatuses/${parts[0]}`)).qty).toBe(94);
  });

  it('D92: with a price that includes tax have a discount on it told with tax', async () => {
    const tax_class_id = await taxedClass(25);
    const { sku, bundle_options } = await makeBundle({ price: 20, tax_class_id });
    const settings = { 'tax/calculation/price_includes_tax': '1', 'tax/calculation/discount_tax': '1' };
    await configured(souk, { ...settings, 'tax/calculation/cross_border_trade_enabled': '1' }, async () => {
      const { path } = await guestCart(souk);
      const { item_id } = ok(await add(path, sku, 2, { bundle_options }));
      await ship(souk.guest, path);
      await halfPrice(async () =>
        expect(await discountOf(path, item_id)).toMatchObject({ amount: 26, original_amount: 20 }),
      );
    });
  });

  it('with a price of their own add that of what is chosen', async () => {
    const { sku, bundle_options } = await makeBundle({ price: 20 });
    const { path } = await guestCart(souk);
    expect(ok(await add(path, sku, 2, { bundle_options }))).toMatchObject({ sku, price: 26 });
    const totals = ok(await souk.guest.get(`${path}/totals`));
    expect(totals).toMatchObject({ subtotal: 52, items_qty: 2 });
    expect(JSON.parse(totals.items[0].options)[0]).toMatchObject({
      label: 'One',
      value: expect.stringContaining('2 x Thing'),
    });
  });
});

describe('the discount of an item', () => {
  it('of a dynamic bundle is that of its components', async () => {
    const { sku, bundle_options } = await makeBundle();
    await halfPrice(async () => {
      const quote = ok(await souk.guest.post('/V1/guest-carts'));
      ok(await add(`/V1/guest-carts/${quote}`, sku, 1, { bundle_options }));
      const { cart } = await graphqlClient(souk).data(
        'query($id: String!) { cart(cart_id: $id) { items { prices { row_total { value } total_item_discount { value } } } } }',
        { id: quote },
      );
      const [{ prices }] = cart.items;
      expect(prices.row_total.value).toBeGreaterThan(0);
      expect(prices.total_item_discount.value).toBe(prices.row_total.value / 2);
    });
  });
});

/** Takes half off everything while `work` runs. */
async function halfPrice(work: () => Promise<void>): Promise<void> {
  const rule = {
    name: unique('half'),
    website_ids: [1],
    customer_group_ids: [0],
    is_active: true,
    coupon_type: 'NO_COUPON',
    stop_rules_processing: false,
    simple_action: 'by_percent',
    discount_amount: 50,
  };
  const { rule_id } = ok(await souk.admin.post('/V1/salesRules', { rule }));
  try {
    await work();
  } finally {
    ok(await souk.admin.delete(`/V1/salesRules/${rule_id}`));
  }
}

/** What the answer to a change of an item tells of its discount. */
async function discountOf(path: string, item_id: number) {
  const item = ok(await souk.guest.put(`${path}/items/${item_id}`, { cartItem: { qty: 2 } }));
  return item.extension_attributes.discounts[0].discount_data;
}

describe('groups in a cart', () => {
  it('are the products themselves, in the quantities of the group', async () => {
    const parts = [await makeProduct(souk, { price: 4 }), await makeProduct(souk, { price: 6 })];
    const sku = unique('group');
    const product_links = parts.map((linked_product_sku, position) => ({
      sku,
      link_type: 'associated',
      linked_product_sku,
      linked_product_type: 'simple',
      position,
      extension_attributes: { qty: position + 1 },
    }));
    const extension_attributes = { website_ids: [1], stock_item: { is_in_stock: true } };
    const product = {
      sku,
      name: sku,
      attribute_set_id: 4,
      type_id: 'grouped',
      status: 1,
      visibility: 4,
      product_links,
      extension_attributes,
    };
    ok(await souk.admin.post('/V1/products', { product }));
    const { path } = await guestCart(souk);
    ok(await add(path, sku, 1));
    const items = ok(await souk.guest.get(`${path}/items`));
    expect(items).toMatchObject([
      { sku: parts[0], qty: 1, price: 4, product_type: 'grouped' },
      { sku: parts[1], qty: 2, price: 6, product_type: 'grouped' },
    ]);
  });
});

describe('variants in a cart', () => {
  it('are chosen by their values and cost what the variant costs', async () => {
    const code = unique('tint').replaceAll('-', '_');
    const labels = ['Red', 'Blue'];
    const attribute = {
      attribute_code: code,
      frontend_input: 'select',
      default_frontend_label: 'Tint',
      is_required: false,
      scope: 'global',
      is_user_defined: true,
      entity_type_id: 4,
      options: labels.map((label, sort_order) => ({ label, value: '', sort_order })),
    };
    const { attribute_id } = ok(await souk.admin.post('/V1/products/attributes', { attribute }));
    const { items } = ok(
      await souk.admin.get(
        '/V1/products/attribute-sets/groups/list?searchCriteria[filter_groups][0][filters][0][field]=attribute_set_id&searchCriteria[filter_groups][0][filters][0][value]=4',
      ),
    );
    const place = {
      attributeSetId: 4,
      attributeGroupId: items[0].attribute_group_id,
      attributeCode: code,
      sortOrder: 9,
    };
    ok(await souk.admin.post('/V1/products/attribute-sets/attributes', place));
    const options = ok(await souk.admin.get(`/V1/products/attributes/${code}/options`)) as {
      label: string;
      value: string;
    }[];
    const [red, blue] = labels.map((label) => options.find((one) => one.label === label)!.value) as [string, string];
    const child = await makeProduct(souk, { price: 12, custom_attributes: attributes({ [code]: red }) });
    const { id } = ok(await souk.admin.get(`/V1/products/${child}`));
    const sku = unique('variants');
    const product = {
      sku,
      name: sku,
      attribute_set_id: 4,
      type_id: 'configurable',
      price: 0,
      status: 1,
      visibility: 4,
      extension_attributes: {
        website_ids: [1],
        stock_item: { is_in_stock: true },
        configurable_product_options: [
          { attribute_id, label: 'Tint', position: 0, values: [{ value_index: Number(red) }] },
        ],
        configurable_product_links: [id],
      },
    };
    ok(await souk.admin.post('/V1/products', { product }));
    const { path } = await guestCart(souk);
    const choose = (value: string) =>
      add(path, sku, 2, {
        configurable_item_options: [{ option_id: String(attribute_id), option_value: Number(value) }],
      });
    fails(await add(path, sku, 1), 400, 'You need to choose options for your item.');
    fails(await choose(blue), 400, 'You need to choose options for your item.');
    expect(ok(await choose(red))).toMatchObject({ sku: child, price: 12, product_type: 'configurable' });
    const totals = ok(await souk.guest.get(`${path}/totals`));
    expect(totals).toMatchObject({ subtotal: 24, items: [{ options: '[{"value":"Red","label":"Tint"}]' }] });
    await halfPrice(async () =>
      expect(await discountOf(path, totals.items[0].item_id)).toMatchObject({ amount: 12, original_amount: 12 }),
    );
  });
});
