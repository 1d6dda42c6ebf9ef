import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCompany } from '../company/shop.ts';
import { makeReturn, shippedOrder } from '../rma/shop.ts';
import type { CommandOutcome } from '../support/commands.ts';
import { criteria, ok, startSouk, type Answer, type Souk, type SoukProcess } from '../support/souk.ts';
import { countsIn, startSource } from './shops.ts';

type Body = Answer['body'];

let source: SoukProcess;
let target: Souk;
let token: string;
let late: Body;
beforeAll(async () => {
  source = await startSource();
  target = await startSouk();
  const credentials = { username: 'admin', password: source.password };
  token = ok(await source.guest.post('/V1/integration/admin/token', credentials));
  late = await moveBelowLater();
  await makeGaps();
  await makeGapsOfParts();
}, 300_000);
afterAll(async () => {
  await source?.stop();
  await target?.stop();
});

/** Makes a category whose parent has a higher id, and gaps between the ids of customers. */
async function moveBelowLater(): Promise<Body> {
  const { admin } = source;
  const create = async (name: string): Promise<Body> =>
    ok(await admin.post('/V1/categories', { category: { name, parent_id: 2, is_active: true } }));
  const [earlier, later] = [await create('Earlier'), await create('Later')];
  ok(await admin.put(`/V1/categories/${earlier.id}/move`, { parentId: later.id }));
  const customer = { email: 'gap@example.com', firstname: 'A', lastname: 'B' };
  const { id } = ok(await admin.post('/V1/customers', { customer }));
  ok(await admin.post('/V1/customers', { customer: { ...customer, email: 'behind@example.com' } }));
  ok(await admin.delete(`/V1/customers/${id}`));
  return { earlier, later };
}

const home = (street: string): Body => ({
  firstname: 'A',
  lastname: 'B',
  street: [street],
  city: 'Austin',
  country_id: 'US',
  region_id: 57,
  postcode: '73301',
  telephone: '1',
});

const colour = (code: string, ...labels: string[]): Body => ({
  attribute_code: code,
  default_frontend_label: code,
  frontend_input: 'select',
  scope: 'global',
  options: labels.map((label) => ({ label })),
});

/** Makes gaps between the ids of companies, returns, addresses, attributes and options. */
async function makeGaps(): Promise<void> {
  const { admin } = source;
  const { company } = await newCompany(source, { company_name: 'Gone', status: 1 });
  await newCompany(source, { company_name: 'Stays', status: 1 });
  ok(await admin.delete(`/V1/company/${company.id}`));
  const order = await shippedOrder(source, 2);
  const gone = await makeReturn(source, order);
  ok(await admin.delete(`/V1/returns/${gone.entity_id}`, { rmaDataObject: gone }));
  await makeReturn(source, order);
  const person = { email: 'rural@example.com', firstname: 'A', lastname: 'B' };
  const customer = ok(
    await admin.post('/V1/customers', { customer: { ...person, addresses: ['1', '2', '3'].map(home) } }),
  );
  ok(await admin.delete(`/V1/addresses/${customer.addresses[0].id}`));
  ok(await admin.post('/V1/products/attributes', { attribute: colour('gone_tone', 'One') }));
  ok(await admin.post('/V1/products/attributes', { attribute: colour('tone', 'Light', 'Middle', 'Dark') }));
  ok(await admin.delete('/V1/products/attributes/gone_tone'));
  const [, light] = ok(await admin.get('/V1/products/attributes/tone/options'));
  ok(await admin.delete(`/V1/products/attributes/tone/options/${light.value}`));
}

const newSet = (attribute_set_name: string): Body => ({
  attributeSet: { attribute_set_name, sort_order: 10 },
  skeletonId: 4,
});

/** Makes gaps between the ids of roles, teams, attribute sets and their groups, and gift card accounts. */
async function makeGapsOfParts(): Promise<void> {
  const { admin } = source;
  const { company } = await newCompany(source, { company_name: 'Parts', status: 1 });
  const permissions = [{ resource_id: 'Magento_Company::index', permission: 'allow' }];
  const newRole = async (role_name: string): Promise<Body> =>
    ok(await admin.post('/V1/company/role/', { role: { company_id: company.id, role_name, permissions } }));
  const goneRole = await newRole('Gone');
  await newRole('Stays');
  ok(await admin.delete(`/V1/company/role/${goneRole.id}`));
  for (const name of ['Gone', 'Stays', 'Last']) ok(await admin.post(`/V1/team/${company.id}`, { team: { name } }));
  const [goneTeam] = ok(await admin.get(`/V1/team/?${criteria([[{ field: 'name', value: 'Gone' }]])}`)).items;
  ok(await admin.delete(`/V1/team/${goneTeam.id}`));
  const goneSet = ok(await admin.post('/V1/products/attribute-sets', newSet('Gone')));
  const set = ok(await admin.post('/V1/products/attribute-sets', newSet('Stays')));
  ok(await admin.delete(`/V1/products/attribute-sets/${goneSet.attribute_set_id}`));
  for (const attribute_group_name of ['Gone', 'Own']) {
    const group = { attribute_group_name, attribute_set_id: set.attribute_set_id };
    const saved = ok(await admin.post('/V1/products/attribute-sets/groups', { group }));
    if (attribute_group_name === 'Gone') {
      ok(await admin.delete(`/V1/products/attribute-sets/groups/${saved.attribute_group_id}`));
    }
  }
  const goneCard = ok(await admin.post('/V1/giftcardaccounts', { giftcardAccount: { code: 'GONE', balance: 5 } }));
  ok(await admin.post('/V1/giftcardaccounts', { giftcardAccount: { code: 'STAYS', balance: 5 } }));
  ok(await admin.delete(`/V1/giftcardaccounts/${goneCard.account_id}`));
}

