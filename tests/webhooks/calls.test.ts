import { createVerify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { retryBulk } from '../../src/platform/operation-queue/retry.ts';
import { readyCart } from '../events/orders.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, until, type Client } from '../support/client.ts';
import { person } from '../support/customers.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct, product } from '../support/products.ts';
import { startAskedServer, type AskedServer } from './hook.ts';

const SAVE = 'plugin.magento.catalog.api.product_repository.save';

describe.each(engines)('hooks on %s', (kind) => {
  let here: Here;
  let caller: Client;
  let other: AskedServer;

  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_RELEASE: '2.4.9' }, consumer: true });
    caller = await here.granted('integration', 'all');
    other = await startAskedServer();
    await here.configure({ 'souk/events/allow_private': '127.0.0.1' });
  });
  afterAll(async () => {
    await other?.stop();
    await here?.stop();
  });
  beforeEach(async () => {
    for (const webhook of ok(await caller.get('/V1/webhooks/list'))) {
      ok(await caller.post('/V1/webhooks/unsubscribe', { webhook }));
    }
    other.reset();
  });

  const hook = async (webhook_method: string, more: object = {}) =>
    ok(
      await caller.post('/V1/webhooks/subscribe', {
        webhook: {
          webhook_method,
          webhook_type: 'before',
          batch_name: 'checks',
          hook_name: 'check',
          url: other.url,
          required: true,
          timeout: 5000,
          ...more,
        },
      }),
    );
  const isThere = async (sku: string) => (await caller.get(`/V1/products/${sku}`)).status === 200;

  it('are tested with a value, without any change, and with their secrets masked', async () => {
    const fields = [{ name: 'sku', source: 'product.sku' }];
    await hook(SAVE, { fields, headers: [{ name: 'x-secret', value: 'planted' }] });
    const identity = { webhook_method: SAVE, webhook_type: 'before', batch_name: 'checks', hook_name: 'check' };
    const value = { product: { sku: 'tested', price: 5 } };
    const test = (more: object = {}, client: Client = caller) =>
      client.raw('POST', '/_/console/hooks/test', { ...identity, value, ...more });
    const done = ok(await test());
    expect(done).toMatchObject({ status: 200, response: '{"op":"success"}', error: '' });
    expect(done.request).toMatchObject({ method: 'POST', url: other.url, body: '{"sku":"tested"}' });
    expect(done.request.headers).toContainEqual({ name: 'x-secret', value: '******' });
    expect(other.asked).toMatchObject([{ body: { sku: 'tested' }, headers: { 'x-secret': 'planted' } }]);
    expect(await isThere('tested')).toBe(false);
    other.answer = () => ({ op: 'unheard' });
    expect(ok(await test())).toMatchObject({ status: 200, error: 'the operation "unheard" is unknown' });
    other.status = 503;
    expect(ok(await test())).toMatchObject({ status: 503, error: 'HTTP 503' });
    fails(await test({ hook_name: 'other' }), 404);
    fails(await test({ webhook_type: 'after' }), 404);
    const reader = await here.granted('integration', ['Magento_AdobeCommerceWebhooks::webhooks_list']);
    fails(await test({}, reader), 401);
    expect(other.asked).toHaveLength(3);
  });

  it('are asked before a change, with its arguments, and refuse it in their own words', async () => {
    await hook(SAVE);
    const sku = unique('asked');
    other.answer = () => [{ op: 'exception', message: 'No product of that name.' }];
    fails(await caller.post('/V1/products', { product: product({ sku, price: 5 }) }), 400, 'No product of that name.');
    expect(await isThere(sku)).toBe(false);
    const [asked] = other.asked;
    expect(asked).toMatchObject({ method: 'POST', body: { product: { sku, price: 5 } } });
    other.answer = () => ({
      op: 'exception',
      class: 'Magento\\Framework\\Exception\\NoSuchEntityException',
      message: 'Gone',
    });
    fails(await caller.post('/V1/products', { product: product({ sku }) }), 404, 'Gone');
    other.answer = () => ({ op: 'success' });
    await newProduct({ admin: caller }, { sku });
    expect(await isThere(sku)).toBe(true);
  });

  it('change what is done; what they give is checked as what callers send', async () => {
    await hook(SAVE);
    const sku = unique('changed');
    other.answer = () => [
      { op: 'replace', path: 'product/name', value: 'By the hook' },
      { op: 'add', path: 'product/custom_attributes', value: { attribute_code: 'description', value: 'Its text' } },
      { op: 'remove', path: 'product/weight' },
    ];
    const custom_attributes = [{ attribute_code: 'meta_title', value: 'Kept' }];
    const made = await newProduct({ admin: caller }, { sku, price: 5, weight: 3, custom_attributes });
    expect(made).toMatchObject({ name: 'By the hook' });
    expect(made.weight).toBeUndefined();
    expect(made.custom_attributes).toEqual(
      expect.arrayContaining([
        { attribute_code: 'description', value: 'Its text' },
        { attribute_code: 'meta_title', value: 'Kept' },
      ]),
    );
    other.answer = () => ({ op: 'replace', path: 'product/price', value: 'much' });
    expect((await caller.put(`/V1/products/${sku}`, { product: product({ sku }) })).status).toBe(400);
    expect(ok(await caller.get(`/V1/products/${sku}`)).price).toBe(5);
  });

  it('see the answer after a change and may change that, and nothing else', async () => {
    await hook(SAVE, { webhook_type: 'after' });
    const sku = unique('after');
    other.answer = () => ({ op: 'replace', path: 'result/name', value: 'As answered' });
    expect((await newProduct({ admin: caller }, { sku, name: sku })).name).toBe('As answered');
    expect(other.asked[0]?.body).toMatchObject({ product: { sku }, result: { sku, type_id: 'simple' } });
    expect(ok(await caller.get(`/V1/products/${sku}`)).name).toBe(sku);
  });

  it('D222: that refuse after a change tell the caller, and the change stays', async () => {
    await hook('observer.catalog_product_save_after', { webhook_type: 'after' });
    other.answer = () => ({ op: 'exception', message: 'Too late.' });
    const sku = unique('late');
    fails(await caller.post('/V1/products', { product: product({ sku }) }), 400, 'Too late.');
    expect(await isThere(sku)).toBe(true);
  });

  it('that are required and fail end the call, others do not', async () => {
    const sku = unique('failing');
    await hook(SAVE, { fallback_error_message: 'The check cannot be made.', timeout: 300 });
    other.status = 500;
    fails(await caller.post('/V1/products', { product: product({ sku }) }), 400, 'The check cannot be made.');
    other.status = 200;
    other.answer = () => 'no JSON';
    fails(await caller.post('/V1/products', { product: product({ sku }) }), 400, 'The check cannot be made.');
    other.answer = () => ({ op: 'success' });
    other.delay = 1000;
    fails(await caller.post('/V1/products', { product: product({ sku }) }), 400, 'The check cannot be made.');
    await hook(SAVE, { fallback_error_message: '', timeout: 300 });
    fails(
      await caller.post('/V1/products', { product: product({ sku }) }),
      400,
      'Cannot perform the operation due to an error.',
    );
    expect(await isThere(sku)).toBe(false);
    await hook(SAVE, { required: false, timeout: 300 });
    await newProduct({ admin: caller }, { sku });
    expect(here.logged.join('')).toContain('a hook has failed');
  });

  it('never go to names of private addresses, nor follow a redirect', async () => {
    const elsewhere = await startAskedServer();
    try {
      await hook(SAVE);
      Object.assign(other, { status: 302, headers: { location: elsewhere.url } });
      expect((await caller.post('/V1/products', { product: product({ sku: unique('redirected') }) })).status).toBe(400);
      expect([other.asked.length, elsewhere.asked.length]).toEqual([1, 0]);
      // The address is allowed as a number, not by each name that leads to it.
      const named = other.url.replace('http://127.0.0.1', 'https://localhost');
      await hook(SAVE, { hook_name: 'named', batch_name: 'another', url: named });
      other.reset();
      expect((await caller.post('/V1/products', { product: product({ sku: unique('named') }) })).status).toBe(400);
      expect(here.logged.join('')).toContain('the address of localhost is private');
    } finally {
      await elsewhere.stop();
    }
  });

  it('are sent the fields that they ask for, where their rules are true', async () => {
    await hook(SAVE, {
      fields: [
        { name: 'item.code', source: 'product.sku' },
        { name: 'product.custom_attributes[].attribute_code', source: '' },
        { name: 'missing', source: 'product.nothing.here' },
      ],
      rules: [
        { field: 'product.price', operator: 'greaterThan', value: '10' },
        { field: 'product.sku', operator: 'regex', value: '/^chosen/' },
        { field: 'product.weight', operator: 'isEmpty', value: '' },
      ],
    });
    const custom_attributes = [{ attribute_code: 'meta_title', value: 'T' }];
    await newProduct({ admin: caller }, { sku: unique('chosen'), price: 9, weight: undefined });
    await newProduct({ admin: caller }, { sku: unique('chosen'), price: 11, weight: 1 });
    await newProduct({ admin: caller }, { sku: unique('left'), price: 11, weight: undefined });
    expect(other.asked).toEqual([]);
    const sku = unique('chosen');
    await newProduct({ admin: caller }, { sku, price: 11, weight: undefined, custom_attributes });
    expect(other.asked.map(({ body }) => body)).toEqual([
      { item: { code: sku }, product: { custom_attributes: [{ attribute_code: 'meta_title' }] }, missing: null },
    ]);
  });

  it('of a batch are asked together, batches one after another, each with what the ones before have left', async () => {
    await hook(SAVE, { hook_name: 'second', batch_name: 'later', batch_order: 20 });
    await hook(SAVE, { hook_name: 'first', batch_name: 'earlier', batch_order: 10, priority: 1 });
    await hook(SAVE, { hook_name: 'other', batch_name: 'earlier', batch_order: 10, priority: 2 });
    other.answer = ({ body }) => ({ op: 'replace', path: 'product/name', value: `${body.product.name}+` });
    const sku = unique('batch');
    const made = await newProduct({ admin: caller }, { sku, name: 'N' });
    expect(other.asked.map(({ body }) => body.product.name)).toEqual(['N', 'N', 'N+']);
    expect(made.name).toBe('N++');
  });

  it('answer the same request once as long as its answer holds', async () => {
    await hook(SAVE, { ttl: 60, fields: [{ name: 'product.price', source: '' }] });
    for (const price of [5, 5, 6]) await newProduct({ admin: caller }, { sku: unique('kept'), price });
    expect(other.asked).toHaveLength(2);
    ok(await here.guest.raw('PUT', '/_/clock', { now: new Date(Date.now() + 61_000).toISOString() }));
    await newProduct({ admin: caller }, { sku: unique('kept'), price: 5 });
    expect(other.asked).toHaveLength(3);
    ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
  });

  it('have a say on operations of bulks, each by itself', async () => {
    await hook(SAVE);
    const [good, bad] = [unique('good'), unique('bad')];
    other.answer = ({ body }) =>
      body.product.sku === bad
        ? { op: 'exception', message: 'Not this one.' }
        : { op: 'replace', path: 'product/name', value: `Hooked ${good}` };
    const products = [good, bad].map((sku) => ({ product: product({ sku }) }));
    const { bulk_uuid: uuid } = (await caller.post('/async/bulk/V1/products', products)).body;
    const operations = await until(async () => {
      const { operations_list: all } = ok(await caller.get(`/V1/bulk/${uuid}/detailed-status`));
      return all.every(({ status }: { status: number }) => status !== 4) && all;
    });
    expect(
      operations.map(({ status, result_message }: { status: number; result_message: string }) => [
        status,
        result_message,
      ]),
    ).toEqual([
      [1, expect.stringContaining('success')],
      [3, 'Not this one.'],
    ]);
    expect(ok(await caller.get(`/V1/products/${good}`)).name).toBe(`Hooked ${good}`);
    expect(await isThere(bad)).toBe(false);
    expect(other.asked).toHaveLength(2);
  });

  it('that are required and fail leave an operation to be tried again later', async () => {
    await here.configure({ 'souk/operations/attempts': '2', 'souk/operations/retry_delay': '1' });
    await hook(SAVE, { fallback_error_message: 'The check is out of reach.' });
    other.status = 503;
    const sku = unique('later');
    const { bulk_uuid: uuid } = (await caller.post('/async/V1/products', { product: product({ sku }) })).body;
    const ended = () =>
      until(async () => {
        const [operation] = ok(await caller.get(`/V1/bulk/${uuid}/detailed-status`)).operations_list;
        return operation.status !== 4 && operation;
      });
    expect(await ended()).toMatchObject({ status: 2, result_message: 'The check is out of reach.' });
    expect(other.asked).toHaveLength(2);
    other.reset();
    expect(await retryBulk(here.souk.systemCall(), uuid)).toBe(1);
    expect(await ended()).toMatchObject({ status: 1 });
    expect(await isThere(sku)).toBe(true);
  });

  it('see no secrets, and the call goes on with what was sent', async () => {
    await hook('plugin.magento.customer.api.account_management.create_account');
    other.answer = () => ({ op: 'replace', path: 'customer/firstname', value: 'Changed' });
    const customer = person();
    const password = 'Secret-123!';
    expect(ok(await here.guest.post('/V1/customers', { customer, password })).firstname).toBe('Changed');
    expect(other.asked[0]?.text).toContain(customer.email);
    expect(other.asked[0]?.text).not.toContain(password);
    ok(await here.guest.post('/V1/integration/customer/token', { username: customer.email, password }));
  });

  it('know entities by the names of observers, with custom attributes among the fields', async () => {
    await hook('observer.catalog_product_save_before', {
      rules: [{ field: 'data.product.description', operator: 'isEmpty', value: '' }],
    });
    other.answer = () => ({ op: 'replace', path: 'data/product/description', value: 'Written by the hook' });
    const sku = unique('observed');
    const made = await newProduct({ admin: caller }, { sku });
    expect(made.custom_attributes).toContainEqual({ attribute_code: 'description', value: 'Written by the hook' });
    expect(other.asked[0]?.body).toMatchObject({
      eventName: 'catalog_product_save_before',
      data: { product: { sku } },
    });
    const custom_attributes = [{ attribute_code: 'description', value: 'Own' }];
    ok(await caller.put(`/V1/products/${sku}`, { product: { sku, custom_attributes } }));
    expect(other.asked).toHaveLength(1);
  });

  it('refuse orders of guests and of storefronts before they are placed, and hear of those that are', async () => {
    await hook('observer.sales_order_place_before', { hook_name: 'refuse' });
    const { cart, sku, path, payment } = await readyCart(here);
    other.answer = ({ body }) =>
      body.data.order.payment.method === 'checkmo' ? { op: 'exception', message: 'No cheques.' } : { op: 'success' };
    fails(await here.guest.post(path, payment), 400, 'No cheques.');
    expect(other.asked[0]?.body.data.order).toMatchObject({
      customer_email: 'ada@example.com',
      grand_total: 10,
      shipping_amount: 5,
      items: [{ sku, qty_ordered: 1, price: 5 }],
    });
    const gql = graphqlClient(here);
    const set =
      'mutation($id: String!) { setPaymentMethodOnCart(input: { cart_id: $id, payment_method: { code: "checkmo" } }) { cart { id } } }';
    await gql.data(
      'mutation($id: String!) { setGuestEmailOnCart(input: { cart_id: $id, email: "ada@example.com" }) { cart { id } } }',
      { id: cart },
    );
    await gql.data(set, { id: cart });
    const place =
      'mutation($id: String!) { placeOrder(input: { cart_id: $id }) { errors { code message } orderV2 { number } } }';
    expect((await gql.send(place, { id: cart })).text).toContain('No cheques.');
    await hook('observer.sales_order_place_after', { hook_name: 'hear' });
    other.answer = () => ({ op: 'success' });
    const { number } = (await gql.data(place, { id: cart })).placeOrder.orderV2;
    const heard = other.asked.at(-1)!;
    expect(heard.body).toMatchObject({
      eventName: 'sales_order_place_after',
      data: { order: { increment_id: number } },
    });
  });

  it('see what comes into carts, by whatever way, and may refuse it or change the quantity', async () => {
    await hook('observer.sales_quote_add_item');
    const { cart, sku } = await readyCart(here);
    other.reset();
    other.answer = ({ body }) => ({ op: 'replace', path: 'data/quote_item/qty', value: body.data.quote_item.qty + 1 });
    const cartItem = { quote_id: cart, sku, qty: 1 };
    expect(ok(await here.guest.post(`/V1/guest-carts/${cart}/items`, { cartItem })).qty).toBe(3);
    const add =
      'mutation($id: String!, $sku: String!) { addProductsToCart(cartId: $id, cartItems: [{ sku: $sku, quantity: 1 }]) { user_errors { message } cart { total_quantity } } }';
    expect((await graphqlClient(here).data(add, { id: cart, sku })).addProductsToCart.cart.total_quantity).toBe(5);
    expect(other.asked.map(({ body }) => body.data.quote_item)).toEqual([
      { name: sku, price: 5, sku, qty: 1, quote_id: cart },
      { name: sku, price: 5, sku, qty: 1, quote_id: cart },
    ]);
    other.answer = () => ({ op: 'exception', message: 'Sold elsewhere.' });
    expect((await graphqlClient(here).send(add, { id: cart, sku })).text).toContain('Sold elsewhere.');
  });

  it('leave no arguments of a mutation that its schema does not allow', async () => {
    await hook('observer.sales_quote_add_item');
    const { cart, sku } = await readyCart(here);
    const add =
      'mutation($id: String!, $sku: String!) { addProductsToCart(cartId: $id, cartItems: [{ sku: $sku, quantity: 1 }]) { cart { total_quantity } } }';
    other.answer = () => ({ op: 'replace', path: 'data/quote_item/qty', value: 'many' });
    const { errors } = (await graphqlClient(here).send(add, { id: cart, sku })).body;
    expect(errors[0]).toMatchObject({
      message:
        'A hook has changed the argument "cartItems.0.quantity" to a value that it cannot have: Float cannot represent non numeric value: NaN',
      extensions: { category: 'graphql-input' },
    });
    other.answer = () => ({ op: 'success' });
    const { cart: unchanged } = (await graphqlClient(here).data(add, { id: cart, sku })).addProductsToCart;
    expect(unchanged.total_quantity).toBe(2);
  });

  it('change customers of storefronts before they are saved, and hear of them as they were saved', async () => {
    await hook('observer.customer_save_before');
    await hook('observer.customer_save_after', { hook_name: 'hear' });
    other.answer = ({ body }) =>
      body.eventName === 'customer_save_before'
        ? { op: 'replace', path: 'data/customer/firstname', value: 'Changed' }
        : { op: 'success' };
    const email = `${unique('hooked')}@example.com`;
    const create =
      'mutation($input: CustomerCreateInput!) { createCustomerV2(input: $input) { customer { firstname } } }';
    const input = { email, firstname: 'Ada', lastname: 'Example', password: 'Hooked-12345' };
    const { createCustomerV2 } = await graphqlClient(here).data(create, { input });
    expect(createCustomerV2.customer.firstname).toBe('Changed');
    const heard = other.asked.map(({ body }) => [body.eventName, body.data.customer]);
    expect(heard).toMatchObject([
      ['customer_save_before', { email, firstname: 'Ada' }],
      ['customer_save_after', { id: expect.any(Number), email, firstname: 'Changed', group_id: 1 }],
    ]);
    expect(other.asked.map(({ text }) => text).join()).not.toContain('Hooked-12345');
    other.answer = () => ({ op: 'add', path: 'data/customer/shoe_size', value: 44 });
    const another = { ...input, email: `${unique('hooked')}@example.com` };
    expect((await graphqlClient(here).send(create, { input: another })).text).toContain('shoe_size');
  });

  it('are shown an access token that their credentials are good for, fetched once', async () => {
    await here.configure({ 'souk/webhooks/token_url': other.url });
    const oauth = { client_id: 'id', client_secret: 'p8e-secret', org_id: 'org@AdobeOrg', environment: 'production' };
    await hook(SAVE, { developer_console_oauth: oauth });
    other.answer = ({ headers }) =>
      headers['content-type'] === 'application/json' ? { op: 'success' } : { access_token: 'T', expires_in: 3600 };
    await newProduct({ admin: caller }, { sku: unique('oauth') });
    await newProduct({ admin: caller }, { sku: unique('oauth') });
    const [token, first, second] = other.asked;
    expect(new URLSearchParams(token?.text).get('client_secret')).toBe('p8e-secret');
    for (const one of [first, second])
      expect(one?.headers).toMatchObject({ authorization: 'Bearer T', 'x-gw-ims-org-id': 'org@AdobeOrg' });
    expect(other.asked).toHaveLength(3);
  });

  it('are signed once there is a key', async () => {
    await hook(SAVE, { headers: [{ name: 'X-Shop', value: 'souk' }] });
    // As a list shows it, it stays.
    await hook(SAVE, { headers: [{ name: 'X-Shop', value: '******' }] });
    const { changeKey } = await import('../../src/modules/webhooks/keys.ts');
    const key = await here.souk.systemCall().transaction((call) => changeKey(call, false));
    await newProduct({ admin: caller }, { sku: unique('signed') });
    const { headers, text } = other.asked[0]!;
    expect(headers['x-shop']).toBe('souk');
    const check = createVerify('SHA256').update(Buffer.from(text).toString('base64'));
    expect(check.verify(key, String(headers['x-adobe-commerce-webhook-signature']), 'base64')).toBe(true);
    await here.souk.systemCall().transaction((call) => changeKey(call, true));
    await newProduct({ admin: caller }, { sku: unique('signed') });
    expect(other.asked[1]?.headers['x-adobe-commerce-webhook-signature']).toBeUndefined();
  });
});
