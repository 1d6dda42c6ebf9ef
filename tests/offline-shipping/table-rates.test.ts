import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, startSouk, type Souk } from '../support/souk.ts';
import { ADDRESS, guestCart, makeProduct } from '../quote/shop.ts';

const HEADINGS = 'Country,Region/State,"Zip/Postal Code","Weight (and above)","Shipping Price"';

/** Tests that run many commands may take a while on a machine that is busy. */
const COMMANDS = 180_000;

let souk: Souk;
let folder: string;

beforeAll(async () => {
  souk = await startSouk();
  folder = mkdtempSync(join(tmpdir(), 'souk-rates-'));
  await souk.configure({ 'carriers/flatrate/active': '0', 'carriers/tablerate/active': '1' });
});
afterAll(async () => {
  await souk.stop();
  rmSync(folder, { recursive: true, force: true });
});

function importRates(rows: readonly string[], ...more: string[]) {
  const file = join(folder, 'rates.csv');
  writeFileSync(file, [HEADINGS, ...rows].join('\n'));
  return souk.cli('shipping:tablerates:import', file, ...more);
}

/** Prices of `qty` pieces at 10, of a pound each, at a place; once the server knows the settings. */
async function priceAt(qty: number, place: object, sku: string): Promise<number | undefined> {
  const { path } = await guestCart(souk, [sku, qty]);
  const address = { ...ADDRESS, region: undefined, region_code: undefined, ...place };
  const rates = ok(await souk.guest.post(`${path}/estimate-shipping-methods`, { address }));
  return rates.find((rate: { carrier_code: string }) => rate.carrier_code === 'tablerate')?.amount;
}

const california = { region_id: 12, postcode: '90001' };

