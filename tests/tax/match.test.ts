import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveClass } from '../../src/modules/tax/classes/classes.ts';
import { saveRate } from '../../src/modules/tax/rates/rates.ts';
import { saveRule } from '../../src/modules/tax/rules/rules.ts';
import type { TaxRequest } from '../../src/modules/tax/service.ts';
import { readSettings } from '../../src/program/environment/settings.ts';
import { openSouk, type Souk } from '../../src/program/souk.ts';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';

describe.each(engines)('taxes due at an address, on %s', (engine) => {
  let database: TestDatabase;
  let souk: Souk;
  const folder = mkdtempSync(join(tmpdir(), 'souk-tax-'));
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    database = await createDatabase(engine);
    souk = await openSouk(readSettings({ DATABASE_URL: database.url, SOUK_VAR: folder }), pino({ level: 'silent' }));
    await souk.systemCall().transaction(async (call) => {
      for (const class_name of ['goods', 'books']) {
        ids[class_name] = Number(await saveClass(call, { class_name, class_type: 'PRODUCT' }));
      }
      const us = { tax_country_id: 'US', tax_postcode: '*' };
      const titles = [{ store_id: '1', value: 'State tax' }];
      for (const rate of [
        { code: 'country', ...us, rate: 1.5 },
        { code: 'state', ...us, tax_region_id: 12, rate: 8.2501, titles },
        { code: 'town', ...us, tax_region_id: 12, tax_postcode: '9021*', rate: 9 },
        { code: 'range', ...us, tax_region_id: 12, zip_is_range: 1, zip_from: 94000, zip_to: 94999, rate: 2 },
        { code: 'london', tax_country_id: 'GB', tax_postcode: 'SW1A 1AA', rate: 3 },
      ]) {
        ids[rate.code] = (await saveRate(call, rate)).id!;
      }
      const customers = { customer_tax_class_ids: [3], position: 0 };
      const both = [ids.goods!, ids.books!];
      await saveRule(call, {
        ...customers,
        code: 'first',
        priority: 0,
        product_tax_class_ids: both,
        tax_rate_ids: [ids.country!, ids.state!, ids.town!, ids.london!],
      });
      await saveRule(call, {
        ...customers,
        code: 'second',
        priority: 1,
        product_tax_class_ids: [ids.goods!],
        tax_rate_ids: [ids.range!],
      });
    });
  });
  afterAll(async () => {
    await souk.close();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Codes of the rates by product class. */
  async function codes(over: Partial<TaxRequest>): Promise<Record<string, string[]>> {
    const call = souk.systemCall();
    const taxes = await call.services.tax.appliedTaxes(call, {
      countryId: 'US',
      regionId: 12,
      postcode: '10001',
      customerClassId: 3,
      productClassIds: [ids.goods!, ids.books!, 0],
      storeId: 1,
      ...over,
    });
    const of = (id: number): string[] => taxes.get(id)!.flatMap((tax) => tax.rates.map((rate) => rate.code));
    return { goods: of(ids.goods!), books: of(ids.books!), none: of(0) };
  }

  it('are those of the nearest rate of each rule, for each class at once', async () => {
    expect(await codes({})).toEqual({ goods: ['state'], books: ['state'], none: [] });
    expect(await codes({ regionId: 43 })).toEqual({ goods: ['country'], books: ['country'], none: [] });
    expect(await codes({ regionId: 0, postcode: '' })).toMatchObject({ goods: ['country'] });
    expect(await codes({ postcode: '90210' })).toMatchObject({ goods: ['town'] });
    expect(await codes({ postcode: '90210-1234' })).toMatchObject({ goods: ['town'] });
    expect(await codes({ countryId: 'GB', postcode: 'sw1a 1aa' })).toMatchObject({ books: ['london'] });
    expect(await codes({ countryId: 'FR', postcode: '75001' })).toEqual({ goods: [], books: [], none: [] });
  });

  it('hold the ends of a range of postcodes, and what lies between', async () => {
    for (const postcode of ['94000', '94500', '94999', '94999-0001']) {
      expect(await codes({ postcode })).toMatchObject({ goods: ['state', 'range'], books: ['state'] });
    }
    for (const postcode of ['93999', '95000', '9400', 'A94500']) {
      expect(await codes({ postcode })).toMatchObject({ goods: ['state'] });
    }
  });

  it('are the same for many addresses at once as for each by itself', async () => {
    const call = souk.systemCall();
    const places = ['*', '', '10001', '90210', '90210-1234', '94000', '94999-0001', '95000', 'sw1a 1aa'].flatMap(
      (postcode) =>
        [0, 12, 43].flatMap((regionId) =>
          ['US', 'GB', 'FR'].flatMap((countryId) =>
            [3, ids.goods!].map((customerClassId) => ({ countryId, regionId, postcode, customerClassId })),
          ),
        ),
    );
    const requests = places.map((place, i) => ({
      ...place,
      productClassIds: i % 2 === 0 ? [ids.goods!] : [ids.books!, ids.goods!, 0],
      storeId: 1,
    }));
    // Nothing is known from before, neither for all nor for each.
    const forget = () => souk.systemCall().transaction((one) => one.services.tax.rateCache.invalidate(one));
    await forget();
    const together = await call.services.tax.appliedTaxesOf(call, requests);
    await forget();
    for (const [i, request] of requests.entries()) {
      expect(together[i], JSON.stringify(request)).toEqual(await call.services.tax.appliedTaxes(call, request));
    }
    expect(new Set(together.map((taxes) => JSON.stringify([...taxes]))).size).toBeGreaterThan(6);
  });

  it('are none for another class of customers', async () => {
    expect(await codes({ customerClassId: ids.goods! })).toEqual({ goods: [], books: [], none: [] });
  });

  it('are shown under the title of the store view, else under their code', async () => {
    const call = souk.systemCall();
    const at = { countryId: 'US', regionId: 12, postcode: '*', customerClassId: 3, productClassIds: [ids.books!] };
    for (const [storeId, title] of [
      [1, 'State tax'],
      [0, 'state'],
    ] as const) {
      const taxes = await call.services.tax.appliedTaxes(call, { ...at, regionId: 12, postcode: '10001', storeId });
      expect(taxes.get(ids.books!)).toEqual([
        {
          id: 'state',
          percent: 8.2501,
          rates: [expect.objectContaining({ code: 'state', title, percent: 8.2501, priority: 0, position: 0 })],
        },
      ]);
    }
    expect((await call.services.tax.appliedTaxes(call, { ...at, storeId: 1 })).get(ids.books!)).toMatchObject([
      { id: 'town' },
    ]);
  });
});
