import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { product } from '../support/products.ts';
import { criteria, fails, ok, startSouk, unique, until, type Answer, type Client, type Souk } from '../support/souk.ts';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const saveTopic = 'async.magento.catalog.api.productrepositoryinterface.save.post';
const executed = 'Service execution success Magento\\Catalog\\Api\\ProductRepositoryInterface::save';

interface Operation {
  id: number;
  bulk_uuid: string;
  status: number;
  result_message: string | null;
  error_code: number | null;
  serialized_data: string | null;
  result_serialized_data: string | null;
}

/** The body of a request that creates a product. */
const requestBody = (sku: string, over: object = {}) => ({ product: product({ sku, price: 5, ...over }) });

/** The bulk of an acceptance, whose answer is checked whole. */
function accepted(answer: Answer, items = 1): string {
  expect(answer.status, answer.text).toBe(202);
  expect(answer.body).toEqual({
    bulk_uuid: expect.stringMatching(uuidPattern),
    request_items: Array.from({ length: items }, (_, id) => ({
      id,
      data_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      status: 'accepted',
    })),
    errors: false,
  });
  return answer.body.bulk_uuid;
}

/** The operations of a bulk once none is open. */
async function settled(admin: Client, uuid: string): Promise<Operation[]> {
  return await until(async () => {
    const { operations_list } = ok(await admin.get(`/V1/bulk/${uuid}/detailed-status`));
    return operations_list.every((one: Operation) => one.status !== 4) && operations_list;
  });
}

