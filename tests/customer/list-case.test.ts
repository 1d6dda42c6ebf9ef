import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer } from '../support/customers.ts';
import { criteria, fails, ok, startSouk, unique, type Souk } from '../support/souk.ts';

describe('names of fields in search criteria', () => {
  let souk: Souk;
  beforeAll(async () => {
    souk = await startSouk();
  });
  afterAll(() => souk?.stop());

  it.each(['lastname', 'lastName', 'LASTNAME'])('match in any letters: %s', async (field) => {
    const lastname = unique('Field');
    await newCustomer(souk, { lastname });
    const query = criteria([[{ field, value: lastname }]], { sort: [{ field }] });
    const { items } = ok(await souk.admin.get(`/V1/customers/search?${query}`));
    expect(items.map((one: { lastname: string }) => one.lastname)).toEqual([lastname]);
  });

  it('match for columns of orders, carts and products too', async () => {
    for (const [path, field] of [
      ['/V1/orders', 'Increment_Id'],
      ['/V1/carts/search', 'Created_At'],
      ['/V1/products', 'SKU'],
      ['/V1/products', 'Url_Key'],
      ['/V1/invoices', 'Updated_At'],
    ] as const) {
      ok(await souk.admin.get(`${path}?${criteria([[{ field, value: '2024-02-03' }]], { sort: [{ field }] })}`));
    }
  });

  it('stay unknown when no field has the name in any letters', async () => {
    fails(
      await souk.admin.get(`/V1/customers/search?${criteria([[{ field: 'last_Name', value: 'x' }]])}`),
      400,
      /last_Name/,
    );
  });
});
