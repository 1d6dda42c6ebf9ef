import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { criteria, ok, startProcess, type Answer, type Client, type SoukProcess } from '../support/souk.ts';

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess({ args: ['--demo'] });
});
afterAll(() => souk?.stop());

type Body = Answer['body'];
const list = async (path: string, groups: Parameters<typeof criteria>[0] = [], on = souk): Promise<Body> =>
  ok(await on.admin.get(`${path}?${criteria(groups)}`));
const counted = (items: Body[], field: string): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(items, (one) => one[field])].map(([value, all]) => [value, all.length]));

describe('the demo', () => {
  test('has products of every type, in categories three deep', async () => {
    const { items } = await list('/V1/products');
    expect(Object.keys(counted(items, 'type_id')).sort()).toEqual(
      ['bundle', 'configurable', 'downloadable', 'giftcard', 'grouped', 'simple', 'virtual'].sort(),
    );
    const tree = ok(await souk.admin.get('/V1/categories'));
    const [kitchen] = tree.children_data;
    expect(kitchen.name).toBe('Kitchen');
    expect(kitchen.children_data[0].children_data.map((one: Body) => one.name)).toEqual([
      'Copper Pots and Pans',
      'Stoneware Pots and Pans',
    ]);
    expect(kitchen.children_data[0].children_data[0].product_count).toBeGreaterThan(10);
  });

  test('has what connectors read of products: variants, options, prices, pictures', async () => {
    const tote = ok(await souk.admin.get('/V1/products/TOTE-LEATHER'));
    expect(tote.extension_attributes.configurable_product_links).toHaveLength(6);
    expect(ok(await souk.admin.get('/V1/configurable-products/TOTE-LEATHER/children'))).toHaveLength(6);
    expect(ok(await souk.admin.get('/V1/products/COOKING-COURSE')).options).toHaveLength(4);
    expect(ok(await souk.admin.get('/V1/bundle-products/BREAKFAST-SET/options/all'))).toHaveLength(3);
    const [pan] = (await list('/V1/products', [[{ field: 'special_price', value: 0, condition_type: 'gt' }]])).items;
    expect(pan.tier_prices).not.toEqual([]);
    const [{ file }] = pan.media_gallery_entries;
    const picture = await fetch(`${souk.base}/media/catalog/product${file as string}`);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
  });

  test('has orders in every state, with their documents, and carts that were left', async () => {
    const { items: orders } = await list('/V1/orders');
    expect(Object.keys(counted(orders, 'state')).sort()).toEqual(
      ['canceled', 'closed', 'complete', 'holded', 'new', 'processing'].sort(),
    );
    for (const path of ['/V1/invoices', '/V1/shipments', '/V1/creditmemos']) {
      expect((await list(path)).total_count, path).toBeGreaterThan(2);
    }
    const types = new Set(orders.flatMap((order: Body) => order.items.map((item: Body) => item.product_type)));
    expect([...types]).toEqual(expect.arrayContaining(['simple', 'virtual', 'configurable', 'bundle', 'downloadable']));
    const left = await list('/V1/carts/search', [[{ field: 'is_active', value: 1 }]]);
    const isApart = (cart: Body): boolean => cart.extension_attributes.company_id !== undefined;
    const plain = left.items.filter((cart: Body) => !isApart(cart));
    expect(plain.map((cart: Body) => cart.items_qty)).toEqual([2, 1]);
  });

  test('has customers in groups with address books, rules with coupons, and pages', async () => {
    const { items: customers } = await list('/V1/customers/search');
    expect(new Set(customers.map((one: Body) => one.group_id))).toEqual(new Set([1, 2, 3, 4]));
    expect(customers[0].addresses).toHaveLength(2);
    expect((await list('/V1/coupons/search')).items.map((one: Body) => one.code)).toEqual(['WELCOME10', 'THRIFTY25']);
    const page = ok(
      await souk.admin.get(`/V1/cmsPage/search?${criteria([[{ field: 'identifier', value: 'delivery' }]])}`),
    );
    expect(page.items[0].title).toBe('Delivery and Returns');
  });

  test('has a website that sells from a stock of two sources, one of them a shop', async () => {
    const { items: sources } = await list('/V1/inventory/sources');
    expect(sources.map((one: Body) => one.source_code)).toEqual(['default', 'portland_warehouse', 'sacramento_shop']);
    expect(sources[2].extension_attributes.is_pickup_location_active).toBe(true);
    const { stock_id } = ok(await souk.admin.get('/V1/inventory/stock-resolver/website/outlet'));
    expect(ok(await souk.admin.get(`/V1/inventory/get-product-salable-quantity/MUG-STONEWARE-IVORY/${stock_id}`))).toBe(46);
    const query = '{ products(filter: {}) { items { sku } } }';
    const shown = await souk.guest.raw('POST', '/graphql', { query }, { store: 'outlet' });
    expect(shown.body.data.products.items).toHaveLength(3);
  }); // prettier-ignore

  test('has what commercial modules add: returns, a gift registry, gift cards, credit, points, wrapping, a company', async () => {
    const { items: returns } = await list('/V1/returns');
    expect(returns.map((one: Body) => one.status)).toEqual(['pending', 'authorized', 'processed_closed']);
    const shown = JSON.parse((await souk.cli('giftregistry:show', '1')).stdout);
    expect(shown).toMatchObject({ owner_name: 'Amira Haddad', type: { label: 'Wedding' } });
    expect(shown.items.map((one: Body) => [one.quantity, one.quantity_fulfilled])).toEqual([
      [6, 2],
      [6, 0],
      [1, 0],
    ]);
    const { items: cards } = await list('/V1/giftcardaccounts');
    const demo = cards.find((one: Body) => one.code === 'DEMO-GIFT-CARD');
    expect([demo.balance > 0, demo.balance < 75]).toEqual([true, true]);
    const { items: sold } = await list('/V1/orders', [[{ field: 'customer_email', value: 'noor.bakker@example.com' }]]);
    const codes = sold.flatMap(({ items }: Body) =>
      items.flatMap(
        ({ product_option: option }: Body) =>
          option?.extension_attributes?.giftcard_item_option?.extension_attributes.giftcard_created_codes ?? [],
      ),
    );
    expect(cards.map((one: Body) => [one.code, one.balance])).toContainEqual([codes[0], 50]);
    const { stdout } = await souk.cli('customer:balance:show', '--customer', 'jonas.keller@example.com');
    expect(stdout).toContain('has 40.00');
    const points = await souk.cli('reward:points:show', '--customer', 'grace.okoro@example.com');
    expect(points.stdout).toContain('has 450 points');
    const wrapped = sold.find((one: Body) => one.extension_attributes.gw_id);
    expect(wrapped.extension_attributes.gw_price).toBe('9.0000');
    const [company] = (await list('/V1/company')).items;
    expect(company.company_name).toBe('Ashworth Canteens');
    const clerk = await list('/V1/customers/search', [[{ field: 'email', value: 'mei.tanaka@example.com' }]]);
    expect(clerk.items[0].extension_attributes.company_attributes).toMatchObject({
      company_id: company.id,
      job_title: 'Buyer',
    });
  });

  test('has a company with an approver and a purchaser of limited roles, a credit, a quote that waits for the shop, and a purchase order that awaits approval', async () => {
    const [company] = (await list('/V1/company')).items;
    expect(company.extension_attributes).toMatchObject({
      is_purchase_order_enabled: true,
      quote_config: { is_quote_enabled: true },
    });
    const users = ok(await souk.admin.raw('GET', `/_/console/companies/${company.id}/users`));
    expect(users.map((one: Body) => [one.name, one.is_administrator, one.roles])).toEqual([
      ['Tom Ashworth', true, []],
      ['Mei Tanaka', false, ['Purchaser']],
      ['Sofia Lindqvist', false, ['Approver']],
    ]);
    const places = ok(await souk.admin.get(`/V1/hierarchy/${company.id}`));
    const placeOf = (at: number): Body => places.find((one: Body) => one.entity_id === users[at].customer_id);
    expect(placeOf(1).structure_parent_id).toBe(placeOf(2).structure_id);
    expect(ok(await souk.admin.get(`/V1/companyCredits/company/${company.id}`))).toMatchObject({
      credit_limit: 5000,
      balance: -800,
      available_limit: 4200,
    });
    const { items: quotes } = ok(await souk.admin.raw('GET', '/_/console/quotes'));
    expect(quotes).toMatchObject([
      { quote_name: 'Tableware for Quay Road', status: 'created', company: 'Ashworth Canteens', buyer: 'Mei Tanaka' },
    ]);
    const quote = ok(await souk.admin.raw('GET', `/_/console/quotes/${quotes[0].quote_id}`));
    expect(quote.items.map((one: Body) => [one.sku, one.qty])).toEqual([
      ['PLATE-STONEWARE-CHARCOAL', 48],
      ['CARAFE-STONEWARE-INDIGO', 24],
    ]);
    expect(quote.comments).toMatchObject([{ author: 'Mei Tanaka', is_ours: false }]);
    const { items: purchaseOrders } = ok(await souk.admin.raw('GET', '/_/console/purchase-orders'));
    expect(purchaseOrders).toMatchObject([
      { status: 'approval_required', creator: 'Mei Tanaka', payment_method: 'companycredit' },
    ]);
    const { history } = ok(await souk.admin.raw('GET', `/_/console/purchase-orders/${purchaseOrders[0].id}`));
    expect(history.map(({ message }: Body) => message)).toEqual([
      'Purchase order #000000001 was submitted by Mei Tanaka',
      'Approval is required by the rules: Large orders',
    ]);
  });

  test('has a catalog with prices for the company alone; visitors see and pay the same without it', async () => {
    const [shared, own] = ok(await souk.admin.raw('GET', '/_/console/shared-catalogs'));
    expect([shared.type, shared.categories, shared.companies]).toEqual([1, 31, 0]);
    expect(own).toMatchObject({ name: 'Canteens', type: 0, companies: 1 });
    expect(own.products).toBe(48);
    const query = `{ products(filter: { sku: { eq: "PLATE-STONEWARE-CHARCOAL" } }) { items {
      price_tiers { quantity } price_range { minimum_price { regular_price { value } final_price { value } } } } } }`;
    const priceFor = async (caller: Client): Promise<Body> =>
      ok(await caller.raw('POST', '/graphql', { query })).data.products.items[0];
    const credentials = { username: 'mei.tanaka@example.com', password: 'Demo-1234' };
    const mei = souk.guest.as(ok(await souk.guest.post('/V1/integration/customer/token', credentials)));
    const { regular_price: regular, final_price: visitor } = (await priceFor(souk.guest)).price_range.minimum_price;
    expect(visitor).toEqual(regular);
    const ours = await priceFor(mei);
    expect(ours.price_range.minimum_price.final_price.value).toBeCloseTo(regular.value * 0.9, 1);
    expect(ours.price_tiers.map(({ quantity }: Body) => quantity)).toEqual([1, 24, 96]);
    // Switched on, the public catalog shows visitors all that they saw before.
    const seen = async (): Promise<number> =>
      ok(await souk.guest.raw('POST', '/graphql', { query: '{ products(filter: {}) { total_count } }' })).data.products
        .total_count;
    const before = await seen();
    const catalogs = { path: 'btob/website_configuration/sharedcatalog_active' };
    ok(await souk.admin.raw('PUT', '/_/console/settings', { ...catalogs, value: '1' }));
    expect(await seen()).toBe(before);
    ok(await souk.admin.raw('PUT', '/_/console/settings', { ...catalogs, value: '0' }));
  });

  test('is made of what the open edition has, there', async () => {
    const open = await startProcess({ args: ['--demo'], env: { SOUK_EDITION: 'open' } });
    try {
      expect((await list('/V1/orders', [], open)).total_count).toBe(15);
    } finally {
      await open.stop();
    }
  });

  test('is made once', async () => {
    const before = (await list('/V1/products')).total_count;
    expect((await souk.cli('setup', '--demo')).stdout).toContain('already installed');
    expect((await list('/V1/products')).total_count).toBe(before);
  });

  test('is the same wherever it comes from', async () => {
    const other = await startProcess();
    try {
      const seeded = await other.admin.raw('POST', '/_/seed', {});
      expect(seeded.body).toEqual({ products: 379, categories: 31, customers: 7, orders: 15 });
      const paths = [
        '/V1/products',
        '/V1/customers/search',
        '/V1/orders',
        '/V1/invoices',
        '/V1/shipments',
        '/V1/creditmemos',
      ];
      for (const path of paths) {
        expect(timeless(await list(path, [], other)), path).toEqual(timeless(await list(path)));
      }
    } finally {
      await other.stop();
    }
  });
});

/** What was answered but for the times, and for codes that are made by chance. */
function timeless(answer: Body): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) =>
      /_at$|^protect_code$|^created_in$|^giftcard_created_codes$/.test(key) ||
      (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value))
        ? undefined
        : value,
    ),
  );
}