const migrate = (souk: Souk, ...args: string[]): Promise<CommandOutcome> =>
  souk.cli('migrate', '--from', source.base, '--token', token, '--rate', '1000', ...args);

const itemsOf = async ({ admin }: Souk, path: string): Promise<Body[]> =>
  ok(await admin.get(`${path}?searchCriteria[pageSize]=500`)).items;

const lists: readonly (readonly [path: string, id: string, key: string])[] = [
  ['/V1/products', 'id', 'sku'],
  ['/V1/categories/list', 'id', 'name'],
  ['/V1/customers/search', 'id', 'email'],
  ['/V1/orders', 'entity_id', 'increment_id'],
  ['/V1/orders/items', 'item_id', 'sku'],
  ['/V1/invoices', 'entity_id', 'increment_id'],
  ['/V1/shipments', 'entity_id', 'increment_id'],
  ['/V1/creditmemos', 'entity_id', 'increment_id'],
  ['/V1/company', 'id', 'company_name'],
  ['/V1/company/role/', 'id', 'role_name'],
  ['/V1/team/', 'id', 'name'],
  ['/V1/returns', 'entity_id', 'increment_id'],
  ['/V1/products/attribute-sets/sets/list', 'attribute_set_id', 'attribute_set_name'],
  ['/V1/products/attribute-sets/groups/list', 'attribute_group_id', 'attribute_group_name'],
  ['/V1/giftcardaccounts', 'account_id', 'code'],
  ['/V1/products/attributes', 'attribute_id', 'attribute_code'],
];

/** The addresses of a customer by their streets. */
async function addressesIn({ admin }: Souk, email: string): Promise<Record<string, number>> {
  const { items } = ok(await admin.get(`/V1/customers/search?${criteria([[{ field: 'email', value: email }]])}`));
  return Object.fromEntries(items[0].addresses.map(({ id, street }: Body) => [street[0], id]));
}

test('ids are not kept where the shop has records, and nothing changes', { timeout: 60_000 }, async () => {
  const used = await startSouk();
  const product = { sku: 'here', name: 'Here', price: 1, attribute_set_id: 4, type_id: 'simple' };
  ok(await used.admin.post('/V1/products', { product }));
  for (const more of [[], ['--dry-run']]) {
    const outcome = await migrate(used, '--keep-ids', ...more);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    expect(outcome.stderr).toContain('--keep-ids needs an empty shop: this one has 1 products');
  }
  expect(await itemsOf(used, '/V1/customers/search')).toEqual([]);
  await used.stop();
});

test('records keep their ids, also in the next run', { timeout: 300_000 }, async () => {
  const first = await migrate(target, '--keep-ids', '--only', 'stores,tax,catalog');
  expect(first).toMatchObject({ code: 0 });
  // As after a kill: the shop is not empty any more.
  expect(await migrate(target, '--keep-ids')).toMatchObject({ code: 0 });
  for (const [path, id, key] of lists) {
    const idsIn = async (souk: Souk): Promise<Body> =>
      (await itemsOf(souk, path)).map((one) => [one[id], one[key]]).sort();
    const there = await idsIn(source);
    expect([path, there.length > 1]).toEqual([path, true]);
    expect([path, await idsIn(target)]).toEqual([path, there]);
  }
  expect(ok(await target.admin.get(`/V1/categories/${late.earlier.id}`)).parent_id).toBe(late.later.id);
  const tones = async ({ admin }: Souk): Promise<Body> => ok(await admin.get('/V1/products/attributes/tone/options'));
  expect(await tones(target)).toEqual(await tones(source));
  expect(await addressesIn(target, 'rural@example.com')).toEqual(await addressesIn(source, 'rural@example.com'));
});

test('addresses that a later run changes or adds', { timeout: 60_000 }, async () => {
  const { admin } = source;
  const before = await addressesIn(target, 'rural@example.com');
  const filter = criteria([[{ field: 'email', value: 'rural@example.com' }]]);
  const [customer] = ok(await admin.get(`/V1/customers/search?${filter}`)).items;
  const [second, third] = customer.addresses;
  const addresses = [{ ...second, street: ['2 b'] }, third, home('4')];
  ok(await admin.put(`/V1/customers/${customer.id}`, { customer: { ...customer, addresses } }));
  expect(await migrate(target, '--only', 'stores,tax,customers')).toMatchObject({ code: 0 });
  const after = await addressesIn(target, 'rural@example.com');
  expect(after).toMatchObject({ '2 b': before['2'], '3': before['3'] });
  expect(Object.keys(after)).toHaveLength(3);
});

