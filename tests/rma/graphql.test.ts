import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillCart, newBuyer, pay, type Buyer } from '../customer-balance/shop.ts';
import { getOrder, guestOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements } from '../support/statements.ts';
import { lead } from './shop.ts';

const RETURN = `uid number status created_at customer { email firstname lastname } order { number }
  items { uid status quantity request_quantity order_item { id product_sku eligible_for_return quantity_return_requested }
    custom_attributesV2 { code ... on AttributeSelectedOptions { selected_options { label value } } }
    custom_attributes { label value } }
  comments { uid author_name text created_at } available_shipping_carriers { uid label }
  shipping { address { street city postcode region { code } country { two_letter_abbreviation } }
    tracking { uid tracking_number carrier { uid label } } }`;
const RETURNS = `returns(pageSize: $size, currentPage: $page) { items { ${RETURN} } page_info { total_pages } total_count }`;
const REQUEST = `mutation($input: RequestReturnInput!) {
  requestReturn(input: $input) { return { ${RETURN} } returns { total_count } } }`;
const OWN = `query($size: Int, $page: Int) { customer { ${RETURNS} } }`;
const ONE = `query($uid: ID!) { customer { return(uid: $uid) { ${RETURN} } } }`;
const ORDERS = `query($size: Int = 20, $page: Int = 1) { customer { orders(pageSize: $size) { items { id number available_actions
  items { id eligible_for_return quantity_return_requested } items_eligible_for_return { id product_sku } ${RETURNS} } } } }`;
const COMMENT = `mutation($uid: ID!, $text: String!) { addReturnComment(input: { return_uid: $uid, comment_text: $text }) {
  return { comments { author_name text } } } }`;
const TRACK = `mutation($uid: ID!, $by: ID!, $number: String!) {
  addReturnTracking(input: { return_uid: $uid, carrier_uid: $by, tracking_number: $number }) {
    return { shipping { tracking { uid } } } return_shipping_tracking { uid tracking_number carrier { uid label } } } }`;
const UNTRACK = `mutation($uid: ID!) { removeReturnTracking(input: { return_shipping_tracking_uid: $uid }) {
  return { shipping { tracking { uid } } } } }`;
const NOT_THERE = "The entity that was requested doesn't exist. Verify the entity and try again.";
const NOT_ALLOWED = "The current customer isn't authorized.";

const uidOf = (key: unknown): string => btoa(String(key));
const CUSTOM = uidOf('custom');
const CODES = ['reason', 'condition', 'resolution'];
const ENABLED = 'sales/magento_rma/enabled';

