import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESS, guestCart, makeProduct, PAYMENT, ship } from './quote/shop.ts';
import { bundle } from './sales/bundles.ts';
import { taxable, taxGoods } from './sales/shop.ts';
import { engines } from './storage/databases.ts';
import { criteria, ok, unique } from './support/client.ts';
import { startHere, type Here } from './support/here.ts';
import * as fc from './support/properties.ts';
import { countStatements, type StatementCount } from './support/statements.ts';
import { compareWanted, someFieldsOf } from './support/wanted.ts';

/** What is loaded follows the fields that are wanted, and no answer shows it: each is the whole answer, cut to the fields. */

const giftMessage = { sender: 'Ada', recipient: 'Charles', message: 'It weaves.' };
const gifts = { attribute_code: 'gift_message_available', value: '1' };

describe.each(engines)('wanted fields on %s', (engine) => {
  let here: Here;
  let counted: StatementCount;
  const ids = { category: 2, order: 0, component: 0, cart: 0, customer: 0, rule: 0, taxRule: 0 };

  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    await taxGoods(here, 5);
    const sku = await makeProduct(here, { custom_attributes: [...taxable.custom_attributes, gifts] });
    const [whole, plain] = [await guestCart(here), await guestCart(here, [sku, 2])];
    const cartItem = { ...(await bundle(here, 2)), quote_id: whole.id };
    ok(await here.guest.post(`${whole.path}/items`, { cartItem }));
    const [{ item_id }] = ok(await here.guest.get(`${plain.path}/items`));
    ok(await here.guest.post(`${plain.path}/gift-message/${item_id}`, { giftMessage }));
    for (const { path } of [whole, plain]) {
      await ship(here.guest, path);
      ids.order = Number(ok(await here.guest.post(`${path}/payment-information`, PAYMENT)));
      ok(await here.admin.post(`/V1/order/${ids.order}/ship`));
      ok(await here.admin.post(`/V1/order/${ids.order}/invoice`));
      const statusHistory = { comment: 'Thanks', is_customer_notified: 0, is_visible_on_front: 1 };
      ok(await here.admin.post(`/V1/orders/${ids.order}/comments`, { statusHistory }));
    }
    const { items } = ok(await here.admin.get(`/V1/orders/items?${criteria([])}`));
    ids.component = items.find((item: { parent_item?: object }) => item.parent_item).item_id;
    await makeCarts(sku);
    ids.rule = ok(
      await here.admin.post('/V1/salesRules', {
        rule: { name: 'Some', website_ids: [1], customer_group_ids: [0, 1], coupon_type: 'NO_COUPON' },
      }),
    ).rule_id;
    ids.taxRule = ok(await here.admin.get(`/V1/taxRules/search?${criteria([])}`)).items[0].id;
  });
  afterAll(async () => {
    await here?.stop();
    counted.stop();
  });

  /** A guest's cart with something in it, and one of a customer with an address. */
  async function makeCarts(sku: string): Promise<void> {
    await guestCart(here, [sku, 1]);
    const { region, region_code, email: _, ...address } = ADDRESS;
    const addresses = [{ ...address, region: { region, region_code, region_id: 1 }, default_billing: true }];
    const customer = { email: `${unique('ada')}@example.com`, firstname: 'Ada', lastname: 'Byron', addresses };
    const extension_attributes = { assistance_allowed: 2 };
    const made = ok(await here.admin.post('/V1/customers', { customer: { ...customer, extension_attributes } }));
    ids.customer = made.id;
    ids.cart = ok(await here.admin.post(`/V1/customers/${made.id}/carts`));
    ok(await here.admin.post(`/V1/carts/${ids.cart}/items`, { cartItem: { sku, qty: 1, quote_id: ids.cart } }));
  }

  const lists = [
    '/V1/orders',
    '/V1/orders/items',
    '/V1/invoices',
    '/V1/shipments',
    '/V1/customers/search',
    '/V1/customerGroups/search',
    '/V1/carts/search',
    '/V1/taxRules/search',
    '/V1/salesRules/search',
    '/V1/categories/list',
    '/V1/products/attributes',
    '/V1/categories/attributes',
  ];
  const records = [
    ['/V1/categories', 'category'],
    ['/V1/categories/:categoryId', 'category'],
    ['/V1/orders/:id', 'order'],
    ['/V1/orders/:id/comments', 'order'],
    ['/V1/orders/items/:id', 'component'],
    ['/V1/customers/:customerId', 'customer'],
    ['/V1/carts/:cartId', 'cart'],
    ['/V1/taxRules/:ruleId', 'taxRule'],
    ['/V1/salesRules/:ruleId', 'rule'],
  ] as const;

  /** Compares any fields of what a route answers, of the types that this composition has. */
  async function compareAny(path: string, asked: string): Promise<void> {
    const { route } = here.souk.platform.registry.routes.find(
      (one) => one.route.method === 'GET' && one.route.path === path,
    )!;
    await fc.assert(
      fc.asyncProperty(someFieldsOf(route.output), (fields) => compareWanted(here.admin, asked, route.output, fields)),
      { numRuns: 40 },
    );
  }

  test.each(lists)('of %s are those of the whole answer', (path) =>
    compareAny(path, `${path}?${criteria([], { pageSize: 5 })}`),
  );

  test.each(records)('of %s are those of the whole answer', (path, name) =>
    compareAny(path, path.replace(/:\w+/, String(ids[name]))),
  );

  test('cost no statement for what is not among them', async () => {
    const sentFor = async (path: string, fields?: string): Promise<number> => {
      const asked = fields === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}fields=${fields}`;
      return (await counted.settled(async () => ok(await here.admin.get(asked)))).length;
    };
    const numbers = async (path: string, fields: readonly string[]): Promise<number[]> => {
      const sent = [await sentFor(path)];
      for (const one of fields) sent.push(await sentFor(path, one));
      return sent;
    };
    expect(
      await numbers(`/V1/orders?${criteria([], { pageSize: 2 })}`, [
        'items[increment_id,grand_total]',
        'items[items[sku]]',
        'items[extension_attributes[gift_message]]',
        'total_count',
        'search_criteria',
      ]),
    ).toEqual([5, 2, 3, 4, 2, 1]);
  });
});
