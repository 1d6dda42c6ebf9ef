import { afterAll, beforeAll, expect, test } from 'vitest';
import { address, newCustomer, person } from '../support/customers.ts';
import { criteria, fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
// oxlint-disable-next-line typescript/no-explicit-any -- the wire is what the tests are about
let ada: any, bob: any;
const tag = unique('Tag');

beforeAll(async () => {
  souk = await startSouk();
  ada = await newCustomer(souk, {
    ...person({ email: `ada.${tag}@example.com` }),
    firstname: 'Ada',
    middlename: 'Q',
    prefix: 'Ms',
    suffix: 'Jr',
    dob: '1990-05-17',
    gender: 2,
    taxvat: `VAT ${tag}`,
    group_id: 2,
    disable_auto_group_change: 1,
    addresses: [
      address({ default_billing: true, city: `City ${tag}`, telephone: '1-2-3', company: 'Co' }),
      address({ default_shipping: true, country_id: 'DE', region: { region_id: 82 }, postcode: '10115' }),
    ],
    extension_attributes: { is_subscribed: true },
  });
  bob = await newCustomer(souk, { email: `bob.${tag}@example.com`, firstname: 'Bob', lastname: `Last ${tag}` });
});
afterAll(() => souk.stop());

async function found(field: string, value: unknown, condition_type?: string): Promise<number[]> {
  const mine = [{ field: 'email', value: `%${tag}@example.com`, condition_type: 'like' }];
  const filter = { field, value, ...(condition_type ? { condition_type } : {}) };
  const { items } = ok(await souk.admin.get(`/V1/customers/search?${criteria([mine, [filter]])}`));
  return items.map(({ id }: { id: number }) => id);
}

test('finds customers by every field they have', async () => {
  const fields: [string, unknown][] = [
    ['id', ada.id],
    ['entity_id', ada.id],
    ['email', `ADA.${tag}@EXAMPLE.COM`],
    ['firstname', 'ada'],
    ['middlename', 'q'],
    ['prefix', 'ms'],
    ['suffix', 'jr'],
    ['dob', '1990-05-17'],
    ['gender', 2],
    ['taxvat', `vat ${tag}`],
    ['group_id', 2],
    ['default_billing', ada.default_billing],
    ['default_shipping', ada.default_shipping],
    ['disable_auto_group_change', 1],
    ['is_subscribed', 1],
    ['billing_city', `city ${tag}`],
    ['billing_telephone', '1-2-3'],
    ['billing_company', 'co'],
    ['billing_region', 'California'],
    ['billing_country_id', 'us'],
    ['shipping_country_id', 'DE'],
    ['shipping_postcode', '10115'],
  ];
  for (const [field, value] of fields) expect(await found(field, value), field).toEqual([ada.id]);
  expect(await found('lastname', `Last ${tag}`)).toEqual([bob.id]);
  expect(await found('billing_telephone', '', 'null')).toEqual([bob.id]);
  for (const field of ['website_id', 'store_id']) expect(await found(field, 1), field).toEqual([ada.id, bob.id]);
  for (const field of ['created_at', 'updated_at']) {
    expect(await found(field, '2001-01-01', 'gt'), field).toEqual([ada.id, bob.id]);
    expect(await found(field, '2001-01-01', 'lt'), field).toEqual([]);
  }
  expect(await found('created_in', 'default store view')).toEqual([ada.id, bob.id]);
  expect(await found('confirmation', '', 'notnull')).toEqual([]);
});

test('sorts, pages and counts', async () => {
  const mine = [{ field: 'email', value: `%${tag}@example.com`, condition_type: 'like' }];
  const page = async (direction: string, currentPage: number) =>
    ok(
      await souk.admin.get(
        `/V1/customers/search?${criteria([mine], { sort: [{ field: 'email', direction }], pageSize: 1, currentPage })}`,
      ),
    );
  expect(await page('ASC', 1)).toMatchObject({ items: [ada], total_count: 2 });
  expect(await page('ASC', 2)).toMatchObject({ items: [bob], total_count: 2 });
  expect(await page('DESC', 1)).toMatchObject({ items: [bob], total_count: 2 });
  expect((await page('ASC', 3)).items).toEqual([]);
  const all = ok(await souk.admin.get('/V1/customers/search?searchCriteria=&fields=items[id],total_count'));
  expect(all).toEqual({ items: [{ id: ada.id }, { id: bob.id }], total_count: 2 });
});

test('refuses fields that customers do not have, passwords among them', async () => {
  for (const field of ['nope', 'password_hash', 'rp_token']) {
    const answer = fails(await souk.admin.get(`/V1/customers/search?${criteria([[{ field, value: 1 }]])}`), 400);
    expect(answer).toEqual({
      message: 'The "%1" attribute name is invalid. Reset the name and try again.',
      parameters: [field],
    });
  }
  expect(fails(await souk.admin.get('/V1/customers/search'), 400).parameters).toEqual({ fieldName: 'searchCriteria' });
});
