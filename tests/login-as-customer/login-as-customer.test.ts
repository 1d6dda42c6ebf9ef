import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer } from '../quote/shop.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

test('a customer says whether others may shop in the own name', async () => {
  const { id, me } = await makeCustomer(souk);
  const customer = ok(await souk.admin.get(`/V1/customers/${id}`));
  expect(customer.extension_attributes.assistance_allowed).toBe(1);
  const say = async (assistance_allowed: number | undefined): Promise<number> => {
    const extension_attributes = assistance_allowed === undefined ? {} : { assistance_allowed };
    const saved = ok(await souk.admin.put(`/V1/customers/${id}`, { customer: { ...customer, extension_attributes } }));
    expect(ok(await me.get('/V1/customers/me')).extension_attributes).toEqual(saved.extension_attributes);
    return saved.extension_attributes.assistance_allowed;
  };
  expect(await say(2)).toBe(2);
  expect(await say(undefined)).toBe(2);
  expect(await say(1)).toBe(1);
  const { items } = ok(await souk.admin.get('/V1/customers/search?searchCriteria='));
  expect(items.find((one: { id: number }) => one.id === id).extension_attributes.assistance_allowed).toBe(1);
  ok(await souk.admin.delete(`/V1/customers/${id}`));
});

test('the open edition shows the choice of customers who have made one', async () => {
  const open = await startSouk({ env: { SOUK_EDITION: 'open' } });
  try {
    const { id } = await makeCustomer(open);
    const customer = ok(await open.admin.get(`/V1/customers/${id}`));
    expect(customer.extension_attributes).not.toHaveProperty('assistance_allowed');
    const extension_attributes = { assistance_allowed: 1 };
    const saved = ok(await open.admin.put(`/V1/customers/${id}`, { customer: { ...customer, extension_attributes } }));
    expect(saved.extension_attributes.assistance_allowed).toBe(1);
  } finally {
    await open.stop();
  }
});
