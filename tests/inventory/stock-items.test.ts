import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProduct } from '../support/products.ts';
import { refused, typed, type Sent, type ShopClient } from '../support/shop-client.ts';
import { startSouk, until, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;
beforeAll(async () => {
  souk = await startSouk();
  shop = typed(souk.admin);
});
afterAll(() => souk.stop());

type StockItem = Sent<'stockRegistry', 'updateStockItemBySku'>['stockItem'];
/** Creates a product with this stock item; returns its SKU. */
const stocked = async (stock_item?: StockItem, over: object = {}): Promise<string> =>
  (await newProduct(souk, { extension_attributes: { stock_item }, ...over })).sku;
const item = (productSku: string) => shop.stockRegistry.getStockItemBySku({ productSku });
const status = (productSku: string) => shop.stockRegistry.getStockStatusBySku({ productSku });
const stockOf = async (sku: string) => (await shop.products.get({ sku })).extension_attributes!.stock_item!;
const put = (productSku: string, stockItem: StockItem, itemId = 1) =>
  shop.stockRegistry.updateStockItemBySku({ productSku, itemId, stockItem });
const change = (sku: string, stock_item: StockItem) =>
  shop.products.save({ sku, product: { extension_attributes: { stock_item } } });
const setting = async (name: string, value: string, seen: () => Promise<boolean>): Promise<void> => {
  await souk.configure({ [`cataloginventory/item_options/${name}`]: value });
  await until(seen);
};

describe('the stock item of a product', () => {
  it('is the same by its own route, with a scope and within the product', async () => {
    const sku = await stocked({ qty: 100.5, is_in_stock: true, is_qty_decimal: true, min_sale_qty: 0.5, use_config_min_sale_qty: 0 });
    const stock = await item(sku);
    expect(stock).toMatchObject({ stock_id: 1, qty: 100.5, is_in_stock: true, is_qty_decimal: true, min_sale_qty: 0.5, use_config_min_sale_qty: 0, low_stock_date: null });
    expect(await shop.stockRegistry.getStockItemBySku({ productSku: sku, scopeId: 1 })).toEqual(stock);
    const read = await shop.products.get({ sku });
    expect(read.extension_attributes?.stock_item).toEqual(stock);
    expect(stock.product_id).toBe(read.id);
  }); // prettier-ignore

  it('is changed by the SKU, even with a wrong item id in the path, and returns its id', async () => {
    const sku = await stocked({ qty: 10, is_in_stock: true });
    const before = await item(sku);
    const changed = { qty: 3, backorders: 0, notify_stock_qty: 5, use_config_notify_stock_qty: false };
    expect(await put(sku, changed, 999_999)).toBe(before.item_id);
    expect(await item(sku)).toEqual({ ...before, ...changed, low_stock_date: expect.any(String) });
    expect((await stockOf(sku)).qty).toBe(3);
  });

  it('keeps choices as whole numbers within the range of their column', async () => {
    const sku = await stocked({ qty: 10, is_in_stock: true });
    await put(sku, {
      use_config_backorders: false,
      backorders: 99_999_999_999,
      use_config_min_sale_qty: 99_999_999_999,
    });
    expect(await item(sku)).toMatchObject({ backorders: 65_535, use_config_min_sale_qty: 65_535 });
    await put(sku, { backorders: -1, use_config_min_sale_qty: 0 });
    expect(await item(sku)).toMatchObject({ backorders: 0, use_config_min_sale_qty: 0 });
  });

  it('is changed with the product, one field at a time', async () => {
    const sku = await stocked({ qty: 10, is_in_stock: true, max_sale_qty: 7, use_config_max_sale_qty: false });
    const before = await item(sku);
    await change(sku, { qty: 4 });
    expect(await item(sku)).toEqual({ ...before, qty: 4 });
    await change(sku, null as never);
    await change(sku, await item(sku));
    expect(await item(sku)).toEqual({ ...before, qty: 4 });
  });

  it('may come as the custom attribute of older clients', async () => {
    const custom_attributes = [{ attribute_code: 'quantity_and_stock_status', value: { qty: 7, is_in_stock: true } }];
    expect(await item(await stocked(undefined, { custom_attributes }))).toMatchObject({ qty: 7, is_in_stock: true });
  });

  it('has no quantity for types that are made of others', async () => {
    expect(await item(await stocked({ qty: 5, is_in_stock: true }, { type_id: 'grouped' }))).toMatchObject({ qty: 0, is_in_stock: true });
  }); // prettier-ignore

  it('refuses what is no quantity, and products that are not there', async () => {
    const sku = await stocked({ qty: 10, is_in_stock: true });
    await refused(put(sku, { qty: 'abc' as never }), 400, /"qty" processing/);
    expect((await item(sku)).qty).toBe(10);
    const none = 'The Product with the "none" SKU doesn\'t exist.';
    for (const call of [() => put('none', { qty: 1 }), () => item('none'), () => status('none')]) {
      await refused(call(), 404, none);
    }
    const guest = typed(souk.guest);
    await refused(
      guest.stockRegistry.getStockItemBySku({ productSku: sku }),
      401,
      /Magento_Catalog::catalog_inventory/,
    );
  });
});

describe('a product runs out of stock and comes back', () => {
  it('by itself with its quantity', async () => {
    const sku = await stocked({ qty: 1, is_in_stock: true });
    await put(sku, { qty: 0 });
    expect(await item(sku)).toMatchObject({ is_in_stock: false, stock_status_changed_auto: 1, low_stock_date: expect.any(String) });
    expect(await status(sku)).toMatchObject({ qty: 0, stock_status: 0 });
    await put(sku, { qty: 2 });
    expect(await item(sku)).toMatchObject({ is_in_stock: true, stock_status_changed_auto: 1, low_stock_date: null });
    expect(await status(sku)).toMatchObject({ qty: 2, stock_status: 1 });
  }); // prettier-ignore

  it('not by itself when somebody took it out', async () => {
    const sku = await stocked({ qty: 5, is_in_stock: true });
    await put(sku, { is_in_stock: false });
    await put(sku, { qty: 9 });
    expect(await item(sku)).toMatchObject({ qty: 9, is_in_stock: false, stock_status_changed_auto: 0 });
    expect((await status(sku)).stock_status).toBe(0);
  });

  it('not at all where backorders are allowed or stock is not managed', async () => {
    const backorders = await stocked({ qty: 1, is_in_stock: true, backorders: 1, use_config_backorders: false });
    await put(backorders, { qty: -3 });
    expect(await status(backorders)).toMatchObject({ qty: -3, stock_status: 1 });
    const unmanaged = await stocked({
      qty: 0,
      is_in_stock: false,
      manage_stock: false,
      use_config_manage_stock: false,
    });
    expect(await item(unmanaged)).toMatchObject({ is_in_stock: true, manage_stock: false });
    expect(await status(unmanaged)).toMatchObject({ qty: 0, stock_status: 1 });
  });

  it('at its own threshold, below which nothing is for sale', async () => {
    const sku = await stocked({ qty: 5, is_in_stock: true, min_qty: 3, use_config_min_qty: false });
    expect(await status(sku)).toMatchObject({ qty: 2, stock_status: 1 });
    await put(sku, { qty: 3 });
    expect(await item(sku)).toMatchObject({ is_in_stock: false, stock_status_changed_auto: 1 });
  });

  it('was never in it when nobody said so', async () => {
    const sku = await stocked();
    expect(await item(sku)).toMatchObject({ qty: null, is_in_stock: false });
    expect(await status(sku)).toMatchObject({ qty: 0, stock_status: 0 });
  });
});

describe("what is said of a new product's stock", () => {
  it('holds, whatever the quantity', async () => {
    for (const stock of [
      { qty: 0 },
      {},
      { qty: -2 },
      { qty: 2, min_qty: 2, use_config_min_qty: false },
      { qty: null },
    ]) {
      const sku = await stocked({ ...stock, is_in_stock: true });
      expect(await item(sku)).toMatchObject({
        qty: stock.qty ?? null,
        is_in_stock: true,
        stock_status_changed_auto: 0,
      });
      expect((await status(sku)).stock_status).toBe(0);
    }
  });

  it('is kept to four places and within its limit', async () => {
    const sku = await stocked({ qty: 1.23456, is_in_stock: true, min_sale_qty: 0.00005, use_config_min_sale_qty: 0 });
    expect(await item(sku)).toMatchObject({ qty: 1.2346, min_sale_qty: 0.0001 });
    for (const [sent, kept] of [[1e9, 99_999_999.9999], [-1e12, -99_999_999.9999], [99_999_999.9999, 99_999_999.9999]] as const) {
      await put(sku, { qty: sent });
      expect((await item(sku)).qty).toBe(kept);
    }
  }); // prettier-ignore

  it('is about the only stock', async () => {
    const sku = await stocked({ qty: 5, is_in_stock: true, stock_id: 1 });
    const message = 'Invalid stock id: 2. Only default stock with id 1 allowed';
    await refused(put(sku, { qty: 7, stock_id: 2 }), 400, message);
    await refused(change(sku, { qty: 7, stock_id: 2 }), 400, message);
    expect((await item(sku)).qty).toBe(5);
  });
});

it('a quantity of null empties the stock', async () => {
  const sku = await stocked({ qty: 5, is_in_stock: true });
  await change(sku, { qty: null });
  expect(await item(sku)).toMatchObject({ qty: null, is_in_stock: false, stock_status_changed_auto: 1 });
  await put(sku, { qty: 5 });
  await put(sku, { qty: null, min_sale_qty: null });
  expect(await item(sku)).toMatchObject({ qty: null, min_sale_qty: 1 });
});

describe('the configuration', () => {
  it('shows through where an item follows it, also in an answer that was given before', async () => {
    const sku = await stocked({ qty: 3, is_in_stock: true });
    const own = await stocked({ qty: 3, is_in_stock: true, backorders: 0, use_config_backorders: false, min_sale_qty: 2, use_config_min_sale_qty: 0 });
    expect((await stockOf(sku)).backorders).toBe(0);
    await setting('backorders', '2', async () => (await stockOf(sku)).backorders === 2);
    await setting('min_sale_qty', '{"0":"9","32000":"3"}', async () => (await item(sku)).min_sale_qty === 3);
    await setting('max_sale_qty', '50', async () => (await item(sku)).max_sale_qty === 50);
    await setting('qty_increments', '4', async () => true);
    expect((await item(sku)).qty_increments).toBe(0);
    await setting('enable_qty_increments', '1', async () => (await item(sku)).qty_increments === 4);
    expect(await item(own)).toMatchObject({ backorders: 0, min_sale_qty: 2, max_sale_qty: 50 });
    await setting('min_qty', '2', async () => (await status(sku)).qty === 1);
    await setting('manage_stock', '0', async () => (await item(sku)).manage_stock === false);
    expect(await status(await stocked({ qty: 0, is_in_stock: false }))).toMatchObject({ stock_status: 1 });
    await setting('manage_stock', '1', async () => (await item(sku)).manage_stock === true);
  }); // prettier-ignore
});

describe('stock that runs low', () => {
  it('is listed by quantity, in pages', async () => {
    const low = (paged: { pageSize?: number; currentPage?: number } = {}) =>
      shop.stockRegistry.getLowStockItems({ scopeId: 0, qty: 0.5, ...paged });
    const all = async () => (await low()).items!.map(({ product_id }) => product_id);
    const before = await all();
    const skus = [await stocked({ qty: 0.5, is_in_stock: true }), await stocked({ qty: 0.25, is_in_stock: true })];
    const ids = await Promise.all(skus.map(async (sku) => (await item(sku)).product_id));
    await stocked({ qty: 0.75, is_in_stock: true });
    await stocked();
    expect(await all()).toEqual([...before, ...ids]);
    const page = before.length + 2;
    expect(await low({ pageSize: 1, currentPage: page })).toEqual({
      items: [await item(skus[1]!)],
      search_criteria: {
        mapper_interface_name: 'Magento\\CatalogInventory\\Model\\ResourceModel\\Stock\\Item\\StockItemCriteriaMapper',
        criteria_list: [],
        filters: [],
        orders: [],
        limit: [String(page), '1'],
      },
      total_count: page,
    });
  });

  it('is asked for with a scope and a quantity', async () => {
    const low = shop.stockRegistry.getLowStockItems;
    const { errors } = await refused(low({} as never), 400, 'One or more input exceptions have occurred.');
    expect(errors).toEqual(['scopeId', 'qty'].map((fieldName) => ({ message: `"${fieldName}" is required. Enter and try again.`, parameters: { fieldName } })));
    await refused(low({ scopeId: 0 } as never), 400, '"qty" is required. Enter and try again.');
  }); // prettier-ignore
});
