import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSource } from '../multi-source-inventory/shop.ts';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

const LIMIT = '/V1/inventory/low-quantity-notification';
const DELETE = '/V1/inventory/low-quantity-notifications-delete';
const SETTING = 'cataloginventory/item_options/notify_stock_qty';

let souk: Souk;
let source_code: string;
let sku: string;
beforeAll(async () => {
  souk = await startSouk();
  source_code = await newSource(souk);
  ({ sku } = await newProduct(souk));
});
afterAll(() => souk.stop());

const read = (source: string, of: string): Promise<Answer> => souk.admin.get(`${LIMIT}/${source}/${of}`);
const limit = async (of = sku): Promise<number> => ok(await read(source_code, of)).notify_stock_qty;
const save = (...sourceItemConfigurations: object[]): Promise<Answer> =>
  souk.admin.post(LIMIT, { sourceItemConfigurations });
const setItem = async (source: string, of: string, quantity: number, status = 1): Promise<void> => {
  ok(await souk.admin.post('/V1/inventory/source-items', { sourceItems: [{ sku: of, source_code: source, quantity, status }] }));
}; // prettier-ignore

describe('the quantity that is low', () => {
  it('is that of the configuration until one is set', async () => {
    expect(ok(await read(source_code, sku))).toEqual({ source_code, sku, notify_stock_qty: 1 });
    await souk.configure({ [SETTING]: '6' });
    expect(await limit()).toBe(6);
    await souk.configure({ [SETTING]: null });
  });

  it('is set, and set back', async () => {
    for (const notify_stock_qty of [4.5, 0, 7]) {
      expect(ok(await save({ source_code, sku: sku.toUpperCase(), notify_stock_qty }))).toEqual([]);
      expect(await limit()).toBe(notify_stock_qty);
    }
    ok(await save({ source_code, sku }));
    expect(await limit()).toBe(1);
    ok(await save({ source_code, sku, notify_stock_qty: 3 }, { source_code: 'default', sku, notify_stock_qty: 9 }));
    for (let i = 0; i < 2; i++) expect(ok(await souk.admin.post(DELETE, { sourceItems: [{ source_code, sku }] }))).toEqual([]);
    expect(await limit()).toBe(1);
    expect(ok(await read('default', sku)).notify_stock_qty).toBe(9);
  }); // prettier-ignore

  it('takes the last of several for the same', async () => {
    ok(await save({ source_code, sku, notify_stock_qty: 3 }, { source_code, sku, notify_stock_qty: 5 }));
    expect(await limit()).toBe(5);
    ok(await save({ source_code, sku, notify_stock_qty: 3 }, { source_code, sku, notify_stock_qty: null }));
    expect(await limit()).toBe(1);
  });

  it('is not told of unknown sources and SKUs, though it can be set before they are there', async () => {
    const wrong = { message: 'Wrong input data' };
    expect(fails(await read('nowhere', sku), 400)).toEqual(wrong);
    const future = unique('future');
    expect(fails(await read(source_code, future), 400)).toEqual(wrong);
    ok(await save({ source_code, sku: future, notify_stock_qty: 8 }));
    await newProduct(souk, { sku: future });
    expect(await limit(future)).toBe(8);
    ok(await souk.admin.delete(`/V1/products/${future}`));
    await newProduct(souk, { sku: future });
    expect(await limit(future)).toBe(1);
  });

  it('needs a list, and nothing of one with a fault is saved', async () => {
    expect(fails(await save(), 400)).toEqual({ message: 'Input data is empty' });
    expect(ok(await souk.admin.post(DELETE, { sourceItems: [] }))).toEqual([]);
    expect(fails(await souk.admin.post(LIMIT, {}), 400).parameters).toEqual({ fieldName: 'sourceItemConfigurations' });
    expect(fails(await souk.admin.post(DELETE, {}), 400).parameters).toEqual({ fieldName: 'sourceItems' });
    for (const over of [{ sku: ' ' }, { source_code: '' }]) {
      const refused = await save({ source_code, sku, notify_stock_qty: 33 }, { source_code, sku, ...over });
      expect(fails(refused, 400)).toEqual({ message: 'Wrong input data' });
    }
    fails(await save({ source_code, sku, notify_stock_qty: 'many' }), 400);
    expect(await limit()).toBe(1);
    const refused = fails(await souk.guest.get(`${LIMIT}/${source_code}/${sku}`), 401);
    expect(refused.parameters.resources).toBe('Magento_InventoryLowQuantityNotificationApi::low_quantity_notification');
  });
});

describe('the list of what is low', () => {
  it('has what is at its limit or below, of enabled sources and managed stock', async () => {
    const [few, many, free] = [await newProduct(souk), await newProduct(souk), await newProduct(souk)];
    const [open, closed] = [await newSource(souk), await newSource(souk, { enabled: false })];
    const unmanaged = { stockItem: { manage_stock: false, use_config_manage_stock: false } };
    ok(await souk.admin.put(`/V1/products/${free.sku}/stockItems/1`, unmanaged));
    for (const [of, quantity] of [[few.sku, 4], [many.sku, 5], [free.sku, 0]] as const) {
      await setItem(open, of, quantity);
      await setItem(closed, of, quantity);
      ok(await save({ source_code: open, sku: of, notify_stock_qty: 4 }, { source_code: closed, sku: of, notify_stock_qty: 4 }));
    }
    const low = { source_code: open, sku: few.sku, quantity: 4, notify_stock_qty: 4 };
    const listed = await souk.cli('inventory:low-quantity', '--json');
    const mine = listed.stdout.trim().split('\n').map((line) => JSON.parse(line));
    expect(mine.filter((item) => [open, closed].includes(item.source_code))).toEqual([low]);
    expect((await souk.cli('inventory:low-quantity', '--source', open)).stdout).toBe(`${open}\t${few.sku}\t4\t4\n`);
    const ofClosed = await souk.cli('inventory:low-quantity', '--source', closed, '--json');
    expect(JSON.parse(ofClosed.stdout)).toEqual({ ...low, source_code: closed });
    const none = await souk.cli('inventory:low-quantity', '--source', await newSource(souk));
    expect([none.code, none.stdout, none.stderr.trim()]).toEqual([0, '', 'no products with low stock']);
    expect((await souk.cli('inventory:low-quantity', '--source', 'nowhere')).code).not.toBe(0);
  }); // prettier-ignore

  it('goes through any number of source items', async () => {
    const source = await newSource(souk);
    const item = (i: number) => ({ source_code: source, sku: `${source}-${i}`, quantity: i % 3, status: 1 });
    const sourceItems = Array.from({ length: 2500 }, (_, i) => item(i));
    ok(await souk.admin.post('/V1/inventory/source-items', { sourceItems }));
    const lines = (await souk.cli('inventory:low-quantity', '--source', source)).stdout.trim().split('\n');
    expect(lines).toHaveLength(sourceItems.filter(({ quantity }) => quantity <= 1).length);
  });
});
