import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buy } from '../support/bought.ts';
import { fails, ok, type Client } from '../support/client.ts';
import { newProduct } from '../support/products.ts';
import { startSouk, type Souk } from '../support/souk.ts';

describe('the sales that the console shows', () => {
  let souk: Souk;
  /** Its token does not expire when the clock is set. */
  let caller: Client;
  beforeAll(async () => {
    souk = await startSouk();
    caller = await integration('Magento_Backend::all');
  });
  afterAll(() => souk?.stop());

  const integration = async (resource: string): Promise<Client> => {
    const sent = { name: resource, resources: [resource] };
    return souk.guest.as(ok(await souk.admin.raw('POST', '/_/console/integrations', sent)).access_token);
  };
  const read = async (query = '') => ok(await caller.raw('GET', `/_/console/sales${query}`));
  const setClock = async (days: number | null): Promise<void> => {
    const now = days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString();
    ok(await souk.guest.raw('PUT', '/_/clock', { now }));
  };

  it('sums the orders of a period by store view and currency, without canceled ones', async () => {
    expect(await read()).toEqual([]);
    const { sku } = await newProduct(souk, { price: 20 });
    for (let i = 0; i < 3; i += 1) await buy(souk, { sku }, { cart: '', order: '' });
    const { items } = ok(await souk.admin.get('/V1/orders?searchCriteria[pageSize]=10'));
    ok(await souk.admin.post(`/V1/orders/${items[0].entity_id}/cancel`, {}));
    const total = items[1].grand_total + items[2].grand_total;
    const sold = { store_code: 'default', currency: 'USD', orders: 2, total, orders_today: 2, total_today: total };
    expect(await read()).toEqual([sold]);
    await setClock(10);
    expect(await read('?days=7')).toEqual([]);
    expect(await read('?days=30')).toEqual([{ ...sold, orders_today: 0, total_today: 0 }]);
    // 30 days at most.
    await setClock(40);
    expect(await read('?days=100')).toEqual([]);
    await setClock(null);
  });

  it('is for those who may view orders', async () => {
    const other = await integration('Magento_Catalog::products');
    fails(await other.raw('GET', '/_/console/sales'), 401, /Magento_Sales::actions_view/);
    fails(await souk.guest.raw('GET', '/_/console/sales'), 401);
  });
});