describe('a table of shipping prices', () => {
  it(
    'by weight goes by the nearest place, then by the highest weight that is reached',
    { timeout: COMMANDS },
    async () => {
      const imported = await importRates(
        [
          'USA,*,*,0,4',
          'US,,,4,9',
          'US,CA,*,0,3',
          'US,CA,90001,4,6.5',
          'US,CA,90*,0,2.75',
          '*,*,*,0,20',
          'us,CA,90002,0,1',
        ],
        '--website',
        'base',
        '--condition',
        'package_weight',
      );
      expect(imported).toMatchObject({
        code: 0,
        stdout: '7 of 7 table rates imported (7 created, 0 updated, 0 refused)\n',
      });
      const sku = await makeProduct(souk);
      await expect.poll(() => priceAt(5, california, sku)).toBe(6.5);
      expect(await priceAt(2, california, sku)).toBe(3);
      expect(await priceAt(5, { region_id: 12, postcode: '95999' }, sku)).toBe(3);
      // A postcode with a second part has the price of its first part.
      expect(await priceAt(5, { region_id: 12, postcode: '90002-1234' }, sku)).toBe(1);
      expect(await priceAt(5, { region_id: 57, postcode: '73301' }, sku)).toBe(9);
      expect(await priceAt(2, { region_id: 57, postcode: '73301' }, sku)).toBe(4);
      expect(await priceAt(1, { country_id: 'FR', region_id: undefined, postcode: '75001' }, sku)).toBe(20);
    },
  );

  it('by value goes by what the items cost, and offers nothing where no row is', { timeout: COMMANDS }, async () => {
    await souk.configure({ 'carriers/tablerate/condition_name': 'package_value_with_discount' });
    expect(await importRates(['US,*,*,0,15', 'US,*,*,40,8'])).toMatchObject({
      code: 0,
      stdout: '2 of 2 table rates imported (2 created, 0 updated, 0 refused)\n',
    });
    const sku = await makeProduct(souk);
    await expect.poll(() => priceAt(5, california, sku)).toBe(8);
    expect(await priceAt(3, california, sku)).toBe(15);
    expect(await priceAt(3, { country_id: 'FR', region_id: undefined }, sku)).toBeUndefined();
  });

  it('by pieces goes by their number, with the handling fee', { timeout: COMMANDS }, async () => {
    await souk.configure({
      'carriers/tablerate/condition_name': 'package_qty',
      'carriers/tablerate/handling_fee': '1',
    });
    expect((await importRates(['US,*,*,0,5', 'US,*,*,3,11'])).code).toBe(0);
    const sku = await makeProduct(souk);
    await expect.poll(() => priceAt(5, california, sku)).toBe(12);
    expect(await priceAt(2, california, sku)).toBe(6);
    // The tables by other conditions are still there.
    await souk.configure({
      'carriers/tablerate/handling_fee': '0',
      'carriers/tablerate/condition_name': 'package_weight',
    });
    await expect.poll(() => priceAt(5, california, sku)).toBe(6.5);
  });

  it.each([
    [['US,ZZ,*,0,4'], 'line 3, US ZZ *, region: there is no region "ZZ" in the country "US"'],
    [['XX,*,*,0,4'], 'line 3, XX * *, country: there is no country "XX"'],
    [['US,*,*,-1,4'], 'line 3, US * *, minimum: "-1" is no weight, value or quantity'],
    [['US,*,*,1,four'], 'line 3, US * *, price: "four" is no price'],
    [['US,*,*,1'], 'line 3, US * *: 4 columns in place of 5'],
    [['US,*,*,1,4,7'], 'line 3, US * *: 6 columns in place of 5'],
    [['US,*,*,1,4', 'us,,,1.0,5'], 'line 4, us: line 3 has the same place and minimum'],
  ])('is refused as a whole for %j', async (rows, fault) => {
    const { code, stderr } = await importRates(['US,*,*,77,1', ...rows]);
    expect(code).toBe(1);
    expect(stderr).toContain(fault);
    expect(stderr).toContain(`souk: Nothing was imported: 1 of ${rows.length + 1} rows are wrong`);
  });

  it('is tried without a change, and its faults are written to a report', { timeout: COMMANDS }, async () => {
    const sku = await makeProduct(souk);
    await souk.configure({ 'carriers/tablerate/condition_name': 'package_qty' });
    expect((await importRates(['US,*,*,0,5'])).code).toBe(0);
    await expect.poll(() => priceAt(1, california, sku)).toBe(5);
    expect(await importRates(['US,*,*,0,6', 'US,*,*,3,7'], '--dry-run')).toMatchObject({
      code: 0,
      stdout: '2 of 2 table rates would be imported; nothing was changed (2 created, 0 updated, 0 refused)\n',
    });
    const report = join(folder, 'report.csv');
    const refused = await importRates(['US,*,*,0,6', 'XX,*,*,0,4', 'US,*,*,1,four'], '--report', report);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(readFileSync(report, 'utf8').trimEnd().split('\n').slice(1)).toEqual([
      '3,XX * *,country,"there is no country ""XX"""',
      '4,US * *,price,"""four"" is no price"',
    ]);
    expect(await priceAt(1, california, sku)).toBe(5);
  });

  it('is read with other separators and encodings', { timeout: COMMANDS }, async () => {
    const sku = await makeProduct(souk);
    const file = join(folder, 'semicolons.csv');
    writeFileSync(file, 'Land;Region;PLZ;"Gewicht (und darüber)";Preis\nUS;*;*;0;8\n', 'latin1');
    expect((await souk.cli('shipping:tablerates:import', file)).stderr).toContain('Line 1 is not UTF-8');
    const trial = await souk.cli('shipping:tablerates:import', file, '--encoding', 'latin1', '--separator', ',');
    expect(trial.stderr).toBe('souk: Please correct Table Rates File Format.\n');
    expect(await souk.cli('shipping:tablerates:import', file, '--encoding', 'latin1')).toMatchObject({ code: 0 });
    await expect.poll(() => priceAt(1, california, sku)).toBe(8);
  });

  it('is refused for a column more than there are, which is named', { timeout: COMMANDS }, async () => {
    const file = join(folder, 'more.csv');
    writeFileSync(file, `${HEADINGS},Cost,\nUS,*,*,1,4,3,\n`);
    const { code, stderr } = await souk.cli('shipping:tablerates:import', file);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('row 1, column 6: "Cost" is not supported. Correct the field name and try again.'),
    ]);
    writeFileSync(file, `${HEADINGS},\nUS,*,*,1,4,\n`);
    expect(await souk.cli('shipping:tablerates:import', file)).toMatchObject({ code: 0 });
  });

  it('is refused for what is no table, an unknown condition or website', { timeout: COMMANDS }, async () => {
    const file = join(folder, 'other.csv');
    writeFileSync(file, 'sku,qty\na,1\n');
    const other = await souk.cli('shipping:tablerates:import', file);
    expect(other).toMatchObject({ code: 1, stderr: 'souk: Please correct Table Rates File Format.\n' });
    expect((await importRates([], '--condition', 'volume')).stderr).toContain('"volume"');
    expect((await importRates([], '--website', 'mars')).stderr).toContain('there is no website mars');
  });
});
