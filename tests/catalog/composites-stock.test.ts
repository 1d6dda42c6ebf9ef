import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { guestOrder } from '../sales/shop.ts';
import { makeBundle, makeConfigurable, makeGrouped, makeProduct, makeSelect, makeVariants } from './composites.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

type Product = Answer['body'];
type Fields = Record<string, unknown>;

const status = async ({ sku }: Product): Promise<number> =>
  ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).stock_status;
const item = async ({ sku }: Product): Promise<Answer['body']> => ok(await souk.admin.get(`/V1/stockItems/${sku}`));
const setStock = async ({ sku }: Product, stockItem: Fields): Promise<unknown> =>
  ok(await souk.admin.put(`/V1/products/${sku}/stockItems/1`, { stockItem }));
/** Whether a catalogue that hides what is out of stock shows the product. */
async function isFound({ id, sku }: Product): Promise<boolean> {
  const filters = criteria([[{ field: 'search_term', value: sku }]]);
  const found = ok(await souk.guest.get(`/V1/search?searchCriteria[requestName]=quick_search_container&${filters}`));
  return found.items.some((one: { id: number }) => one.id === id);
}
/** Whether the list of products in stock has the product. */
async function isListed({ sku }: Product): Promise<boolean> {
  const filters = [[{ field: 'sku', value: sku }], [{ field: 'is_in_stock', value: 1 }]];
  return ok(await souk.admin.get(`/V1/products?${criteria(filters)}`)).total_count > 0;
}
async function expectStock(product: Product, isIn: boolean): Promise<void> {
  expect(await status(product)).toBe(Number(isIn));
  expect((await item(product)).is_in_stock).toBe(isIn);
  expect(await isFound(product)).toBe(isIn);
  expect(await isListed(product)).toBe(isIn);
}

describe('the stock of a composite product follows that of its parts', () => {
  it('configurable: one variant is enough', async () => {
    const shade = await makeSelect(souk, ['red', 'green']);
    const [red, green] = await makeVariants(souk, shade, [{}, {}]);
    const parent = await makeConfigurable(souk, shade, [red, green]);
    await expectStock(parent, true);
    await setStock(red, { qty: 0 });
    await expectStock(parent, true);
    await setStock(green, { qty: 0 });
    await expectStock(parent, false);
    expect((await item(parent)).stock_status_changed_auto).toBe(1);
    await setStock(red, { qty: 3 });
    await expectStock(parent, true);
  });

  it('bundle: every required option needs a selection', async () => {
    const [left, right, extra] = [await makeProduct(souk), await makeProduct(souk), await makeProduct(souk)];
    const parent = await makeBundle(souk, [[left], [right]], [extra]);
    await setStock(extra, { is_in_stock: false });
    await expectStock(parent, true);
    await setStock(right, { is_in_stock: false });
    await expectStock(parent, false);
    await setStock(right, { is_in_stock: true });
    await expectStock(parent, true);
  });

  it('bundle without required options: one selection is enough', async () => {
    const [left, right] = [await makeProduct(souk), await makeProduct(souk)];
    const parent = await makeBundle(souk, [], [left, right]);
    await setStock(left, { qty: 0 });
    await expectStock(parent, true);
    await setStock(right, { qty: 0 });
    await expectStock(parent, false);
  });

  it('grouped: one part is enough, also when it is saved with the product', async () => {
    const [left, right] = [await makeProduct(souk), await makeProduct(souk)];
    const parent = await makeGrouped(souk, [left, right]);
    const save = async ({ sku }: Product, stock_item: Fields): Promise<unknown> =>
      ok(await souk.admin.put(`/V1/products/${sku}`, { product: { extension_attributes: { stock_item } } }));
    await save(left, { qty: 0 });
    await expectStock(parent, true);
    await save(right, { qty: 0 });
    await expectStock(parent, false);
    await save(left, { manage_stock: false, use_config_manage_stock: false });
    await expectStock(parent, true);
  });

  it('but stays out of stock when somebody took it out', async () => {
    const part = await makeProduct(souk);
    const parent = await makeGrouped(souk, [part]);
    await setStock(parent, { is_in_stock: false });
    await setStock(part, { qty: 0 });
    await setStock(part, { qty: 9 });
    await expectStock(parent, false);
    await setStock(parent, { is_in_stock: true });
    await expectStock(parent, true);
  });

  it('and comes back with it after it was written back as it was read', async () => {
    const part = await makeProduct(souk);
    const parent = await makeGrouped(souk, [part]);
    await setStock(part, { qty: 0 });
    const read = ok(await souk.admin.get(`/V1/products/${parent.sku}`));
    ok(await souk.admin.put(`/V1/products/${parent.sku}`, { product: read }));
    await setStock(part, { qty: 9 });
    await expectStock(parent, true);
  });

  it('with parts that are linked, unlinked, disabled or deleted', async () => {
    const [left, right] = [await makeProduct(souk, {}, { qty: 0 }), await makeProduct(souk)];
    const parent = await makeGrouped(souk, [left, right]);
    expect(await status(parent)).toBe(1);
    const setStatus = async (value: number): Promise<unknown> =>
      ok(await souk.admin.store('all').put(`/V1/products/${right.sku}`, { product: { status: value } }));
    await setStatus(2);
    expect([await status(parent), await isFound(parent)]).toEqual([0, false]);
    await setStatus(1);
    expect([await status(parent), await isFound(parent)]).toEqual([1, true]);
    ok(await souk.admin.delete(`/V1/products/${parent.sku}/links/associated/${right.sku}`));
    expect([await status(parent), await isFound(parent)]).toEqual([0, false]);
    const link = { sku: parent.sku, link_type: 'associated', linked_product_sku: right.sku, position: 1 };
    ok(
      await souk.admin.put(`/V1/products/${parent.sku}/links`, {
        entity: { ...link, linked_product_type: 'simple', extension_attributes: { qty: 1 } },
      }),
    );
    expect([await status(parent), await isFound(parent)]).toEqual([1, true]);
    ok(await souk.admin.delete(`/V1/products/${right.sku}`));
    expect([await status(parent), await isFound(parent)]).toEqual([0, false]);
  });
});

