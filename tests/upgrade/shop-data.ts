import { ok, type Client } from '../support/client.ts';

const address = {
  firstname: 'Ada',
  lastname: 'Byron',
  street: ['1 Engine Lane'],
  city: 'Mobile',
  country_id: 'US',
  postcode: '36601',
  telephone: '555-0100',
};
const inAlabama = { ...address, region: 'Alabama', region_id: 1, region_code: 'AL' };

/** Signs the customer in. */
export const customerCredentials = { username: 'kept@example.com', password: 'Password1!x' };

/** What was made for a recording, as far as it is not the same each time. */
export interface Made {
  readonly guestCart: string;
  /** A bulk that is complete, and one of which nothing has been executed. */
  readonly doneBulk: string;
  readonly openBulk: string;
}

/**
 * Fills an installation, over HTTP alone, with something of everything that is stored: what a shop that is upgraded has. Ends
 * with the queue paused and a bulk that is accepted and open.
 */
export async function fillShop(admin: Client, guest: Client, waitFor: (uuid: string) => Promise<void>): Promise<Made> {
  const all = admin.store('all');
  ok(await admin.post('/V1/categories', { category: { name: 'Kept', parent_id: 2, is_active: true } }));
  await makeCatalogue(admin, all);
  const group = ok(await admin.post('/V1/customerGroups', { group: { code: 'Kept group', tax_class_id: 3 } }));
  const customer = {
    email: customerCredentials.username,
    firstname: 'Ada',
    lastname: 'Byron',
    store_id: 1,
    website_id: 1,
    group_id: group.id,
    addresses: [
      {
        ...address,
        region: { region: 'Alabama', region_id: 1, region_code: 'AL' },
        default_shipping: true,
        default_billing: true,
      },
    ],
  };
  ok(await admin.post('/V1/customers', { customer, password: customerCredentials.password }));
  await makeRules(admin);
  for (const page of ['one', 'two']) {
    ok(
      await admin.post('/V1/cmsPage', { page: { identifier: `kept-${page}`, title: page, content: `<p>${page}</p>` } }),
    );
  }
  ok(await admin.post('/V1/cmsBlock', { block: { identifier: 'kept', title: 'Kept', content: '<p>kept</p>' } }));
  const me = await signIn(guest);
  ok(await me.post('/V1/carts/mine'));
  const order = await placeOrder(guest, 'KEPT10');
  ok(await admin.post(`/V1/order/${order}/invoice`, { capture: true, notify: false }));
  ok(await admin.post(`/V1/order/${order}/ship`, { notify: false }));
  ok(await admin.post(`/V1/order/${order}/refund`, { notify: false }));
  ok(await admin.post(`/V1/orders/${await placeOrder(guest)}/cancel`));
  const pending = await placeOrder(guest);
  ok(await admin.post(`/V1/orders/${pending}/comments`, { statusHistory: { comment: 'kept', status: 'pending' } }));
  const guestCart: string = ok(await guest.post('/V1/guest-carts'));
  await addTo(guest, guestCart, 'kept-simple', 3);
  const price = (sku: string, value: number) => ({ product: { sku, price: value } });
  const doneBulk = accepted(await all.put('/async/bulk/V1/products/bySku', [price('kept-0', 20), price('kept-1', 21)]));
  await waitFor(doneBulk);
  ok(await guest.raw('POST', '/_/queue/pause', {}));
  const openBulk = accepted(await all.put('/async/bulk/V1/products/bySku', [price('kept-2', 22), price('kept-3', 23)]));
  return { guestCart, doneBulk, openBulk };
}

/** The customer, with a new token. */
export async function signIn(guest: Client): Promise<Client> {
  return guest.as(ok(await guest.post('/V1/integration/customer/token', customerCredentials)));
}

