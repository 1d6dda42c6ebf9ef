import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guestOrder, stock } from '../sales/shop.ts';
import { newProduct } from '../support/products.ts';
import { changeStored } from '../support/stored.ts';
import { ok, startSouk, unique, type Souk } from '../support/souk.ts';
import { depotOrder, itemsOf, newDepot, newSource, salable, stocked } from './shop.ts';

let souk: Souk;
let folder: string;
beforeAll(async () => {
  souk = await startSouk();
  folder = mkdtempSync(join(tmpdir(), 'source-items-'));
});
afterAll(async () => {
  await souk.stop();
  rmSync(folder, { recursive: true });
});

/** The output of a command that succeeds. */
async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout + stderr;
}

describe('commands for sources', () => {
  it('create, disable and enable them', async () => {
    const code = unique('depot');
    await run('inventory:source:create', code, code, '--country', 'DE', '--postcode', '10115', '--latitude', '52.5');
    expect(ok(await souk.admin.get(`/V1/inventory/sources/${code}`))).toMatchObject({ country_id: 'DE', latitude: 52.5, enabled: true });
    await run('inventory:source:disable', code);
    expect(await run('inventory:source:list')).toContain(`${code}\tdisabled\tDE\t10115`);
    await run('inventory:source:enable', code);
    expect(ok(await souk.admin.get(`/V1/inventory/sources/${code}`)).enabled).toBe(true);
    expect((await souk.cli('inventory:source:enable', 'nowhere')).code).not.toBe(0);
    const wrong = await souk.cli('inventory:source:create', code, code, '--country', 'DE', '--postcode', '1', '--latitude', 'north');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('"latitude" should be between -90 and 90.')]);
  }); // prettier-ignore

  it('write files of source items, of any length, and tell which lines they refuse', async () => {
    const [depot, { sku }] = [await newDepot(souk, { sources: 1 }), await newProduct(souk)];
    const [source] = depot.sources;
    const other = await newSource(souk);
    const many = Array.from({ length: 10_050 }, (_, i) => `${other},${sku}-${i},1,${i}.5`);
    const lines = [`${source},${sku},1,7.25`, `default,${sku},1,3`, `nowhere,${sku},1,1`, `${source},,1,1`, `${source},x,2,1`, `${source},x,1,some`];
    const file = join(folder, 'items.csv');
    writeFileSync(file, `source_code,sku,status,quantity\n${[...lines, ...many].join('\n')}\n`);
    const { code, stdout, stderr } = await souk.cli('inventory:source-items:import', file);
    expect(code).toBe(1);
    expect(stderr).toContain(`line 4, ${sku}, source_code: there is no source "nowhere"`);
    expect(stdout).toContain('10052 of 10056 source items imported (10051 created, 1 updated, 4 refused)');
    expect(await itemsOf(souk, sku)).toEqual({ default: [3, 1], [source!]: [7.25, 1] });
    expect(await salable(souk, sku, depot.stockId)).toBe(7.25);
    writeFileSync(file, 'source_code;sku;status\n');
    for (const [path, reason] of [[file, 'The header lacks these columns: quantity.'], [join(folder, 'none.csv'), 'ENOENT: no such file']] as const) {
      const { code: failed, stderr } = await souk.cli('inventory:source-items:import', path);
      expect([failed, stderr]).toEqual([1, expect.stringContaining(`souk: ${reason}`)]);
    }
    writeFileSync(file, `source_code,sku,status,quantity,price\ndefault,${sku},1,99,5\n`);
    const unknown = await souk.cli('inventory:source-items:import', file);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('row 1, column 5: "price" is not supported. Correct the field name and try again.') });
    expect(await itemsOf(souk, sku)).toEqual({ default: [3, 1], [source!]: [7.25, 1] });
    const out = join(folder, 'out.csv');
    expect((await souk.cli('inventory:source-items:export', out, '--source', 'nowhere')).stderr).toContain('Source with code "nowhere" does not exist.');
    expect(await run('inventory:source-items:export', out, '--source', other)).toContain('10050 source items');
    expect(readFileSync(out, 'utf8').trim().split('\n').slice(0, 2)).toEqual(['source_code,sku,status,quantity', `${other},${sku}-0,1,0.5`]);
  }); // prettier-ignore
});

describe('commands for reservations', () => {
  it('find none that are wrong while orders live, and set right what is', async () => {
    const depot = await newDepot(souk, { hasWebsite: true });
    const { sku } = await stocked(souk, depot, [5, 5]);
    await depotOrder(souk, depot, [{ sku, qty: 4 }]);
    const { product: simple, id } = await guestOrder(souk, 3);
    ok(await souk.admin.post(`/V1/order/${id}/ship`, {}));
    const { product: waiting } = await guestOrder(souk, 2);
    expect(await run('inventory:reservation:list-inconsistencies')).toContain('no inconsistencies');
    await changeStored(
      souk,
      `update cataloginventory_reservation set qty = 9 where product_id in (${simple.id}, ${waiting.id})`,
    );
    const wrong = await run('inventory:reservation:list-inconsistencies');
    expect(wrong).toContain(`product ${waiting.id} in stock 1: 9 reserved, orders hold 2`);
    expect(await run('inventory:reservation:create-compensations')).toContain('2 reservations fixed');
    expect(await stock(souk, waiting.sku)).toEqual({ qty: 100, salable: 98 });
    expect(await stock(souk, simple.sku)).toEqual({ qty: 97, salable: 97 });
    expect(await salable(souk, sku, depot.stockId)).toBe(6);
  });
});