describe('orders', () => {
  it('take the last piece of a part, and with it the whole, until they are cancelled', async () => {
    const part = await makeProduct(souk, {}, { qty: 2 });
    const parent = await makeGrouped(souk, [part]);
    const { id } = await guestOrder(souk, 2, part);
    expect([await status(part), await status(parent), await isFound(parent)]).toEqual([0, 0, false]);
    // What is ordered and not shipped is still there.
    expect(await item(part)).toMatchObject({ qty: 2, is_in_stock: true });
    ok(await souk.admin.post(`/V1/orders/${id}/cancel`));
    expect([await status(part), await status(parent), await isFound(parent)]).toEqual([1, 1, true]);
  });

  it('that are shipped run the stock down, and returns fill it again', async () => {
    const part = await makeProduct(souk, {}, { qty: 2 });
    const parent = await makeGrouped(souk, [part]);
    const { id, order } = await guestOrder(souk, 2, part);
    ok(await souk.admin.post(`/V1/order/${id}/invoice`));
    ok(await souk.admin.post(`/V1/order/${id}/ship`));
    expect(await item(part)).toMatchObject({ qty: 0, is_in_stock: false, stock_status_changed_auto: 1 });
    expect((await item(part)).low_stock_date).not.toBeNull();
    await expectStock(parent, false);
    const low = ok(await souk.admin.get('/V1/stockItems/lowStock?scopeId=0&qty=0'));
    const ids = low.items.map((one: { product_id: number }) => one.product_id);
    expect(ids).toContain(part.id);

    const [{ item_id }] = order.items;
    ok(
      await souk.admin.post(`/V1/order/${id}/refund`, {
        items: [{ order_item_id: item_id, qty: 2 }],
        arguments: { extension_attributes: { return_to_stock_items: [item_id] } },
      }),
    );
    expect(await item(part)).toMatchObject({ qty: 2, is_in_stock: true });
    await expectStock(parent, true);
  });
});