describe.each(engines)('returns of storefronts on %s', (engine) => {
  let here: Here;
  /** What is chosen of an item: the first option of each attribute, as a uid. */
  let choices: Json[];
  let labels: string[];
  beforeAll(async () => {
    here = await startHere(engine);
    const attributes = await Promise.all(
      CODES.map(async (code) => ok(await here.admin.get(`/V1/returnsAttributeMetadata/${code}`))),
    );
    const first = attributes.map(({ options }) => options.find((one: Json) => one.value !== ''));
    choices = first.map(({ value }, at) => ({ attribute_code: CODES[at], value: uidOf(value) }));
    labels = first.map(({ label }) => label);
    await here.configure({
      'shipping/origin/street_line1': '5 Dock Rd',
      'shipping/origin/city': 'Reno',
      'shipping/origin/region_id': '12',
      'shipping/origin/postcode': '89501',
      'shipping/origin/country_id': 'US',
    });
  });
  afterEach(() => here.configure({ [ENABLED]: '1' }));
  afterAll(() => here.stop());

  interface Customer extends Buyer {
    readonly gql: GraphQLClient;
  }
  /** A customer; orders of two pieces each, paid and sent. */
  async function customer(orders = 1): Promise<{ buyer: Customer; orders: Json[] }> {
    const buyer = await newBuyer(here);
    const made = [await placed(buyer)];
    while (made.length < orders) {
      await fillCart(buyer.me, (await newProduct(here)).sku);
      made.push(await placed(buyer));
    }
    return { buyer: { ...buyer, gql: graphqlClient(here, buyer.me.token) }, orders: made };
  }
  async function placed({ me }: Buyer): Promise<Json> {
    const id = ok(await pay(me, 'checkmo'));
    ok(await here.admin.post(`/V1/order/${id}/invoice`));
    ok(await here.admin.post(`/V1/order/${id}/ship`));
    return getOrder(here, id);
  }
  const inputOf = (order: Json, qty = 1, over: Json = {}, item: Json = {}): Json => ({
    order_uid: uidOf(order.entity_id),
    items: [
      {
        order_item_uid: uidOf(order.items[0].item_id),
        quantity_to_return: qty,
        selected_custom_attributes: choices,
        ...item,
      },
    ],
    ...over,
  });
  async function request(gql: GraphQLClient, order: Json, qty = 1, over: Json = {}): Promise<Json> {
    return (await gql.data(REQUEST, { input: inputOf(order, qty, over) })).requestReturn.return;
  }
  const ordersOf = async (gql: GraphQLClient): Promise<Json[]> => (await gql.data(ORDERS)).customer.orders.items;

  it('are requested by customers, who see them with their orders', async () => {
    const { buyer, orders } = await customer();
    const [order] = orders;
    const more = { contact_email: 'else@example.com', comment_text: ' Too red. ' };
    const { requestReturn } = await buyer.gql.data(REQUEST, { input: inputOf(order!, 1, more) });
    const made = requestReturn.return;
    expect(requestReturn.returns.total_count).toBe(1);
    const [item] = order!.items;
    expect(made).toEqual({
      uid: expect.any(String),
      number: expect.stringMatching(/^\d{9}$/),
      status: 'PENDING',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      customer: { email: 'else@example.com', firstname: expect.any(String), lastname: expect.any(String) },
      order: { number: order!.increment_id },
      items: [
        {
          uid: expect.any(String),
          status: 'PENDING',
          quantity: 0,
          request_quantity: 1,
          order_item: {
            id: uidOf(item.item_id),
            product_sku: item.sku,
            eligible_for_return: true,
            quantity_return_requested: 1,
          },
          custom_attributesV2: CODES.map((code, at) => ({
            code,
            selected_options: [{ label: labels[at], value: atob(choices[at]!.value) }],
          })),
          custom_attributes: ['Reason to Return', 'Item Condition', 'Resolution'].map((label, at) => ({
            label,
            value: JSON.stringify(labels[at]),
          })),
        },
      ],
      comments: [
        {
          uid: expect.any(String),
          author_name: `${made.customer.firstname} ${made.customer.lastname}`,
          text: 'Too red.',
          created_at: expect.any(String),
        },
      ],
      available_shipping_carriers: expect.arrayContaining([{ uid: CUSTOM, label: 'Custom Value' }]),
      shipping: {
        address: {
          street: ['5 Dock Rd'],
          city: 'Reno',
          postcode: '89501',
          region: { code: 'CA' },
          country: { two_letter_abbreviation: 'US' },
        },
        tracking: [],
      },
    });
    expect((await buyer.gql.data(ONE, { uid: made.uid })).customer.return).toEqual(made);
    expect((await buyer.gql.data(OWN)).customer.returns).toEqual({
      items: [made],
      page_info: { total_pages: 1 },
      total_count: 1,
    });
    expect((await ordersOf(buyer.gql))[0]!.returns.items).toEqual([made]);
  });

  it('leave of an order what may still be returned, and the action as long as there is any', async () => {
    const { buyer, orders } = await customer();
    const shown = async () => {
      const [one] = await ordersOf(buyer.gql);
      const [item] = one!.items;
      return [
        one!.available_actions.includes('RETURN'),
        one!.items_eligible_for_return.map(({ id }: Json) => id),
        item.eligible_for_return,
        item.quantity_return_requested,
      ];
    };
    const id = uidOf(orders[0]!.items[0].item_id);
    expect(await shown()).toEqual([true, [id], true, 0]);
    await request(buyer.gql, orders[0]!);
    expect(await shown()).toEqual([true, [id], true, 1]);
    const second = await request(buyer.gql, orders[0]!);
    expect(await shown()).toEqual([false, [], false, 2]);
    const made = ok(await here.admin.get(`/V1/returns/${atob(second.uid)}`));
    await lead(here as never, made, 'denied');
    expect(await shown()).toEqual([true, [id], true, 2]);
    expect((await buyer.gql.data(ONE, { uid: second.uid })).customer.return.status).toBe('CLOSED');
    await here.configure({ [ENABLED]: '0' });
    expect(await shown()).toEqual([false, [], false, 2]);
    expect((await buyer.gql.data('{ storeConfig { returns_enabled } }')).storeConfig.returns_enabled).toBe('disabled');
    refuses(await buyer.gql.send(REQUEST, { input: inputOf(orders[0]!) }), 'graphql-input', /^You cannot return /);
  });

  it('are refused where something is wrong, and nothing changes then', async () => {
    const { buyer, orders } = await customer();
    const [order] = orders;
    const { order: guests } = await guestOrder(here);
    const refused = async (input: Json, category: string, message: string | RegExp) =>
      refuses(await buyer.gql.send(REQUEST, { input }), category, message);
    await refused(inputOf(guests), 'graphql-no-such-entity', NOT_THERE);
    await refused(inputOf(order!, 1, { order_uid: 'x' }), 'graphql-no-such-entity', NOT_THERE);
    await refused(inputOf(order!, 1, { items: [] }), 'graphql-input', 'Select at least one item to return.');
    await refused(inputOf(order!, 3), 'graphql-input', /^There is an error in quantities for item /);
    await refused(inputOf(order!, 0), 'graphql-input', /^There is an error in quantities for item /);
    await refused(inputOf(order!, 1, { contact_email: 'me' }), 'graphql-input', 'Please enter a valid email address.');
    const withItem = (item: Json) => inputOf(order!, 1, {}, item);
    await refused(withItem({ order_item_uid: uidOf(999_999) }), 'graphql-input', 'You cannot return 999999.');
    await refused(
      withItem({ entered_custom_attributes: [{ attribute_code: 'status', value: 'approved' }] }),
      'graphql-input',
      'The attribute "status" cannot be set on a returned item.',
    );
    await refused(
      withItem({ entered_custom_attributes: [{ attribute_code: 'reason_other', value: 'x'.repeat(256) }] }),
      'graphql-input',
      /"Other" must be equal to or less than 255/,
    );
    refuses(await graphqlClient(here).send(REQUEST, { input: inputOf(guests) }), 'graphql-authorization', NOT_ALLOWED);
    expect((await buyer.gql.data(OWN)).customer.returns).toMatchObject({ items: [], total_count: 0 });
  });

  it('need no reason, condition and resolution, which the shop may set later', async () => {
    const { buyer, orders } = await customer();
    const input = inputOf(orders[0]!, 1, {}, { selected_custom_attributes: undefined });
    const made = (await buyer.gql.data(REQUEST, { input })).requestReturn.return;
    expect(made).toMatchObject({ status: 'PENDING', items: [{ request_quantity: 1, custom_attributesV2: [] }] });
    const id = Number(atob(made.uid));
    const [item] = ok(await here.admin.get(`/V1/returns/${id}`)).items;
    expect(item).toMatchObject({ qty_requested: 1, status: 'pending', reason: null });
    const data = { entity_id: id, items: [{ ...item, status: 'authorized', qty_authorized: 1 }] };
    ok(await here.admin.put(`/V1/returns/${id}`, { rmaDataObject: data }));
    expect((await buyer.gql.data(ONE, { uid: made.uid })).customer.return.status).toBe('AUTHORIZED');
  });

  it('have a reason in the words of their customer', async () => {
    const { buyer, orders } = await customer();
    const reasonOf = async (order: Json, value: string) => {
      const item = { entered_custom_attributes: [{ attribute_code: 'reason_other', value }] };
      await buyer.gql.data(REQUEST, { input: inputOf(order, 1, {}, item) });
      const query = '{ customer { returns { items { items { custom_attributes { label value } } } } } }';
      const { items } = (await buyer.gql.data(query)).customer.returns;
      const sets = items.map((one: Json) => one.items[0].custom_attributes);
      return sets.map((set: Json[]) => set.find(({ label }) => label === 'Other')?.value).filter(Boolean);
    };
    // Adobe's form of returns sends an empty text where a buyer enters none.
    expect(await reasonOf(orders[0]!, '')).toEqual([]);
    expect(await reasonOf(orders[0]!, ' Too small ')).toEqual(['"Too small"']);
  });

  it('take comments and tracking numbers of their customer', async () => {
    const { buyer, orders } = await customer();
    const { uid } = await request(buyer.gql, orders[0]!);
    const id = Number(atob(uid));
    const comment = {
      comment: 'Send it.',
      visible_on_front: true,
      customer_notified: false,
      admin: true,
      status: 'pending',
    };
    const hidden = { ...comment, comment: 'Odd.', visible_on_front: false };
    for (const data of [hidden, comment]) {
      ok(
        await here.admin.post(`/V1/returns/${id}/comments`, {
          data: { ...data, rma_entity_id: id, created_at: '', entity_id: 0 },
        }),
      );
    }
    const { addReturnComment } = await buyer.gql.data(COMMENT, { uid, text: 'It left.' });
    expect(addReturnComment.return.comments).toEqual([
      { author_name: 'Customer Service', text: 'Send it.' },
      { author_name: expect.stringMatching(/\w+ \w+/), text: 'It left.' },
    ]);
    const { comments } = ok(await here.admin.get(`/V1/returns/${id}`));
    expect(comments.at(-1)).toMatchObject({ comment: 'It left.', admin: false, visible_on_front: true });
    const { addReturnTracking: added } = await buyer.gql.data(TRACK, { uid, by: CUSTOM, number: 'T-1' });
    expect(added.return_shipping_tracking).toEqual({
      uid: expect.any(String),
      tracking_number: 'T-1',
      carrier: { uid: CUSTOM, label: 'Custom Value' },
    });
    const second = (await buyer.gql.data(TRACK, { uid, by: uidOf('flatrate'), number: 'T-2' })).addReturnTracking;
    expect(second.return.shipping.tracking).toHaveLength(2);
    const { removeReturnTracking } = await buyer.gql.data(UNTRACK, { uid: added.return_shipping_tracking.uid });
    expect(removeReturnTracking.return.shipping.tracking).toEqual([{ uid: second.return_shipping_tracking.uid }]);
    expect(ok(await here.admin.get(`/V1/returns/${id}`)).tracks).toEqual([
      expect.objectContaining({ track_number: 'T-2', carrier_code: 'flatrate' }),
    ]);
  });

  it('are of their customer alone', async () => {
    const [{ buyer, orders }, other] = [await customer(), await customer()];
    const { uid } = await request(buyer.gql, orders[0]!);
    const track = (await buyer.gql.data(TRACK, { uid, by: CUSTOM, number: 'T-1' })).addReturnTracking;
    const before = (await buyer.gql.data(OWN)).customer.returns;
    const tries: [string, object][] = [
      [COMMENT, { uid, text: 'Mine.' }],
      [TRACK, { uid, by: CUSTOM, number: 'T-2' }],
      [UNTRACK, { uid: track.return_shipping_tracking.uid }],
    ];
    for (const [document, variables] of [[ONE, { uid }] as [string, object], ...tries]) {
      refuses(await other.buyer.gql.send(document, variables), 'graphql-no-such-entity', NOT_THERE);
    }
    for (const [document, variables] of tries) {
      refuses(await graphqlClient(here).send(document, variables), 'graphql-authorization', NOT_ALLOWED);
    }
    refuses(await other.buyer.gql.send(REQUEST, { input: inputOf(orders[0]!) }), 'graphql-no-such-entity', NOT_THERE);
    const own = (document: string, variables: object) => buyer.gql.send(document, { uid, ...variables });
    refuses(await own(COMMENT, { text: ' ' }), 'graphql-input', 'Please enter a valid comment.');
    refuses(await own(TRACK, { by: uidOf('none'), number: 'T' }), 'graphql-input', 'Please specify a carrier.');
    refuses(await own(TRACK, { by: CUSTOM, number: ' ' }), 'graphql-input', 'Please enter a tracking number.');
    refuses(await own(UNTRACK, { uid: uidOf(`${atob(uid)}/99`) }), 'graphql-no-such-entity', /no tracking number/);
    expect((await buyer.gql.data(OWN)).customer.returns).toEqual(before);
  });

  it('come by pages, and cost as many statements however many there are of orders, returns and items', async () => {
    const { buyer, orders } = await customer(3);
    for (const order of orders) {
      for (let i = 0; i < 2; i++) await request(buyer.gql, order, 1, { comment_text: 'Too red.' });
    }
    const page = async (size: number, at: number) => (await buyer.gql.data(OWN, { size, page: at })).customer.returns;
    const [first, second] = [await page(4, 1), await page(4, 2)];
    expect([first.items.length, second.items.length, first.total_count, first.page_info.total_pages]).toEqual([
      4, 2, 6, 2,
    ]);
    const ids = [...first.items, ...second.items].map(({ uid }: Json) => Number(atob(uid)));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    refuses(await buyer.gql.send(OWN, { size: 0 }), 'graphql-input', 'pageSize value must be greater than 0.');
    refuses(await buyer.gql.send(OWN, { size: 4, page: 3 }), 'graphql-input', /greater than the 2 page/);
    const count = countStatements();
    const cost = async (document: string, size: number): Promise<number> =>
      (await count.settled(() => buyer.gql.data(document, { size }))).length;
    for (const document of [OWN, ORDERS]) expect(await cost(document, 6)).toBe(await cost(document, 1));
    count.stop();
  });
});
