import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { isSalable, itemsOf, newDepot, newSource, salable, sendItems, setItems, stocked } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const I = '/V1/inventory';
const post = (path: string, body: object): Promise<Answer> => souk.admin.post(`${I}/${path}`, body);
const stockItem = async (sku: string): Promise<Answer['body']> => ok(await souk.admin.get(`/V1/stockItems/${sku}`));
const newSku = async (): Promise<string> => (await newProduct(souk)).sku;

describe('the items of sources', () => {
  it('are saved, listed with those of the default source, and deleted', async () => {
    const [sku, a, b] = [await newSku(), await newSource(souk), await newSource(souk)];
    await setItems(souk, sku, { [a]: 5, [b]: [7.123456, 0] });
    expect(await itemsOf(souk, sku)).toEqual({ default: [100, 1], [a]: [5, 1], [b]: [7.1235, 0] });
    const gone = { sourceItems: [{ sku, source_code: a }, { sku, source_code: 'nowhere' }] };
    expect(ok(await post('source-items-delete', gone))).toEqual([]);
    expect(await itemsOf(souk, sku)).toEqual({ default: [100, 1], [b]: [7.1235, 0] });
  }); // prettier-ignore

  it('are saved all or none', async () => {
    const [sku, a] = [await newSku(), await newSource(souk)];
    fails(await sendItems(souk, sku, { [a]: 5, default: 1, nowhere: 1 }), 400, 'Could not save Source Item');
    const wrong = await post('source-items', { sourceItems: [{}] });
    fails(wrong, 400, 'Validation Failed: "sku" can not be empty.');
    expect(wrong.body.errors).toHaveLength(4);
    expect(await itemsOf(souk, sku)).toEqual({ default: [100, 1] });
    fails(await post('source-items', { sourceItems: [] }), 400, 'Input data is empty');
  });

  it('D238: may be there before their product, which they belong to from then on, under any SKU, and go with it', async () => {
    const { stockId, sources } = await newDepot(souk, { sources: 1 });
    const [sku, later] = [unique('early'), unique('later')];
    await setItems(souk, sku, { [sources[0]!]: 3 });
    const { id } = await newProduct(souk, { sku });
    expect(await salable(souk, sku, stockId)).toBe(3);
    ok(await souk.admin.put(`/V1/products/${later}`, { product: { id, sku: later } }));
    expect(await itemsOf(souk, later)).toMatchObject({ [sources[0]!]: [3, 1] });
    expect(await itemsOf(souk, sku)).toEqual({});
    ok(await souk.admin.delete(`/V1/products/${later}`));
    expect(await itemsOf(souk, later)).toEqual({});
  });

  it('that were there before their product become its stock item, unless that is told', async () => {
    const [untold, told] = [unique('early'), unique('early')];
    for (const sku of [untold, told]) await setItems(souk, sku, { default: 5 });
    ok(await souk.admin.post('/V1/products', { product: { sku: untold, name: untold, attribute_set_id: 4, price: 1 } }));
    await newProduct(souk, { sku: told });
    expect([await itemsOf(souk, untold), await itemsOf(souk, told)]).toEqual([{ default: [5, 1] }, { default: [100, 1] }]);
    expect(await stockItem(untold)).toMatchObject({ qty: 5, is_in_stock: true });
    for (const sku of [untold, told]) {
      const filter = `searchCriteria[filter_groups][0][filters][0][field]=sku&searchCriteria[filter_groups][0][filters][0][value]=${sku}`;
      expect(ok(await souk.admin.get(`${I}/source-items?${filter}`)).total_count).toBe(1);
    }
  }); // prettier-ignore

  it('of a SKU that a product gets belong to it where its own are not', async () => {
    const { stockId, sources } = await newDepot(souk, { sources: 2 });
    const [a, b] = [sources[0]!, sources[1]!];
    const [{ sku, id }, later] = [await newProduct(souk), unique('later')];
    await setItems(souk, sku, { [a]: 1 });
    await setItems(souk, later, { [a]: 10, [b]: 20, default: 30 });
    ok(await souk.admin.put(`/V1/products/${later}`, { product: { id, sku: later } }));
    expect(await itemsOf(souk, later)).toEqual({ default: [100, 1], [a]: [1, 1], [b]: [20, 1] });
    expect(await salable(souk, later, stockId)).toBe(21);
    const { sku: bare, id: bareId } = await newProduct(souk);
    const last = unique('last');
    await setItems(souk, last, { [b]: 7 });
    ok(await souk.admin.put(`/V1/products/${last}`, { product: { id: bareId, sku: last } }));
    expect([await salable(souk, last, stockId), await itemsOf(souk, bare)]).toEqual([7, {}]);
  });

  it('have a SKU that a product can have', async () => {
    const answer = await sendItems(souk, 'x'.repeat(65), { [await newSource(souk)]: 1 });
    fails(answer, 400, 'Validation Failed: "sku" can not be longer than 64 characters.');
  });
});

