import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestCart, makeProduct } from '../quote/shop.ts';
import { graphqlClient } from '../support/graphql.ts';
import { addToSet, newAttribute, newProduct } from '../support/products.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { Client, ok, startProcess, unique, until, type Answer, type SoukProcess } from '../support/souk.ts';
import { cartKinds } from './cart-kinds.ts';
import { metadataKinds, productKinds } from './catalog-kinds.ts';
import { walkedCaches, type CachedKind, type CommandChange, type RestChange } from './kind.ts';
import { accessKinds, settingKinds } from './system-kinds.ts';

// Two web processes and a consumer apart, none of which looks for changes by itself: a read that follows a write has to be
// right because the reading process compares versions, and for no other reason.

const ROUNDS = 4;

let souk: SoukProcess;
let other: SecondProcess;
let consumer: ChildProcess;
let kinds: CachedKind[];
beforeAll(async () => {
  souk = await startProcess({ args: ['--no-consumer'], env: { SOUK_CACHE_POLL: '0', SOUK_RELEASE: '2.4.9' } });
  other = await secondProcess(souk);
  consumer = souk.spawn('queue:consumers:start', 'async.operations.all');
  await once(consumer.stdout!, 'data');
  // Through the process that writes.
  kinds = [
    ...(await metadataKinds(souk)),
    ...(await productKinds(souk)),
    ...(await cartKinds(souk)),
    ...(await accessKinds(souk)),
    ...(await settingKinds(souk)),
  ];
}, 180_000);
afterAll(async () => {
  consumer?.kill('SIGTERM');
  if (consumer) await once(consumer, 'exit');
  await other?.end();
  await souk?.stop();
});

const reader = (): Client => new Client(other.base, souk.admin.token);

const isCommand = (by: RestChange | CommandChange): by is CommandChange => Array.isArray(by);

async function make(by: RestChange | CommandChange): Promise<void> {
  if (isCommand(by)) {
    const { code, stderr } = await souk.cli(...by);
    expect(code, stderr).toBe(0);
    return;
  }
  const prefix = by.path.startsWith('/_/') ? '' : '/rest';
  ok(await souk.admin.raw(by.method, `${prefix}${by.path}`, by.body));
}

/** Has the consumer make a change; resolves when the writing process reports that it is complete. */
async function makeLater({ method, path, body }: RestChange): Promise<void> {
  const accepted: Answer = await souk.admin.raw(method, `/rest/async${path}`, body);
  expect(accepted.status, accepted.text).toBe(202);
  const { bulk_uuid } = accepted.body;
  const status = async (): Promise<string | false> => {
    const { operations_list } = ok(await souk.admin.get(`/V1/bulk/${bulk_uuid}/detailed-status`));
    const [{ status: number, result_message }] = operations_list;
    return number !== 4 && `${number} ${result_message}`;
  };
  expect(await until(status)).toMatch(/^1 /);
}

/** Those that are changed and read by rows; revoked tokens have a test of their own. */
const byRows = walkedCaches.filter((cache) => cache !== 'access_revocations');

test('the walk reaches every kind', () => {
  expect(new Set(kinds.map(({ cache }) => cache))).toEqual(new Set(byRows));
});

test.each([
  ['a short body', ''],
  ['a long body', 'x'.repeat(20_000)],
])('a write with %s is decoded by metadata that another process has just changed', async (_, description) => {
  for (let round = 0; round < ROUNDS; round++) {
    const attribute_code = unique('written').replaceAll('-', '_');
    const custom_attributes = [
      { attribute_code, value: 1 },
      { attribute_code: 'description', value: description },
    ];
    ok(await reader().get('/V1/store/websites'));
    await newAttribute(souk, { attribute_code, frontend_input: 'boolean' });
    await addToSet(souk, attribute_code);
    const made = await newProduct({ admin: reader() }, { custom_attributes });
    expect(made.custom_attributes).toContainEqual({ attribute_code, value: '1' });
  }
});

test('a mutation follows a setting that another process has just changed, and takes effect once', async () => {
  const sku = await makeProduct(souk);
  const { path, id } = await guestCart(souk);
  const gql = graphqlClient(reader());
  for (let round = 0; round < ROUNDS; round++) {
    const [least, quantity] = [10 + round, 5];
    await souk.configure({ 'cataloginventory/item_options/min_sale_qty': String(least) });
    const add = async (pieces: number) =>
      (
        await gql.data(
          'mutation ($id: String!, $sku: String!, $pieces: Float!) { addProductsToCart(cartId: $id, cartItems: [{ sku: $sku, quantity: $pieces }]) { user_errors { code } } }',
          { id, sku, pieces },
        )
      ).addProductsToCart.user_errors.length;
    expect(await add(quantity)).toBe(1);
    await souk.configure({ 'cataloginventory/item_options/min_sale_qty': '1' });
    expect(await add(1)).toBe(0);
    const [item] = ok(await souk.guest.get(`${path}/items`));
    expect(item.qty).toBe(round + 1);
  }
});

test.each(byRows)('a change of %s in one process is read in another one', async (cache) => {
  for (const kind of kinds.filter((one) => one.cache === cache)) {
    for (let round = 0; round < ROUNDS; round++) {
      const { by, expected } = kind.change(round);
      expect(await kind.read(reader()), `before round ${round}`).not.toEqual(expected);
      const isLater = !isCommand(by) && !by.isSynchronousOnly && round % 2 === 1;
      await (isLater ? makeLater(by) : make(by));
      // The first request to the other process after the change.
      expect(await kind.read(reader()), `round ${round}${isLater ? ', by the consumer' : ''}`).toEqual(expected);
    }
  }
});

test('a token that one process revokes is refused by another one', async () => {
  const credentials = { username: 'leaver', password: 'Walker123!' };
  const user = { ...credentials, email: 'leaver@example.com', firstname: 'A', lastname: 'B', role: 'Administrators' };
  ok(await souk.admin.raw('POST', '/_/console/users', user));
  for (let round = 0; round < ROUNDS; round++) {
    const token = ok(await souk.guest.post('/V1/integration/admin/token', credentials));
    const asOther = async (): Promise<number> => (await reader().as(token).get('/V1/store/websites')).status;
    expect(await asOther()).toBe(200);
    const { id } = ok(await souk.admin.as(token).raw('GET', '/_/console/me'));
    ok(await souk.admin.raw('DELETE', `/_/console/sessions/${id}`));
    expect(await asOther()).toBe(401);
  }
});