async function makeCatalogue(admin: Client, all: Client): Promise<void> {
  const stock_item = { qty: 100, is_in_stock: true };
  const product = (sku: string, more: object = {}) => ({
    sku,
    name: `Name of ${sku}`,
    attribute_set_id: 4,
    type_id: 'simple',
    price: 10,
    weight: 1,
    status: 1,
    visibility: 4,
    extension_attributes: { website_ids: [1], stock_item, category_links: [{ position: 0, category_id: '3' }] },
    custom_attributes: [{ attribute_code: 'description', value: `<p>About ${sku}</p>` }],
    ...more,
  });
  const tier_prices = [{ customer_group_id: 32000, qty: 5, value: 8 }];
  ok(await all.post('/V1/products', { product: product('kept-simple', { tier_prices }) }));
  for (let i = 0; i < 12; i++) ok(await all.post('/V1/products', { product: product(`kept-${i}`, { price: i + 1 }) }));
  ok(await admin.store('default').put('/V1/products/kept-simple', { product: { name: 'In the default view' } }));
  ok(await all.post('/V1/products', { product: product('kept-virtual', { type_id: 'virtual' }) }));
  const attribute = ok(
    await admin.post('/V1/products/attributes', {
      attribute: {
        attribute_code: 'kept_size',
        frontend_input: 'select',
        scope: 'global',
        default_frontend_label: 'Size',
        options: [{ label: 'S' }, { label: 'L' }],
      },
    }),
  );
  const groups = ok(
    await admin.get(
      '/V1/products/attribute-sets/groups/list?searchCriteria[filter_groups][0][filters][0][field]=attribute_set_id&searchCriteria[filter_groups][0][filters][0][value]=4',
    ),
  );
  const assignment = { attributeSetId: 4, attributeCode: 'kept_size', sortOrder: 1 };
  ok(
    await admin.post('/V1/products/attribute-sets/attributes', {
      ...assignment,
      attributeGroupId: groups.items[0].attribute_group_id,
    }),
  );
  const sizes = attribute.options.filter(({ value }: { value: string }) => value !== '');
  for (const { value } of sizes) {
    const custom_attributes = [{ attribute_code: 'kept_size', value }];
    ok(await all.post('/V1/products', { product: product(`kept-size-${value}`, { custom_attributes }) }));
  }
  ok(await all.post('/V1/products', { product: product('kept-configurable', { type_id: 'configurable' }) }));
  const values = sizes.map(({ value }: { value: string }) => ({ value_index: Number(value) }));
  const option = { attribute_id: String(attribute.attribute_id), label: 'Size', values };
  ok(await all.post('/V1/configurable-products/kept-configurable/options', { option }));
  for (const { value } of sizes) {
    ok(await all.post('/V1/configurable-products/kept-configurable/child', { childSku: `kept-size-${value}` }));
  }
}

async function makeRules(admin: Client): Promise<void> {
  const rule = ok(
    await admin.post('/V1/salesRules', {
      rule: {
        name: 'Kept rule',
        is_active: true,
        website_ids: [1],
        customer_group_ids: [0, 1, 2, 3],
        uses_per_customer: 0,
        simple_action: 'by_percent',
        discount_amount: 10,
        coupon_type: 'SPECIFIC_COUPON',
        use_auto_generation: false,
        stop_rules_processing: false,
        is_advanced: true,
        discount_step: 0,
        apply_to_shipping: false,
        times_used: 0,
        is_rss: false,
        sort_order: 0,
      },
    }),
  );
  const coupon = { rule_id: rule.rule_id, code: 'KEPT10', usage_limit: 0, usage_per_customer: 0, is_primary: true };
  ok(await admin.post('/V1/coupons', { coupon }));
  const rate = ok(
    await admin.post('/V1/taxRates', {
      taxRate: { code: 'Kept rate', tax_country_id: 'US', tax_region_id: 12, tax_postcode: '*', rate: 8.25 },
    }),
  );
  const taxRule = {
    code: 'Kept tax rule',
    priority: 0,
    position: 0,
    customer_tax_class_ids: [3],
    product_tax_class_ids: [2],
    tax_rate_ids: [rate.id],
  };
  ok(await admin.post('/V1/taxRules', { rule: taxRule }));
}

async function addTo(guest: Client, cart: string, sku: string, qty: number): Promise<void> {
  ok(await guest.post(`/V1/guest-carts/${cart}/items`, { cartItem: { sku, qty, quote_id: cart } }));
}

/** A guest's order; gives its id. */
export async function placeOrder(guest: Client, coupon?: string): Promise<number> {
  const cart: string = ok(await guest.post('/V1/guest-carts'));
  const path = `/V1/guest-carts/${cart}`;
  await addTo(guest, cart, 'kept-simple', 2);
  await addTo(guest, cart, 'kept-1', 1);
  const email = 'guest@example.com';
  const addressInformation = {
    shipping_address: { ...inAlabama, email },
    billing_address: { ...inAlabama, email },
    shipping_carrier_code: 'flatrate',
    shipping_method_code: 'flatrate',
  };
  ok(await guest.post(`${path}/shipping-information`, { addressInformation }));
  if (coupon) ok(await guest.put(`${path}/coupons/${coupon}`));
  const payment = { email, paymentMethod: { method: 'checkmo' }, billing_address: inAlabama };
  return Number(ok(await guest.post(`${path}/payment-information`, payment)));
}

/** The uuid of an accepted bulk. */
export function accepted(answer: { status: number; text: string; body: { bulk_uuid: string } }): string {
  if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${answer.text}`);
  return answer.body.bulk_uuid;
}
