import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mails, mailTo } from '../support/mails.ts';
import { readPdf } from '../support/pdf.ts';
import { secondProcess } from '../support/second-process.ts';
import { Client, fails, ok, startSouk, unique, until, type Answer, type Souk } from '../support/souk.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { itemOf, lead, makeReturn, returnOf, shippedOrder } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const path = '/V1/returns';
const send = (rmaDataObject: Json): Promise<Answer> => souk.admin.post(path, { rmaDataObject });
const change = (id: number, rmaDataObject: Json): Promise<Answer> => souk.admin.put(`${path}/${id}`, { rmaDataObject });
const get = async (id: number): Promise<Json> => ok(await souk.admin.get(`${path}/${id}`));

function criteria(field: string, value: unknown): string {
  const filter = `searchCriteria[filter_groups][0][filters][0]`;
  return `${filter}[field]=${field}&${filter}[value]=${encodeURIComponent(String(value))}`;
}
const search = async (field: string, value: unknown): Promise<Json> =>
  ok(await souk.admin.get(`${path}?${criteria(field, value)}`));

describe('a return', () => {
  it('has what its order says, whatever was sent, and a number of its store view', async () => {
    const order = await shippedOrder(souk);
    const first = await makeReturn(souk, order, 1, { customer_id: 7, store_id: 9, increment_id: 'mine' });
    expect(first).toMatchObject({
      order_id: order.entity_id,
      order_increment_id: order.increment_id,
      store_id: 1,
      customer_id: null,
      status: 'pending',
      increment_id: expect.stringMatching(/^\d{9}$/),
      comments: [],
      tracks: [],
    });
    expect(first.items).toEqual([
      {
        ...itemOf(order),
        entity_id: expect.any(Number),
        rma_entity_id: first.entity_id,
        qty_authorized: null,
        qty_approved: null,
        qty_returned: null,
        status: 'pending',
      },
    ]);
    expect(await get(first.entity_id)).toEqual(first);
    const second = await makeReturn(souk, order);
    expect(Number(second.increment_id)).toBe(Number(first.increment_id) + 1);
  });

  it('is found by its fields', async () => {
    const order = await shippedOrder(souk, 3);
    const email = `${unique('back')}@example.com`;
    const made = await makeReturn(souk, order, 1, { customer_custom_email: email });
    await makeReturn(souk, order);
    for (const field of ['entity_id', 'increment_id', 'customer_custom_email']) {
      expect((await search(field, made[field])).items).toEqual([made]);
    }
    for (const field of ['order_id', 'order_increment_id']) {
      expect((await search(field, made[field])).total_count).toBe(2);
    }
    fails(await souk.admin.get(`${path}?${criteria('colour', 'red')}`), 400, /attribute name is invalid/);
  });

  it('is deleted by its path, with a record in the body', async () => {
    const order = await shippedOrder(souk);
    const made = await makeReturn(souk, order, 2);
    const one = `${path}/${made.entity_id}`;
    fails(await souk.admin.delete(one), 400, '"rmaDataObject" is required. Enter and try again.');
    expect(ok(await souk.admin.delete(one, { rmaDataObject: made }))).toBe(true);
    fails(await souk.admin.get(one), 404, /requested doesn't exist/);
    fails(await souk.admin.delete(one, { rmaDataObject: made }), 404, /requested doesn't exist/);
    await makeReturn(souk, order, 2);
  });

  it('D113: is the one that the path names, whatever the body says', async () => {
    const order = await shippedOrder(souk);
    const [one, other] = [await makeReturn(souk, order), await makeReturn(souk, order)];
    ok(await change(one.entity_id, { entity_id: other.entity_id, customer_custom_email: 'new@example.com' }));
    expect((await get(one.entity_id)).customer_custom_email).toBe('new@example.com');
    expect((await get(other.entity_id)).customer_custom_email).toBeNull();
    fails(await change(999_999, { items: [] }), 404, /requested doesn't exist/);
  });
});

describe('what is refused', () => {
  const ofItem = (over: Json) => (order: Json) => returnOf(order, 1, { items: [itemOf(order, 1, over)] });
  it.each<[string, (order: Json) => Json, number, RegExp]>([
    ['no items', (order) => returnOf(order, 1, { items: [] }), 400, /Select at least one item/],
    ['an unknown order', () => ({ order_id: 99_999, items: [] }), 404, /requested doesn't exist/],
    ['an item of another order', ofItem({ order_item_id: 9_999_999 }), 400, /^You cannot return 9999999\.$/],
    ['no reason', ofItem({ reason: '' }), 400, /^"Reason to Return" is a required value\.$/],
    ['a word as condition', ofItem({ condition: 'new' }), 400, /^"Item Condition" has an invalid value\.$/],
    ['nothing of it', ofItem({ qty_requested: 0 }), 400, /error in quantities for item Thing/],
    ['less than nothing', ofItem({ qty_requested: -1 }), 400, /error in quantities for item Thing/],
    ['more than was shipped', (order) => returnOf(order, 2), 400, /error in quantities for item Thing/],
    ['twice the same', (order) => returnOf(order, 1, { items: [itemOf(order), itemOf(order)] }), 400, /in quantities/],
    ['more authorized than requested', ofItem({ qty_authorized: 2 }), 400, /error in quantities for item Thing/],
    ['an unknown status', ofItem({ status: 'lost' }), 400, /^The item status "lost" is unknown\.$/],
    [
      'a status that is reached later',
      ofItem({ status: 'received' }),
      400,
      /cannot change from "pending" to "received"/,
    ],
    ['an address that is none', (order) => returnOf(order, 1, { customer_custom_email: 'me' }), 400, /valid email/],
    ['an empty comment', (order) => returnOf(order, 1, { comments: [{ comment: ' ' }] }), 400, /valid comment/],
  ])('%s', async (_, sent, status, text) => {
    const order = await shippedOrder(souk, 2, 1);
    fails(await send(sent(order)), status, text);
    expect((await search('order_id', order.entity_id)).total_count).toBe(0);
  });

  it('pieces that are asked for already, and those of a shop that takes nothing back', async () => {
    const order = await shippedOrder(souk, 2, 1);
    await souk.cli('config:set', 'sales/magento_rma/enabled_on_product', '0');
    fails(await send(returnOf(order)), 400, /^You cannot return Thing/);
    await souk.cli('config:set', 'sales/magento_rma/enabled_on_product', '1');
    await makeReturn(souk, order);
    fails(await send(returnOf(order)), 400, /error in quantities for item Thing/);
  });

  it('callers without the permission, on every route', async () => {
    const of = ['', '/1', '/1/comments', '/1/tracking-numbers', '/1/labels'].map((end) => path + end);
    const described = ['', '/reason', '/custom', '/form/default'].map((end) => `/V1/returnsAttributeMetadata${end}`);
    for (const one of [...of, ...described]) fails(await souk.guest.get(one), 401, /isn't authorized/);
    for (const one of [path, `${path}/1/comments`, `${path}/1/tracking-numbers`])
      fails(await souk.guest.post(one), 401, /isn't authorized/);
    fails(await souk.guest.put(`${path}/1`), 401, /isn't authorized/);
    for (const one of [`${path}/1`, `${path}/1/tracking-numbers/1`])
      fails(await souk.guest.delete(one), 401, /isn't authorized/);
  });
});

describe('items', () => {
  it('go from step to step, and count among what the order has back once they are approved', async () => {
    const order = await shippedOrder(souk, 3);
    const made = await makeReturn(souk, order, 3);
    const authorized = await lead(souk, made, { status: 'authorized', qty_authorized: 2 });
    expect(authorized).toMatchObject({ status: 'authorized', items: [{ qty_authorized: 2, qty_returned: null }] });
    expect(await lead(souk, made, 'received')).toMatchObject({ status: 'received', items: [{ qty_returned: 2 }] });
    expect((await getOrder(souk, order.entity_id)).items[0].qty_returned ?? 0).toBe(0);
    const done = await lead(souk, made, { status: 'approved', qty_approved: 1 });
    expect(done).toMatchObject({ status: 'processed_closed', items: [{ qty_approved: 1 }] });
    expect((await getOrder(souk, order.entity_id)).items[0].qty_returned).toBe(1);
    fails(await change(made.entity_id, { items: [] }), 400, `The return ${made.increment_id} is closed.`);
    // Two of the three are still with the buyer, and stay so when the record of the first return is gone.
    fails(await send(returnOf(order, 3)), 400, /error in quantities/);
    const rest = await makeReturn(souk, order, 2);
    ok(await souk.admin.delete(`${path}/${made.entity_id}`, { rmaDataObject: made }));
    fails(await send(returnOf(order, 1)), 400, /error in quantities/);
    expect((await lead(souk, rest, 'authorized', 'received', 'rejected')).status).toBe('processed_closed');
  });

  it.each([
    [['received']],
    [['authorized', 'denied']],
    [['authorized', 'pending']],
    [['authorized', 'approved']],
    [['authorized', 'received', 'authorized']],
  ])('do not go %j', async (steps) => {
    const made = await makeReturn(souk, await shippedOrder(souk));
    const before = await lead(souk, made, ...steps.slice(0, -1));
    const items = [{ entity_id: made.items[0].entity_id, status: steps.at(-1) }];
    fails(await change(made.entity_id, { items }), 400, /^The status of item Thing .* cannot change from/);
    expect(await get(made.entity_id)).toEqual(before);
  });

  it('keep what is settled, and never grow beyond the step before', async () => {
    const made = await makeReturn(souk, await shippedOrder(souk, 3), 2);
    const { entity_id } = made.items[0];
    const authorized = await lead(souk, made, 'authorized');
    for (const wrong of [{ qty_requested: 3 }, { qty_authorized: 3 }])
      fails(await change(made.entity_id, { items: [{ entity_id, ...wrong }] }), 400, /error in quantities/);
    fails(await change(made.entity_id, { items: [{ entity_id: 999_999 }] }), 400, /has no item with the ID "999999"/);
    // What was read can be sent back as it is.
    expect(ok(await change(made.entity_id, authorized))).toEqual(authorized);
  });

  it('say together what the state of their return is', async () => {
    const order = await shippedOrder(souk, 4);
    const made = await makeReturn(souk, order, 1, { items: [itemOf(order), itemOf(order)] });
    const [one, other] = made.items.map(({ entity_id }: Json) => entity_id);
    const to = async (id: number, status: string): Promise<string> =>
      ok(await change(made.entity_id, { items: [{ entity_id: id, status }] })).status;
    expect(await to(one, 'authorized')).toBe('partially_authorized');
    expect(await to(one, 'received')).toBe('received_on_item');
    expect(await to(one, 'rejected')).toBe('rejected_on_item');
    expect(await to(other, 'authorized')).toBe('rejected_on_item');
    expect(await to(other, 'received')).toBe('rejected_on_item');
    expect(await to(other, 'approved')).toBe('processed_closed');
    expect((await lead(souk, await makeReturn(souk, order), 'denied')).status).toBe('closed');
  });

  it('are added to a return that is open', async () => {
    const order = await shippedOrder(souk, 2);
    const made = await makeReturn(souk, order);
    expect(ok(await change(made.entity_id, { items: [itemOf(order)] })).items).toHaveLength(2);
    fails(await change(made.entity_id, { items: [itemOf(order)] }), 400, /error in quantities/);
  });

  it('D114: are free again when their return is closed before they are done with', async () => {
    const order = await shippedOrder(souk, 1);
    const made = await makeReturn(souk, order);
    expect(ok(await change(made.entity_id, { status: 'closed' }))).toMatchObject({ status: 'closed', items: [{}] });
    await makeReturn(souk, order);
  });

  it('come back once where two processes are asked for the same piece at once', async () => {
    const process = await secondProcess(souk);
    try {
      const order = await shippedOrder(souk, 2, 1);
      const there = new Client(process.base).as(souk.admin.token);
      const body = { rmaDataObject: returnOf(order) };
      const answers = await Promise.all([1, 2, 3].flatMap(() => [souk.admin, there].map((by) => by.post(path, body))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    } finally {
      await process.end();
    }
  });
});

describe('comments', () => {
  it('are kept with the state of the return, and sent to the customer where that is wanted', async () => {
    const email = `${unique('told')}@example.com`;
    const made = await makeReturn(souk, await shippedOrder(souk), 1, { customer_custom_email: email });
    const comments = `${path}/${made.entity_id}/comments`;
    expect(ok(await souk.admin.post(comments, { data: { comment: 'Within.' } }))).toBe(true);
    const data = { comment: 'Please wait.', customer_notified: true, visible_on_front: true };
    ok(await souk.admin.post(comments, { data: { ...data, rma_entity_id: 999_999, admin: false } }));
    const { items, total_count } = ok(await souk.admin.get(comments));
    expect(total_count).toBe(2);
    expect(items[1]).toMatchObject({ ...data, admin: true, rma_entity_id: made.entity_id, status: 'pending' });
    expect((await get(made.entity_id)).comments).toEqual(items);
    const mail = await mailTo(souk, email, ({ text }) => text.includes('Please wait.'));
    expect(mail.subject).toBe(`An update on your return ${made.increment_id}`);
    expect(mails(souk).some(({ text }) => text.includes('Within.'))).toBe(false);
    fails(await souk.admin.post(comments, { data: { comment: ' ' } }), 400, 'Please enter a valid comment.');
    fails(await souk.admin.post(`${path}/999999/comments`, { data }), 404, /requested doesn't exist/);
    fails(await souk.admin.get(`${path}/999999/comments`), 404, /requested doesn't exist/);
  });
});

describe('mails', () => {
  it('confirm a new return, and tell when it may be sent', async () => {
    const email = `${unique('asked')}@example.com`;
    const quiet = `${unique('quiet')}@example.com`;
    const order = await shippedOrder(souk);
    await souk.cli('config:set', 'sales_email/magento_rma/enabled', '0');
    await makeReturn(souk, order, 1, { customer_custom_email: quiet });
    await souk.cli('config:set', 'sales_email/magento_rma/enabled', '1');
    const made = await makeReturn(souk, order, 1, { customer_custom_email: email });
    const asked = await mailTo(souk, email);
    expect(asked.subject).toBe(`Your return ${made.increment_id} of order ${order.increment_id}`);
    expect(asked.text).toContain(order.items[0].sku);
    await lead(souk, made, 'authorized');
    const told = await mailTo(souk, email, ({ subject }) => subject.startsWith('You can send your return'));
    expect(told.text).toContain(order.items[0].sku);
    expect(mails(souk).filter(({ to }) => to.includes(quiet))).toEqual([]);
  });
});

describe('tracking numbers', () => {
  it('are added, listed and removed, while the return is open', async () => {
    const made = await makeReturn(souk, await shippedOrder(souk));
    const numbers = `${path}/${made.entity_id}/tracking-numbers`;
    const track = { track_number: 'R1', carrier_code: 'ups', carrier_title: 'UPS' };
    expect(ok(await souk.admin.post(numbers, { track }))).toBe(true);
    ok(await souk.admin.post(numbers, { track: { track_number: 'R2', carrier_code: 'dhl' } }));
    const { items } = ok(await souk.admin.get(numbers));
    expect(items).toMatchObject([{ ...track, rma_entity_id: made.entity_id }, { carrier_title: 'dhl' }]);
    fails(await souk.admin.post(numbers, { track: { track_number: 'R3' } }), 400, 'Please specify a carrier.');
    fails(await souk.admin.post(numbers, { track: { carrier_code: 'ups' } }), 400, 'Please enter a tracking number.');
    expect(ok(await souk.admin.delete(`${numbers}/${items[0].entity_id}`))).toBe(true);
    fails(await souk.admin.delete(`${numbers}/${items[0].entity_id}`), 404, /has no tracking number/);
    expect((await get(made.entity_id)).tracks).toEqual([items[1]]);
    await lead(souk, made, 'denied');
    fails(await souk.admin.post(numbers, { track }), 400, /is closed/);
  });
});

describe('labels', () => {
  it('D115: are printed once something may be sent back, from the buyer to the shop', async () => {
    const made = await makeReturn(souk, await shippedOrder(souk));
    const label = async (): Promise<string> => ok(await souk.admin.get(`${path}/${made.entity_id}/labels`));
    const printed = async () => readPdf(Buffer.from(await label(), 'base64'));
    expect(await label()).toBe('');
    await lead(souk, made, 'authorized');
    const track = { track_number: 'BACK-1', carrier_code: 'ups', carrier_title: 'UPS' };
    ok(await souk.admin.post(`${path}/${made.entity_id}/tracking-numbers`, { track }));
    const { text, title } = await printed();
    expect(title).toBe(`Return ${made.increment_id}`);
    expect(text).toMatch(/From: Ada Buyer[^]*Main Website Store[^]*90034[^]*BACK-1/);
    for (const [name, value] of Object.entries({ use_store_address: '0', store_name: 'Returns Dept.', city: 'Reno' }))
      await souk.cli('config:set', `sales/magento_rma/${name}`, value);
    expect((await printed()).text).toMatch(/Returns Dept\.[^]*Reno/);
    await lead(souk, made, 'received', 'approved');
    expect(await label()).toBe('');
    fails(await souk.admin.get(`${path}/999999/labels`), 404, /requested doesn't exist/);
  });
});

describe('attributes of returned items', () => {
  const described = '/V1/returnsAttributeMetadata';
  const labelsOf = ({ options }: Json): string[] =>
    options.map(({ label }: Json) => label).filter((label: string) => label.trim());

  it('are described with the choices of a fresh installation', async () => {
    const attribute = async (code: string): Promise<Json> => ok(await souk.admin.get(`${described}/${code}`));
    const resolution = await attribute('resolution');
    expect(resolution).toMatchObject({ frontend_label: 'Resolution', frontend_input: 'select', required: true });
    expect(labelsOf(resolution)).toEqual(['Exchange', 'Refund', 'Store Credit']);
    expect(labelsOf(await attribute('condition'))).toEqual(['Unopened', 'Opened', 'Damaged']);
    expect(labelsOf(await attribute('reason'))).toEqual(['Wrong Color', 'Wrong Size', 'Out of Service']);
    expect(labelsOf(await attribute('status'))).toContain('Return Received');
    fails(await souk.admin.get(`${described}/colour`), 404, /No such entity/);
  });

  it('are listed: all, those of a form, those without a field', async () => {
    const codes = async (end: string): Promise<string[]> =>
      ok(await souk.admin.get(described + end)).map((one: Json) => one.attribute_code);
    expect(await codes('')).toEqual(expect.arrayContaining(['qty_requested', 'reason', 'reason_other', 'status']));
    expect(await codes('/form/default')).toEqual(['resolution', 'condition', 'reason', 'reason_other']);
    expect(await codes('/custom')).toContain('reason_other');
    expect(await codes('/custom')).not.toContain('reason');
    fails(await souk.admin.get(`${described}/form/other`), 404, /No such entity/);
  });
});

it('returns are shown by commands, of all orders or of one', async () => {
  const order = await shippedOrder(souk, 3);
  const made = await makeReturn(souk, order, 2);
  const other = await makeReturn(souk, await shippedOrder(souk));
  const comments = `${path}/${made.entity_id}/comments`;
  ok(
    await souk.admin.post(comments, {
      data: { comment: 'Within.', customer_notified: false, visible_on_front: false },
    }),
  );
  await lead(souk, made, { status: 'authorized', qty_authorized: 1 });
  const run = async (...command: string[]): Promise<string> => (await souk.cli(...command)).stdout.trim();
  const line = [made.increment_id, order.increment_id, made.date_requested, 'authorized'].join('\t');
  expect(await run('rma:list', '--order', order.increment_id)).toBe(line);
  expect((await run('rma:list')).split('\n').slice(0, 2)).toEqual([expect.stringContaining(other.increment_id), line]);
  const item = [order.items[0].name, 'authorized', 'requested 2, authorized 1'].join('\t');
  expect((await run('rma:show', made.increment_id)).split('\n')).toEqual([
    line,
    item,
    expect.stringMatching(/\tWithin\.$/),
  ]);
  const missing = await souk.cli('rma:show', 'R-1');
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("requested doesn't exist")]);
});

it('returns are made later, in bulk, as at once', async () => {
  const order = await shippedOrder(souk, 3);
  const bulk = [1, 5].map((qty) => ({ rmaDataObject: returnOf(order, qty) }));
  const accepted = await souk.admin.post('/async/bulk/V1/returns', bulk);
  expect(accepted.status).toBe(202);
  const statuses = await until(async () => {
    const { operations_list: list } = ok(await souk.admin.get(`/V1/bulk/${accepted.body.bulk_uuid}/status`));
    const found: number[] = list.map(({ status }: Json) => status);
    return found.every((status) => status !== 4) ? found : undefined;
  });
  expect(statuses.sort()).toEqual([1, 3]);
  expect((await search('order_id', order.entity_id)).total_count).toBe(1);
});

it('the open edition has no returns', async () => {
  const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
  try {
    fails(await open.admin.get(`${path}?searchCriteria`), 404, 'Request does not match any route.');
    fails(await open.admin.get('/V1/returnsAttributeMetadata'), 404, 'Request does not match any route.');
  } finally {
    await open.stop();
  }
});
