import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, person } from '../support/customers.ts';
import { criteria, fails, ok, startSouk, unique, until, type Client, type Souk } from '../support/souk.ts';

let souk: Souk;
const TAKEN = 'A customer with the same email address already exists in an associated website.';
const WRONG =
  'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.';

beforeAll(async () => {
  souk = await startSouk();
  for (const command of [
    ['website:create', 'eu', 'Europe'],
    ['store:group:create', 'eu_store', 'Europe', '--website', 'eu'],
    ['store:view:create', 'fr', 'French', '--group', 'eu_store', '--locale', 'fr_FR'],
    ['store:view:create', 'en2', 'English', '--group', 'main_website_store'],
  ]) {
    expect((await souk.cli(...command)).stderr).toBe('');
  }
  await until(async () => (await souk.admin.store('en2').get('/V1/store/websites')).status === 200);
});
afterAll(() => souk.stop());

const create = (client: Client, over: object) =>
  client.post('/V1/customers', { customer: person(over), password: PASSWORD });
const place = ({ website_id, store_id, created_in }: Record<string, unknown>) => [website_id, store_id, created_in];

describe.each([
  ['per website', '1'],
  ['shared by all websites', '0'],
])('accounts %s', (_, scope) => {
  const isShared = scope === '0';
  beforeAll(() => souk.configure({ 'customer/account_share/scope': scope }));

  test('belong to the default website unless they name one, whatever the path says', async () => {
    for (const code of ['', 'fr', 'en2', 'all']) {
      const made = ok(await create(souk.guest.store(code), {}));
      expect(place(made), code).toEqual([1, 1, 'Default Store View']);
    }
    expect(place(ok(await create(souk.guest, { website_id: 2 })))).toEqual([2, 2, 'French']);
    expect(place(ok(await create(souk.guest, { store_id: 3 })))).toEqual([1, 3, 'English']);
  });

  test('have an address of their own', async () => {
    const email = `${unique('shop')}@example.com`;
    ok(await create(souk.guest, { email }));
    fails(await create(souk.guest.store('fr'), { email }), 400, TAKEN);
    const elsewhere = await create(souk.admin, { email, website_id: 2, store_id: 2 });
    if (isShared) fails(elsewhere, 400, TAKEN);
    else expect(place(ok(elsewhere))).toEqual([2, 2, 'French']);
    const filter = [[{ field: 'email', value: email }]];
    const found = ok(await souk.admin.get(`/V1/customers/search?${criteria(filter)}`));
    expect(found.total_count).toBe(isShared ? 1 : 2);
  });

  test('have a store view of their website', async () => {
    const answer = await create(souk.admin, { website_id: 1, store_id: 2 });
    if (isShared) expect(place(ok(answer))).toEqual([1, 2, 'French']);
    else fails(answer, 400, 'The store view is not in the associated website.');
  });

  test('sign in where they belong', async () => {
    const { email } = ok(await create(souk.guest, {}));
    const token = (code: string) =>
      souk.guest.store(code).post('/V1/integration/customer/token', { username: email, password: PASSWORD });
    for (const code of ['', 'en2', 'all']) ok(await token(code));
    if (isShared) ok(await token('fr'));
    else fails(await token('fr'), 401, WRONG);
  });

  test('are made once, however many websites ask at the same time', async () => {
    const email = `${unique('race')}@example.com`;
    const answers = await Promise.all([1, 2, 1, 2].map((website_id) => create(souk.admin, { email, website_id })));
    expect(answers.map(({ status }) => status).sort()).toEqual(isShared ? [200, 400, 400, 400] : [200, 200, 400, 400]);
  });
});

test('an account moves to a website where its address is free', async () => {
  await souk.configure({ 'customer/account_share/scope': '1' });
  const made = ok(await create(souk.admin, {}));
  const other = ok(await create(souk.admin, { email: made.email, website_id: 2 }));
  const move = (customer: object) => souk.admin.put(`/V1/customers/${made.id}`, { customer });
  fails(await move({ website_id: 2 }), 400, 'The store view is not in the associated website.');
  fails(await move({ website_id: 2, store_id: 2 }), 400, TAKEN);
  ok(await souk.admin.delete(`/V1/customers/${other.id}`));
  expect(place(ok(await move({ website_id: 2, store_id: 2 }))).slice(0, 2)).toEqual([2, 2]);
});
