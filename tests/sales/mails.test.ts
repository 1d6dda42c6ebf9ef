import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { bundle } from './bundles.ts';
import { buyer } from '../added-modules/shops.ts';
import { guestOrder, orderOf } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const newEmail = (): string => `${unique('mail')}@example.com`;

describe('the email about an order', () => {
  it('has the number, items, addresses, methods and totals, and leads guests to the page that finds orders', async () => {
    const email = newEmail();
    const { order, product } = await guestOrder(souk, 2, undefined, { email });
    const { text, html } = await mailTo(souk, email);
    expect(text).toContain(`Order ${order.increment_id}\n---------------\n\nOrder date: `);
    expect(text).toMatch(new RegExp(`^${product.name} +2 +\\$20\\.00\n  SKU: ${product.sku}$`, 'm'));
    expect(text).toContain('Subtotal: $20.00\nShipping: $10.00\nTotal: $30.00\n');
    const lines = 'Ada Buyer\n  1 Main St\n  Los Angeles, California 90001\n  United States\n  555-0100\n';
    expect(text).toContain(`Billing address:\n  ${lines}`);
    expect(text).toContain(`Shipping address:\n  ${lines}`);
    expect(text).toContain('Payment method:\n  Check / Money order\n');
    expect(text).toContain('Shipping method:\n  Flat Rate - Fixed\n');
    expect(text).toContain(`View your order:\n${souk.base}/sales/guest/form/\n`);
    expect(html).toContain(`href="${souk.base}/sales/guest/form/"`);
  });

  it('leads customers to the page of the order', async () => {
    const [{ sku }, customer] = [await newProduct(souk), await newCustomer(souk)];
    const me = await signIn(souk, customer.email);
    const quote_id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id } }));
    const addressInformation = { shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate', ...buyer() };
    ok(await me.post('/V1/carts/mine/shipping-information', { addressInformation }));
    const id = ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }));
    const { text } = await mailTo(souk, customer.email, ({ subject }) => subject.startsWith('Your order'));
    expect(text).toContain(`${souk.base}/sales/order/view/order_id/${id}/\n`);
  });

  it('lists the choices of items and the components of bundles, here and in the emails about documents', async () => {
    const product_sku = unique('engraved');
    const { sku, options } = await newProduct(souk, {
      sku: product_sku,
      options: [
        {
          product_sku,
          title: 'Colour',
          type: 'drop_down',
          is_require: true,
          values: [{ title: 'Blue <b>', price: 1, price_type: 'fixed' }],
        },
        { product_sku, title: 'Engraving', type: 'field', is_require: false, price: 0, price_type: 'fixed' },
      ],
    });
    const custom_options = [
      { option_id: String(options[0].option_id), option_value: String(options[0].values[0].option_type_id) },
      { option_id: String(options[1].option_id), option_value: 'For\r\nBob & <i>Eve</i>' },
    ];
    const email = newEmail();
    const chosen = { sku, qty: 1, product_option: { extension_attributes: { custom_options } } };
    const { entity_id: id } = await orderOf(souk, [chosen, await bundle(souk, 2)], { email });
    ok(await souk.admin.post(`/V1/order/${id}/invoice`, { notify: true }));
    ok(await souk.admin.post(`/V1/order/${id}/ship`, { notify: true }));
    for (const subject of [/^Your order \d+ at/, /^Invoice/, /on its way/]) {
      const mail = await mailTo(souk, email, (one) => subject.test(one.subject));
      expect(mail.text).toMatch(/^ {2}Colour: Blue <b>$/m);
      expect(mail.text).toMatch(/^ {2}Engraving: For Bob & <i>Eve<\/i>$/m);
      expect(mail.text.match(/^ {2}(2|6) × /gm)).toEqual(['  2 × ', '  6 × ']);
      expect(mail.html).toContain('Engraving: For Bob &amp; &lt;i&gt;Eve&lt;/i&gt;');
      expect(mail.html).not.toMatch(/<i>|<b>/);
    }
  });

  it('lists a configurable product once, with the chosen variant', async () => {
    const { label, item } = await configurable();
    const email = newEmail();
    await orderOf(souk, [item], { email });
    const { text } = await mailTo(souk, email);
    expect(text).toMatch(new RegExp(`^ {2}${label}: Large$`, 'm'));
    expect(text.match(/^ {2}SKU: /gm)).toHaveLength(1);
    expect(text).not.toContain(' × ');
  });

  it('keeps markup and line breaks of names and comments as text', async () => {
    const email = newEmail();
    const product = await newProduct(souk, { name: '<script>alert(1)</script>\n"Mug"' });
    const { id } = await guestOrder(souk, 1, product, { email });
    const { html } = await mailTo(souk, email);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;Mug&quot;<br>');
    const statusHistory = {
      comment: 'First <u>line</u>\nsecond',
      is_customer_notified: 1,
      is_visible_on_front: 1,
      parent_id: id,
    };
    ok(await souk.admin.post(`/V1/orders/${id}/comments`, { statusHistory }));
    const update = await mailTo(souk, email, ({ subject }) => subject.startsWith('An update'));
    expect(update.html).toContain('First &lt;u&gt;line&lt;/u&gt;<br>second');
    for (const mail of [html, update.html]) expect(mail).not.toMatch(/<script|<u>/);
  });
});

/** A configurable product with one variant, as a cart takes it; and the label of its attribute. */
async function configurable() {
  const code = unique('size').replaceAll('-', '_');
  const label = unique('Size');
  const attribute = ok(
    await souk.admin.post('/V1/products/attributes', {
      attribute: {
        attribute_code: code,
        frontend_input: 'select',
        scope: 'global',
        is_required: false,
        frontend_labels: [{ store_id: 0, label }],
        options: [{ label: 'Large', sort_order: 1 }],
      },
    }),
  );
  const [{ attribute_group_id: attributeGroupId }] = ok(
    await souk.admin.get(
      '/V1/products/attribute-sets/groups/list?searchCriteria[filter_groups][0][filters][0][field]=attribute_set_id&searchCriteria[filter_groups][0][filters][0][value]=4',
    ),
  ).items;
  const set = { attributeSetId: 4, attributeGroupId, attributeCode: code, sortOrder: 9 };
  ok(await souk.admin.post('/V1/products/attribute-sets/attributes', set));
  const value = attribute.options.find((option: { label: string }) => option.label === 'Large').value;
  const variant = await newProduct(souk, { custom_attributes: [{ attribute_code: code, value }] });
  const attribute_id = String(attribute.attribute_id);
  const { sku } = await newProduct(souk, {
    type_id: 'configurable',
    extension_attributes: {
      stock_item: { is_in_stock: true },
      configurable_product_options: [{ attribute_id, label, position: 0, values: [{ value_index: Number(value) }] }],
      configurable_product_links: [variant.id],
    },
  });
  const configurable_item_options = [{ option_id: attribute_id, option_value: Number(value) }];
  return { label, item: { sku, qty: 1, product_option: { extension_attributes: { configurable_item_options } } } };
}