describe('the default source', () => {
  it('D198: is the stock item, written either way', async () => {
    const sku = await newSku();
    await setItems(souk, sku, { default: 12 });
    expect(await stockItem(sku)).toMatchObject({ qty: 12, is_in_stock: true });
    await setItems(souk, sku, { default: [12, 0] });
    expect(await stockItem(sku)).toMatchObject({ qty: 12, is_in_stock: false });
    expect([await salable(souk, sku, 1), await isSalable(souk, sku, 1)]).toEqual([0, false]);
    ok(await souk.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty: 9, is_in_stock: true } }));
    expect(await itemsOf(souk, sku)).toEqual({ default: [9, 1] });
    const stock_item = { qty: 3, is_in_stock: true, use_config_min_qty: false, min_qty: 3 };
    ok(await souk.admin.put(`/V1/products/${sku}`, { product: { extension_attributes: { stock_item } } }));
    expect(await itemsOf(souk, sku)).toEqual({ default: [3, 0] });
  });

  it('gives a product up and gets it back with its stock item; other sources never show there', async () => {
    const [sku, a] = [await newSku(), await newSource(souk)];
    await setItems(souk, sku, { [a]: 50 });
    ok(await post('source-items-delete', { sourceItems: [{ sku, source_code: 'default' }] }));
    expect(await itemsOf(souk, sku)).toEqual({ [a]: [50, 1] });
    expect(await stockItem(sku)).toMatchObject({ qty: 0, is_in_stock: false });
    expect(await salable(souk, sku, 1)).toBe(0);
    ok(await souk.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem: { qty: 4, is_in_stock: true } }));
    expect(await itemsOf(souk, sku)).toEqual({ [a]: [50, 1], default: [4, 1] });
  });

  it('has no item of a product that consists of others', async () => {
    const sku = unique('set');
    const set = { sku, name: sku, attribute_set_id: 4, type_id: 'grouped', extension_attributes: { stock_item: { is_in_stock: true } } };
    ok(await souk.admin.post('/V1/products', { product: set }));
    expect(await itemsOf(souk, sku)).toEqual({});
    fails(await souk.admin.get(`${I}/get-product-salable-quantity/${sku}/1`), 400, "Can't check requested quantity for products without Source Items support.");
  }); // prettier-ignore
});

describe('many products at once', () => {
  it('D192: are assigned to sources and taken away, none with an unknown SKU', async () => {
    const skus = [await newSku(), await newSku()];
    const sourceCodes = [await newSource(souk), await newSource(souk)];
    expect(ok(await post('bulk-product-source-assign', { skus, sourceCodes }))).toBe(4);
    expect(ok(await post('bulk-product-source-assign', { skus, sourceCodes }))).toBe(0);
    expect(await itemsOf(souk, skus[0]!)).toMatchObject({ [sourceCodes[1]!]: [0, 0] });
    expect(ok(await post('bulk-product-source-unassign', { skus, sourceCodes: ['default', sourceCodes[0]] }))).toBe(4);
    expect(await itemsOf(souk, skus[1]!)).toEqual({ [sourceCodes[1]!]: [0, 0] });
    fails(await post('bulk-product-source-assign', { skus, sourceCodes: ['nowhere'] }), 400, 'Validation Failed');
    fails(await post('bulk-product-source-assign', { skus: ['nothing'], sourceCodes }), 404);
  });

  it('D193: are moved from source to source, whole or in part, and never back', async () => {
    const { stockId, sources } = await newDepot(souk, { sources: 2 });
    const [a, b] = [sources[0]!, sources[1]!];
    const { sku } = await stocked(souk, { stockId, sources, view: '', kiosk: '' }, [10]);
    await setItems(souk, sku, { [b]: [1, 0] });
    const part = (originSourceCode: string, destinationSourceCode: string, qty: number): Promise<Answer> =>
      post('bulk-partial-source-transfer', { originSourceCode, destinationSourceCode, items: [{ sku, qty }] });
    expect(ok(await part(a, b, 4))).toEqual([]);
    expect(await itemsOf(souk, sku)).toMatchObject({ [a]: [6, 1], [b]: [5, 1] });
    expect(await salable(souk, sku, stockId)).toBe(11);
    for (const qty of [7, -1]) fails(await part(a, b, qty), 400, 'Transfer validation failed');
    const twice = (qty: number): Promise<Answer> =>
      post('bulk-partial-source-transfer', { originSourceCode: a, destinationSourceCode: b, items: [{ sku, qty }, { sku: sku.toUpperCase(), qty }] });
    fails(await twice(4), 400, 'Transfer validation failed');
    ok(await twice(0.00005));
    expect(await itemsOf(souk, sku)).toMatchObject({ [a]: [5.9998, 1], [b]: [5.0002, 1] });
    ok(await part(b, a, 0.0002));
    ok(await part(b, 'default', 3));
    expect([await salable(souk, sku, 1), await salable(souk, sku, stockId)]).toEqual([3, 8]);
    const whole = { skus: [sku], originSource: 'default', destinationSource: a, unassignFromOrigin: true };
    expect(ok(await post('bulk-product-source-transfer', whole))).toBe(true);
    expect(await itemsOf(souk, sku)).toEqual({ [a]: [9, 1], [b]: [2, 1] });
    fails(await post('bulk-product-source-transfer', { ...whole, originSource: a }), 400, 'Validation Error: Select different sources for origin and destination.');
  }); // prettier-ignore
});