describe('asynchronous and bulk calls', () => {
  let souk: Souk;
  let admin: Client;
  let all: Client;
  beforeAll(async () => {
    souk = await startSouk();
    ({ admin } = souk);
    all = admin.store('all');
  });
  afterAll(() => souk.stop());

  const control = (path: string) => admin.raw('POST', `/_/queue/${path}`, {});

  test('an untouched installation has no operations', async () => {
    const fresh = await startSouk();
    expect(ok(await fresh.admin.get('/V1/bulk?searchCriteria'))).toEqual({
      items: [],
      search_criteria: { filter_groups: [] },
      total_count: 0,
    });
    await fresh.stop();
  });

  test('an operation is shown open, then complete', async () => {
    const sku = unique('async');
    ok(await control('pause'));
    const uuid = accepted(await all.post('/async/V1/products', requestBody(sku)));
    const bulk = {
      user_type: 2,
      bulk_id: uuid,
      description: `Topic ${saveTopic}`,
      start_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      user_id: 1,
      operation_count: 1,
    };
    expect(ok(await admin.get(`/V1/bulk/${uuid}/status`))).toEqual({
      operations_list: [{ id: 0, status: 4, result_message: null, error_code: null }],
      ...bulk,
    });
    const open = {
      id: 0,
      bulk_uuid: uuid,
      topic_name: saveTopic,
      serialized_data: expect.any(String),
      result_serialized_data: null,
      status: 4,
      result_message: null,
      error_code: null,
    };
    const before = ok(await admin.get(`/V1/bulk/${uuid}/detailed-status`));
    expect(before).toEqual({ operations_list: [open], ...bulk });
    const stored = JSON.parse(before.operations_list[0].serialized_data);
    expect(stored).toEqual({
      entity_id: null,
      entity_link: '',
      meta_information: expect.any(String),
      store_id: '0',
    });
    expect(JSON.parse(stored.meta_information)).toEqual(requestBody(sku));
    fails(await admin.get(`/V1/products/${sku}`), 404);

    ok(await control('resume'));
    const [operation] = await settled(admin, uuid);
    expect(operation).toEqual({
      ...open,
      result_serialized_data: expect.any(String),
      status: 1,
      result_message: executed,
    });
    // D300: the arguments are still shown.
    expect(operation!.serialized_data).toBe(before.operations_list[0].serialized_data);
    const made = ok(await all.get(`/V1/products/${sku}`));
    expect(JSON.parse(operation!.result_serialized_data!)).toMatchObject({ id: made.id, sku, price: 5 });
    const counts = await Promise.all(
      [1, 2, 3, 4, 5].map(async (status) => ok(await admin.get(`/V1/bulk/${uuid}/operation-status/${status}`))),
    );
    expect(counts).toEqual([1, 0, 0, 0, 0]);
  });

  test('each item of a bulk ends for itself', async () => {
    const sku = unique('bulk');
    const uuid = accepted(
      await all.post('/async/bulk/V1/products', [
        requestBody(`${sku}-1`),
        requestBody(`${sku}-2`, { attribute_set_id: 999 }),
        requestBody(`${sku}-3`, { name: null }),
      ]),
      3,
    );
    expect(await settled(admin, uuid)).toMatchObject([
      { status: 1, result_message: executed, error_code: null },
      { status: 3, result_message: 'Invalid product data: Invalid attribute set entity type', error_code: 0 },
      {
        status: 3,
        result_message: 'The "Product Name" attribute value is empty. Set the attribute and try again.',
        error_code: 0,
        result_serialized_data: null,
      },
    ]);
    ok(await admin.get(`/V1/products/${sku}-1`));
    fails(await admin.get(`/V1/products/${sku}-2`), 404);
  });

  test('update and delete by SKU, single and in bulk, in array order', async () => {
    const sku = unique('by-sku');
    const path = '/async/bulk/V1/products/bySku';
    accepted(await all.post('/async/bulk/V1/products', [requestBody(sku), requestBody(`${sku}-2`)]), 2);
    accepted(await all.put(path, [{ product: { sku, price: 6 } }, { product: { sku, price: 7 } }]), 2);
    accepted(await all.put(`/async/V1/products/${sku}-2`, { product: { price: 9 } }));
    const doomed = accepted(await all.delete(path, [{ sku: `${sku}-none` }]), 1);
    const [failed] = await settled(admin, doomed);
    expect(failed).toMatchObject({
      status: 3,
      result_message: "The product that was requested doesn't exist. Verify the product and try again.",
    });
    expect(JSON.parse(JSON.parse(failed!.serialized_data!).meta_information)).toEqual({ sku: `${sku}-none` });
    expect(ok(await all.get(`/V1/products/${sku}`)).price).toBe(7);
    expect(ok(await all.get(`/V1/products/${sku}-2`)).price).toBe(9);

    const deleted = accepted(await all.delete(path, [{ sku }]));
    const last = accepted(await all.delete(`/async/V1/products/${sku}-2`));
    for (const uuid of [deleted, last]) {
      expect(await settled(admin, uuid)).toMatchObject([{ status: 1, result_serialized_data: 'true' }]);
    }
    fails(await admin.get(`/V1/products/${sku}`), 404);
  });

  test('an operation writes in the scope of its path', async () => {
    const sku = unique('scoped');
    const scoped = admin.store('default');
    const created = accepted(await all.post('/async/V1/products', requestBody(sku, { name: 'Everywhere' })));
    const changed = accepted(await scoped.put(`/async/V1/products/${sku}`, { product: { name: 'Here' } }));
    for (const uuid of [created, changed]) expect(await settled(admin, uuid)).toMatchObject([{ status: 1 }]);
    expect(ok(await all.get(`/V1/products/${sku}`)).name).toBe('Everywhere');
    expect(ok(await scoped.get(`/V1/products/${sku}`)).name).toBe('Here');
  });

  test('D290: a bulk without items is accepted, one with a wrong item is refused whole and names it', async () => {
    const path = '/async/bulk/V1/products';
    for (const body of [undefined, []]) {
      const uuid = accepted(await all.send('POST', path, body), 0);
      expect(ok(await admin.get(`/V1/bulk/${uuid}/status`))).toMatchObject({ operations_list: [], operation_count: 0 });
    }
    const before = ok(await admin.get('/V1/bulk?searchCriteria[pageSize]=1')).total_count;
    const sku = unique('refused');
    const missing = await all.post(path, [requestBody(sku), { nope: 1 }]);
    fails(missing, 400, '"product" is required. Enter and try again.');
    expect(missing.body.parameters).toEqual({ fieldName: 'product', index: 1 });
    const wrong = await all.post(path, [
      requestBody(unique('refused')),
      requestBody(sku),
      requestBody(sku, { price: 'abc' }),
    ]);
    fails(wrong, 400, /"price" processing/);
    expect(wrong.body.parameters).toEqual({ index: 2 });
    for (const element of ['x', 5, true, null]) {
      const refused = await all.send('POST', path, [requestBody(sku), element]);
      fails(refused, 400, 'The element 1 of the bulk must be an object.');
      expect(refused.body.parameters).toEqual({ index: 1 });
    }
    // Parameters of the path stand in the elements.
    const byPath = await all.send('PUT', '/async/bulk/V1/products/bySku', [
      { sku, product: { name: 'x' } },
      { sku, product: { price: 'abc' } },
    ]);
    expect([byPath.status, byPath.body.parameters.index]).toEqual([400, 1]);
    expect(ok(await admin.get('/V1/bulk?searchCriteria[pageSize]=1')).total_count).toBe(before);
    fails(await admin.get(`/V1/products/${sku}`), 404);
  });

  test('a bulk in XML has an operation for each element, and a rejected one names the position', async () => {
    const xml = { 'content-type': 'application/xml', accept: 'application/xml' };
    const element = (sku: string, price = '5') =>
      `<item><product><sku>${sku}</sku><name>${sku}</name><price>${price}</price><attribute_set_id>4</attribute_set_id></product></item>`;
    const send = (...elements: string[]) =>
      all.raw('POST', '/rest/all/async/bulk/V1/products', `<request>${elements.join('')}</request>`, xml);
    const [one, two] = [unique('xml'), unique('xml')];
    for (const [position, elements] of [
      [1, [element(one), element(two, 'abc')]],
      [0, [element(one, 'abc'), element(two)]],
      [1, [element(one), '<item><nope>1</nope></item>', element(two)]],
      [1, [element(one), '<other>x</other>']],
      [0, [element(one, 'abc')]],
    ] as const) {
      const rejected = await send(...elements);
      expect(rejected.status, rejected.text).toBe(400);
      expect(rejected.text).toMatch(new RegExp(`^ +<index>${position}</index>$`, 'm'));
    }
    fails(await admin.get(`/V1/products/${one}`), 404);
    const taken = await send(element(one), element(two));
    expect(taken.status, taken.text).toBe(202);
    const uuid = /<bulk_uuid>(.+)<\/bulk_uuid>/.exec(taken.text)?.[1] ?? '';
    expect(await settled(admin, uuid)).toMatchObject([{ status: 1 }, { status: 1 }]);
    for (const sku of [one, two]) expect(ok(await admin.get(`/V1/products/${sku}`)).name).toBe(sku);
  });

  test('operations are found by bulk, time, status and topic', async () => {
    const uuid = accepted(
      await all.post('/async/bulk/V1/products', [
        requestBody(unique('found')),
        requestBody(unique('found'), { name: null }),
      ]),
      2,
    );
    await settled(admin, uuid);
    const { start_time } = ok(await admin.get(`/V1/bulk/${uuid}/status`));
    const mine = { field: 'bulk_uuid', value: uuid };
    const count = async (field: string, value: unknown, condition_type = 'eq'): Promise<number> =>
      ok(await admin.get(`/V1/bulk/?${criteria([[mine], [{ field, value, condition_type }]])}`)).total_count;
    expect(await count('start_time', start_time)).toBe(2);
    expect(await count('start_time', start_time, 'gt')).toBe(0);
    expect(await count('started_at', '2020-01-01', 'gt')).toBe(2);
    expect(await count('topic_name', '%.save.post', 'like')).toBe(2);
    expect(await count('topic_name', saveTopic, 'neq')).toBe(0);
    expect(await count('bulk_uuid', uuid, 'neq')).toBe(0);
    expect(await count('status', 3)).toBe(1);

    const query = criteria([[{ field: 'status', value: 3 }]], { sort: [{ field: 'id' }], pageSize: 1, currentPage: 1 });
    const page = ok(await admin.get(`/V1/bulk?${query}`));
    expect(page.total_count).toBeGreaterThanOrEqual(1);
    expect(page.items).toEqual([
      {
        extension_attributes: { start_time },
        id: 1,
        bulk_uuid: uuid,
        topic_name: saveTopic,
        serialized_data: expect.any(String),
        result_serialized_data: null,
        status: 3,
        result_message: expect.stringContaining('Product Name'),
        error_code: 0,
      },
    ]);
    for (const field of ['nope', 'id', 'error_code', 'result_message']) {
      fails(await admin.get(`/V1/bulk?${criteria([[{ field, value: 3 }]])}`), 400, new RegExp(`"${field}"`));
    }
    fails(await admin.get('/V1/bulk'), 400, '"searchCriteria" is required. Enter and try again.');
  });

  test('unknown bulks, and callers without permission', async () => {
    const unknown = '00000000-0000-0000-0000-000000000000';
    for (const uuid of [unknown, 'notauuid']) {
      for (const view of ['status', 'detailed-status']) {
        fails(await admin.get(`/V1/bulk/${uuid}/${view}`), 404, `Bulk uuid ${uuid} not exist`);
      }
      expect(ok(await admin.get(`/V1/bulk/${uuid}/operation-status/1`))).toBe(0);
    }
    fails(
      await admin.get(`/V1/bulk/${unknown}/operation-status/x`),
      400,
      /The "x" value's type is invalid\. The "int"/,
    );
    for (const path of ['/V1/bulk?searchCriteria', ...['status', 'detailed-status'].map((v) => `/V1/bulk/x/${v}`)]) {
      fails(await souk.guest.get(path), 401, /system_magento_logging_bulk_operations/);
    }
  });

  test('the open edition executes operations and has no routes to show them', async () => {
    const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
    const sku = unique('open');
    const uuid = accepted(await open.admin.store('all').post('/async/V1/products', requestBody(sku)));
    await until(async () => (await open.admin.get(`/V1/products/${sku}`)).status === 200);
    fails(await open.admin.get(`/V1/bulk/${uuid}/status`), 404, 'Request does not match any route.');
    fails(await open.admin.get('/V1/bulk?searchCriteria'), 404, 'Request does not match any route.');
    await open.stop();
  });

  test('a consumer in a process of its own executes what the server accepts, and ends after its number', async () => {
    const sku = unique('apart');
    ok(await control('pause'));
    const uuid = accepted(
      await all.post('/async/bulk/V1/products', [requestBody(`${sku}-1`), requestBody(`${sku}-2`)]),
      2,
    );
    const { code, stderr } = await souk.cli('queue:consumers:start', 'async.operations.all', '--max-messages', '1');
    expect(code, stderr).toBe(0);
    expect((await settledPart(admin, uuid)).map(({ status }) => status)).toEqual([1, 4]);
    expect((await souk.cli('bulk:status', uuid)).stdout).toMatch(/complete: 1\s+open: 1/);
    ok(await control('resume'));
    expect((await settled(admin, uuid)).map(({ status }) => status)).toEqual([1, 1]);
  });
});

/** The operations of a bulk as they are now. */
async function settledPart(admin: Client, uuid: string): Promise<Operation[]> {
  return ok(await admin.get(`/V1/bulk/${uuid}/detailed-status`)).operations_list;
}
