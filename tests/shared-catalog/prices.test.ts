import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCompany, newUser } from '../company/shop.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Client } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import * as fc from '../support/properties.ts';
import { catalogsOf, tier, type Catalogs } from './shop.ts';

describe.each(engines)('prices of shared catalogs on %s', (engine) => {
  let here: Here;
  let catalogs: Catalogs;
  beforeAll(async () => {
    here = await startHere(engine);
    catalogs = catalogsOf(here.admin);
  });
  afterAll(() => here.stop());

  const stored = async (sku: string): Promise<Json[]> =>
    ok(await here.admin.post('/V1/products/tier-prices-information', { skus: [sku] }));
  /** The price of a product as a storefront shows it to a caller. */
  const shown = async (caller: Client, sku: string): Promise<number> => {
    const query = `{ products(filter: { sku: { eq: "${sku}" } }) {
      items { price_range { minimum_price { final_price { value } } } } } }`;
    return ok(await caller.raw('POST', '/graphql', { query })).data.products.items[0].price_range.minimum_price
      .final_price.value;
  };
  /** The price of a unit in the cart of a customer. */
  const charged = async (caller: Client, sku: string, qty = 1): Promise<number> => {
    const quote_id = ok(await caller.post('/V1/carts/mine'));
    const item = ok(await caller.post('/V1/carts/mine/items', { cartItem: { sku, qty, quote_id } }));
    const { price } = ok(await caller.get('/V1/carts/mine/items')).find(
      ({ item_id }: Json) => item_id === item.item_id,
    );
    ok(await caller.delete(`/V1/carts/mine/items/${item.item_id}`));
    return price;
  };

  it('are paid by the people of its companies, in lists and carts', async () => {
    const { id, name } = await catalogs.made();
    const { company, boss } = await newCompany(here);
    const clerk = await newUser(here, company);
    const { sku } = await newProduct(here, { price: 10 });
    const people = [await here.callerOf('customer', boss.id), await here.callerOf('customer', clerk.id)];
    const stranger = await here.callerOf('customer', (await newCustomer(here)).id);
    const prices = [tier(sku, 8), tier(sku, 50, { price_type: 'discount', quantity: 10 })];
    ok(await catalogs.post(id, 'assignTierPrices', { prices }));
    for (const caller of people) expect(await shown(caller, sku)).toBe(10);
    ok(await catalogs.post(id, 'assignCompanies', { companies: [{ id: company.id }] }));
    for (const caller of people) {
      expect(await shown(caller, sku)).toBe(8);
      expect(await charged(caller, sku)).toBe(8);
      expect(await charged(caller, sku, 10)).toBe(5);
    }
    expect(await shown(stranger, sku)).toBe(10);
    expect(await charged(stranger, sku, 10)).toBe(10);
    expect(await stored(sku)).toEqual(prices.map((price) => ({ ...price, customer_group: name })));
    // Tier prices of the group, written elsewhere, are the catalog's.
    ok(await here.admin.post('/V1/products/tier-prices', { prices: [tier(sku, 7, { customer_group: name })] }));
    expect(await charged(people[0]!, sku)).toBe(7);
    ok(await catalogs.post(id, 'resetTierPrices', { skus: [sku] }));
    expect(await stored(sku)).toEqual([]);
    expect(await charged(people[0]!, sku, 10)).toBe(10);
  });

  it('hold in a cart that was filled before the company was assigned', async () => {
    const { id } = await catalogs.made();
    const { company, boss } = await newCompany(here);
    const buyer = await here.callerOf('customer', boss.id);
    const { sku } = await newProduct(here, { price: 10 });
    ok(await catalogs.post(id, 'assignTierPrices', { prices: [tier(sku, 8)] }));
    const quote_id = ok(await buyer.post('/V1/carts/mine'));
    ok(await buyer.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id } }));
    const subtotal = async (): Promise<number> => ok(await buyer.get('/V1/carts/mine/totals')).subtotal;
    expect(await subtotal()).toBe(20);
    ok(await catalogs.post(id, 'assignCompanies', { companies: [{ id: company.id }] }));
    expect(await subtotal()).toBe(16);
    ok(await catalogs.remove(id));
    expect(await subtotal()).toBe(20);
  });

  it('of the public one hold for visitors as well', async () => {
    const { id } = await catalogs.shared();
    const { sku } = await newProduct(here, { price: 10 });
    ok(await catalogs.post(id, 'assignTierPrices', { prices: [tier(sku, 9)] }));
    expect((await stored(sku)).map(({ customer_group }) => customer_group).sort()).toEqual([
      'General',
      'NOT LOGGED IN',
    ]);
    expect(await shown(here.guest, sku)).toBe(9);
    ok(await catalogs.post(id, 'resetTierPrices', { skus: [sku] }));
    expect(await shown(here.guest, sku)).toBe(10);
  });

  it('follow a company from catalog to catalog, and stay those of visitors and other customers', async () => {
    const [shared, first, second] = [await catalogs.shared(), await catalogs.made(), await catalogs.made()];
    const { company, boss } = await newCompany(here, { customer_group_id: shared.customer_group_id });
    const { sku } = await newProduct(here, { price: 10 });
    for (const [{ id }, price] of [
      [shared, 9],
      [first, 8],
      [second, 7],
    ] as const) {
      const prices = [tier(sku, price), tier(sku, price - 4, { quantity: 5 })];
      ok(await catalogs.post(id, 'assignTierPrices', { prices }));
    }
    const buyer = await here.callerOf('customer', boss.id);
    const customer = await here.callerOf('customer', (await newCustomer(here)).id);
    /** The prices of a unit, alone and of five, as the page of the product shows them. */
    const pricesFor = async (caller: Client): Promise<number[]> => {
      const query = `{ products(filter: { sku: { eq: "${sku}" } }) { items { price_tiers { quantity final_price { value } } } } }`;
      const { data } = ok(await caller.raw('POST', '/graphql', { query }));
      const five = data.products.items[0].price_tiers.find(({ quantity }: Json) => quantity === 5);
      return [await shown(caller, sku), five?.final_price.value / five?.quantity];
    };
    const assign = async (id: number): Promise<void> => {
      ok(await catalogs.post(id, 'assignCompanies', { companies: [{ id: company.id }] }));
    };
    const steps: readonly (readonly [change: () => Promise<void>, one: number, five: number])[] = [
      [async () => {}, 9, 5],
      [() => assign(first.id), 8, 4],
      [() => assign(second.id), 7, 3],
      [() => assign(shared.id), 9, 5],
      [
        async () => {
          const change = { company: { customer_group_id: first.customer_group_id } };
          ok(await here.admin.put(`/V1/company/${company.id}`, change));
        },
        8,
        4,
      ],
      [
        async () => {
          ok(await catalogs.post(first.id, 'unassignCompanies', { companies: [{ id: company.id }] }));
        },
        9,
        5,
      ],
    ];
    for (const [change, one, five] of steps) {
      await change();
      expect(await pricesFor(buyer)).toEqual([one, five]);
      expect(await charged(buyer, sku, 5)).toBe(five);
      for (const other of [customer, here.guest]) expect(await pricesFor(other)).toEqual([9, 5]);
      expect(await charged(customer, sku, 5)).toBe(5);
    }
    ok(await catalogs.post(shared.id, 'resetTierPrices', { skus: [sku] }));
  });

  it('leave those of other groups, and are all refused with one that is invalid', async () => {
    const { id } = await catalogs.made();
    const [one, two] = [await newProduct(here), await newProduct(here)];
    const others = [tier(one.sku, 6, { customer_group: 'Wholesale' })];
    ok(await here.admin.post('/V1/products/tier-prices', { prices: others }));
    for (const wrong of [
      tier('nowhere', 1),
      tier(two.sku, -1),
      tier(two.sku, 1, { quantity: 0 }),
      tier(two.sku, 1, { website_id: 99 }),
      tier(two.sku, 1, { price_type: 'free' }),
    ])
      fails(await catalogs.post(id, 'assignTierPrices', { prices: [tier(one.sku, 5), wrong] }), 400);
    expect(await stored(one.sku)).toEqual(others);
    ok(await catalogs.post(id, 'assignTierPrices', { prices: [tier(one.sku, 5)] }));
    fails(await catalogs.post(id, 'resetTierPrices', { skus: [one.sku, 'nowhere'] }), 404);
    expect(await stored(one.sku)).toHaveLength(2);
    ok(await catalogs.post(id, 'resetTierPrices', { skus: [one.sku] }));
    expect(await stored(one.sku)).toEqual(others);
    for (const [action, body] of Object.entries({ assignTierPrices: { prices: [] }, resetTierPrices: { skus: [] } }))
      fails(await catalogs.post(9e6, action, body), 404);
  });

  it('are the lowest of the tiers that a quantity reaches', async () => {
    const { id } = await catalogs.made();
    const { company, boss } = await newCompany(here);
    ok(await catalogs.post(id, 'assignCompanies', { companies: [{ id: company.id }] }));
    const buyer = await here.callerOf('customer', boss.id);
    const tiers = fc.uniqueArray(
      fc.record({ quantity: fc.integer({ min: 1, max: 9 }), cents: fc.integer({ min: 1, max: 2_000 }) }),
      {
        selector: ({ quantity }) => quantity,
        minLength: 1,
        maxLength: 4,
      },
    );
    await fc.assert(
      fc.asyncProperty(tiers, fc.integer({ min: 1, max: 10 }), async (all, qty) => {
        const { sku } = await newProduct(here, { price: 10 });
        const prices = all.map(({ quantity, cents }) => tier(sku, cents / 100, { quantity }));
        ok(await catalogs.post(id, 'assignTierPrices', { prices }));
        const reached = all.filter(({ quantity }) => quantity <= qty).map(({ cents }) => cents / 100);
        expect(await charged(buyer, sku, qty)).toBe(Math.min(10, ...reached));
      }),
      { numRuns: 10 },
    );
  });
});