test('later ids come behind those', { timeout: 60_000 }, async () => {
  const { admin } = target;
  const highest = async (path: string): Promise<number> =>
    Math.max(...(await itemsOf(source, path)).map((one) => one.id));
  const customer = { email: 'new@example.com', firstname: 'A', lastname: 'B' };
  const product = { sku: 'new', name: 'New', price: 1, attribute_set_id: 4, type_id: 'simple' };
  const category = { name: 'Newest', parent_id: 2, is_active: true };
  expect(ok(await admin.post('/V1/customers', { customer })).id).toBeGreaterThan(await highest('/V1/customers/search'));
  expect(ok(await admin.post('/V1/products', { product })).id).toBeGreaterThan(await highest('/V1/products'));
  expect(ok(await admin.post('/V1/categories', { category })).id).toBeGreaterThan(await highest('/V1/categories/list'));
});

test('an id that is taken here meanwhile is reported, and a moved category follows', { timeout: 120_000 }, async () => {
  // The source gives the id that a customer has here since the test before.
  const customer = { email: 'source@example.com', firstname: 'A', lastname: 'B' };
  const { id } = ok(await source.admin.post('/V1/customers', { customer }));
  expect(ok(await target.admin.get(`/V1/customers/${id}`)).email).toBe('new@example.com');
  ok(await source.admin.put(`/V1/categories/${late.earlier.id}/move`, { parentId: 2 }));
  const outcome = await migrate(target, '--report', `${target.env.SOUK_VAR}/left.csv`);
  expect(countsIn(outcome).get('customers')).toMatch(/^1 created/);
  const found = ok(
    await target.admin.get(`/V1/customers/search?${criteria([[{ field: 'email', value: customer.email }]])}`),
  );
  expect(found.items[0].id).not.toBe(id);
  expect(readFileSync(`${target.env.SOUK_VAR}/left.csv`, 'utf8')).toContain(
    `customers,${id},source@example.com,in part,its id here is ${found.items[0].id}\n`,
  );
  expect(ok(await target.admin.get(`/V1/categories/${late.earlier.id}`)).parent_id).toBe(2);
});

test(
  'ids of roles, teams, attribute sets, groups and gift cards that are taken here',
  { timeout: 120_000 },
  async () => {
    const idsIn = async ({ admin }: Souk, name: string): Promise<Body> => {
      const filter = criteria([[{ field: 'company_name', value: 'Parts' }]]);
      const [company] = ok(await admin.get(`/V1/company/?${filter}`)).items;
      const role = { company_id: company.id, role_name: name, permissions: [] };
      const saved = ok(await admin.post('/V1/company/role/', { role }));
      ok(await admin.post(`/V1/team/${company.id}`, { team: { name } }));
      const [team] = ok(await admin.get(`/V1/team/?${criteria([[{ field: 'name', value: name }]])}`)).items;
      const set = ok(await admin.post('/V1/products/attribute-sets', newSet(name)));
      const giftcardAccount = { code: `CODE-${name}`, balance: 5 };
      const card = ok(await admin.post('/V1/giftcardaccounts', { giftcardAccount }));
      return { role: saved.id, team: team.id, set: set.attribute_set_id, card: card.account_id };
    };
    const here = await idsIn(target, 'Here');
    const there = await idsIn(source, 'There');
    expect(there).toEqual(here);
    const report = `${target.env.SOUK_VAR}/taken.csv`;
    expect(await migrate(target, '--report', report)).toMatchObject({ code: 0 });
    const lines = readFileSync(report, 'utf8');
    expect(lines).toContain(`company roles,${there.role},There,in part,its id here is ${here.role + 1}\n`);
    expect(lines).toContain(`company teams,${there.team},There,in part,its id here is ${here.team + 1}\n`);
    expect(lines).toContain(`attribute sets,${there.set},There,in part,its id here is ${here.set + 1}\n`);
    expect(lines).toMatch(
      new RegExp(`attribute sets,${there.set},There,in part,the id of its group \\S.* here is \\d+\\n`),
    );
    expect(lines).toMatch(
      new RegExp(`gift card accounts,${there.card},[^\\n]*,in part,its id here is ${here.card + 1}\\n`),
    );
    const counts = Object.fromEntries(countsIn(await migrate(target)));
    for (const kind of ['company roles', 'company teams', 'attribute sets', 'gift card accounts']) {
      expect([kind, counts[kind]]).toEqual([kind, expect.stringMatching(/^\d+ unchanged$/)]);
    }
    // A failed run would have changed or doubled them.
    expect(ok(await target.admin.get(`/V1/giftcardaccounts/${here.card}`)).code).toBe('CODE-Here');
  },
);
