import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, makeProduct, ship } from './shop.ts';
import { engines } from '../storage/databases.ts';
import { cart } from '../support/carts.ts';
import { criteria, ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

const CARTS = 9;
/** Carts that have an address; the others are taxed at the shop's default place. */
const ADDRESSED = 6;
const PLACES = [
  { region_id: 1, postcode: '36601' },
  { region_id: 12, postcode: '90001' },
  { region_id: 43, postcode: '10001' },
] as const;
const PERCENTS = [4, 8.25, 8.875];
/** Of prices with tax: the percentage that they contain. */
const STORE_PERCENT = 20;

describe.each(engines)('pages of carts on %s', (engine) => {
  let here: Here;
  let counted: StatementCount;
  const ids: number[] = [];

  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    await makeTaxes();
    for (let i = 0; i < CARTS; i++) ids.push(await makeCart(i));
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  /** A rate for each place, and one for the shop's own place. */
  async function makeTaxes(): Promise<void> {
    const rates = await Promise.all(
      [
        ...PLACES.map(({ postcode }, i) => ['US', postcode, PERCENTS[i]] as const),
        ['GB', '*', STORE_PERCENT] as const,
      ].map(
        async ([tax_country_id, tax_postcode, rate]) =>
          ok(
            await here.admin.post('/V1/taxRates', {
              taxRate: { tax_country_id, tax_postcode, rate, code: unique('rate') },
            }),
          ).id,
      ),
    );
    const rule = { code: unique('rule'), priority: 0, position: 0, calculate_subtotal: false };
    const classes = { customer_tax_class_ids: [3], product_tax_class_ids: [2], tax_rate_ids: rates };
    ok(await here.admin.post('/V1/taxRules', { rule: { ...rule, ...classes } }));
  }

  /** A guest's cart with a product of its own, shipped to one of the places, or with no address yet. */
  async function makeCart(i: number): Promise<number> {
    const sku = await makeProduct(here, {
      price: 30 + i,
      custom_attributes: [{ attribute_code: 'tax_class_id', value: 2 }],
    });
    const { path } = await cart(here, { sku, qty: 1 + i });
    const place = PLACES[i % PLACES.length]!;
    const shipping_address = { ...ADDRESS, region: undefined, region_code: undefined, ...place };
    if (i < ADDRESSED) await ship(here.guest, path, { shipping_address });
    return ok(await here.guest.get(path)).id;
  }

  async function page(pageSize: number) {
    const sort = [{ field: 'id', direction: 'ASC' }];
    return ok(await here.admin.get(`/V1/carts/search?${criteria([], { sort, pageSize })}`)).items;
  }

  /** Statements that a page takes, while nothing is known from the one before. */
  async function taken(pageSize: number): Promise<number> {
    const sent = await counted.settled(async () => {
      await here.souk.systemCall().transaction((call) => call.services.tax.rateCache.invalidate(call));
      counted.reset();
      expect(await page(pageSize)).toHaveLength(pageSize);
    });
    return sent.length;
  }

  it('take the same statements, however long they are', async () => {
    const few = await taken(2);
    expect(few).toBeGreaterThan(2);
    expect(await taken(CARTS), counted.statements.join('\n')).toBe(few);
  });

  it('take the same with prices with tax, of buyers at different places', async () => {
    await here.configure({
      'tax/calculation/price_includes_tax': '1',
      'shipping/origin/country_id': 'GB',
      'tax/defaults/country': 'US',
      'tax/defaults/postcode': '*',
    });
    // With and without an address there: one statement for each of both kinds.
    const [few, all] = [await taken(7), await taken(CARTS)];
    expect(all, counted.statements.join('\n')).toBe(few);
    const carts = await page(CARTS);
    for (const cart of carts) {
      const own = ok(await here.admin.get(`/V1/carts/${cart.id}`));
      expect(cart.items).toEqual(own.items);
      const totals = ok(await here.admin.get(`/V1/carts/${cart.id}/totals`));
      expect(cart.items[0].price).toBe(totals.items[0].base_price);
    }
    expect(carts.map((cart: { id: number }) => cart.id)).toEqual(ids);
    // What is left of a price of 30 without the shop's 20 %.
    expect(carts[0].items[0]).toMatchObject({ qty: 1, price: 25 });
  });
});
