import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import { depotOrder, isSalable, link, newDepot, salable, setItems, stocked, websiteOf, type Depot } from './shop.ts';

let souk: Souk;
let depot: Depot;
beforeAll(async () => {
  souk = await startSouk();
  depot = await newDepot(souk, { sources: 3, hasWebsite: true });
});
afterAll(() => souk.stop());

const I = '/V1/inventory';
const forQty = async (sku: string, qty: number, stockId = depot.stockId): Promise<[boolean, string[]]> => {
  const { salable: can, errors } = ok(
    await souk.admin.get(`${I}/is-product-salable-for-requested-qty/${sku}/${stockId}/${qty}`),
  );
  return [can, errors.map(({ code }: { code: string }) => code)];
};
const put = (sku: string, stock_item: object): Promise<Answer> =>
  souk.admin.put(`/V1/products/${sku}`, { product: { extension_attributes: { stock_item } } });

describe('what a stock can sell', () => {
  it('D194: is the sum of its enabled sources in stock, at once', async () => {
    const [a, b, c] = depot.sources;
    const { sku } = await stocked(souk, depot, [3, 4]);
    await setItems(souk, sku, { [c!]: [5, 0] });
    expect([await salable(souk, sku, depot.stockId), await salable(souk, sku, 1)]).toEqual([7, 0]);
    expect([await isSalable(souk, sku, depot.stockId), await isSalable(souk, sku, 1)]).toEqual([true, false]);
    const source = { name: b, country_id: 'US', postcode: '1' };
    ok(await souk.admin.put(`${I}/sources/${b}`, { source: { ...source, enabled: false } }));
    expect(await salable(souk, sku, depot.stockId)).toBe(3);
    ok(await souk.admin.put(`${I}/sources/${b}`, { source: { ...source, enabled: true } }));
    ok(
      await souk.admin.post(`${I}/stock-source-links-delete`, { links: [{ stock_id: depot.stockId, source_code: a }] }),
    );
    expect(await salable(souk, sku, depot.stockId)).toBe(4);
    await link(souk, depot.stockId, depot.sources);
    expect(await salable(souk, sku, depot.stockId)).toBe(7);
  });

  it('ends at the threshold of the product, goes on with backorders, and does not count what is not managed', async () => {
    const { sku } = await stocked(souk, depot, [3, 4]);
    ok(await put(sku, { use_config_min_qty: false, min_qty: 2 }));
    expect(await salable(souk, sku, depot.stockId)).toBe(5);
    expect(await forQty(sku, 6)).toEqual([
      false,
      ['back_order-disabled', 'manage_stock-enabled', 'is_salable_with_reservations-not_enough_qty'],
    ]);
    ok(await put(sku, { use_config_backorders: false, backorders: 1 }));
    expect(await forQty(sku, 100)).toEqual([true, []]);
    ok(await put(sku, { use_config_manage_stock: false, manage_stock: false }));
    expect(await forQty(sku, 1000)).toEqual([true, []]);
  });

  it('is asked within limits, in their order', async () => {
    const { sku } = await stocked(souk, depot, [7]);
    expect(await forQty(sku, 1.5)).toEqual([false, ['is_correct_qty-is_qty_decimal']]);
    expect(await forQty(sku, 0)).toEqual([false, ['is_correct_qty-min_sale_qty']]);
    expect(await forQty(sku, 20_000)).toEqual([false, ['is_correct_qty-max_sale_qty']]);
    await setItems(souk, sku, { [depot.sources[0]!]: [7, 0] });
    expect(await forQty(sku, 0)).toEqual([
      false,
      ['is_correct_qty-min_sale_qty', 'is_any_source_item_in_stock-no_source_items_in_stock'],
    ]);
    const { sku: elsewhere } = await stocked(souk, depot, []);
    expect(await forQty(elsewhere, 1)).toEqual([false, ['requested-sku-is-not-assigned-to-given-stock']]);
  });

  it('D233: is nothing of a product that was made in stock with nothing', async () => {
    const { sku } = await stocked(souk, depot, [], { extension_attributes: { stock_item: { qty: 0, is_in_stock: true } } });
    expect([await isSalable(souk, sku, 1), await salable(souk, sku, 1)]).toEqual([false, 0]);
  }); // prettier-ignore

  it('is told of several products at once; unknown ones are not salable and have no quantity', async () => {
    const [{ sku }, { sku: empty }] = [await stocked(souk, depot, [7]), await stocked(souk, depot, [0])];
    const list = ok(await souk.admin.get(`${I}/are-products-salable?skus[]=${sku}&skus[]=${empty}&skus[]=none&stockId=${depot.stockId}`));
    expect(list.map((one: { salable: boolean }) => one.salable)).toEqual([true, false, false]);
    const asked = [[sku, 7], [sku, 8]].map(([one, qty], i) => `skuRequests[${i}][sku]=${one}&skuRequests[${i}][qty]=${qty}`);
    const each = ok(await souk.admin.get(`${I}/are-product-salable-for-requested-qty/?${asked.join('&')}&stockId=${depot.stockId}`));
    expect(each.map((one: { salable: boolean }) => one.salable)).toEqual([true, false]);
    fails(await souk.admin.get(`${I}/get-product-salable-quantity/none/${depot.stockId}`), 404);
    fails(await souk.admin.get(`${I}/get-product-salable-quantity/${sku}/777`), 400, 'Could not receive Stock Item data');
    expect(await isSalable(souk, sku, 777)).toBe(false);
  }); // prettier-ignore
});

describe('a website', () => {
  const listed = async (sku: string, view: string): Promise<number> => {
    const gql = graphqlClient(souk);
    const { products } = await gql.data('query($sku: String!) { products(filter: { sku: { eq: $sku } }) { total_count items { stock_status } } }', { sku }, { store: view });
    return products.total_count;
  }; // prettier-ignore
  const guestAdds = async (sku: string, qty: number, view: string): Promise<Answer> => {
    const guest = souk.guest.store(view);
    const cart = ok(await guest.post('/V1/guest-carts'));
    return guest.post(`/V1/guest-carts/${cart}/items`, { cartItem: { sku, qty, quote_id: cart } });
  };

  it('shows, searches and sells what its own stock has', async () => {
    const { sku } = await stocked(souk, depot, [2, 2]);
    expect([await listed(sku, depot.view), await listed(sku, 'default')]).toEqual([1, 0]);
    ok(await guestAdds(sku, 4, depot.view));
    fails(await guestAdds(sku, 5, depot.view), 400, 'Not enough items for sale');
    const { entity_id } = await depotOrder(souk, depot, [{ sku, qty: 4 }]);
    expect(await listed(sku, depot.view)).toBe(0);
    fails(await guestAdds(sku, 1, depot.view), 400, 'Product that you are trying to add is not available.');
    ok(await souk.admin.post(`/V1/orders/${entity_id}/cancel`));
    ok(await guestAdds(sku, 1, depot.view));
    fails(await guestAdds(sku, 1, 'default'), 400, 'Product that you are trying to add is not available.');
    await setItems(souk, sku, { [depot.sources[0]!]: 0, [depot.sources[1]!]: 0, default: 5 });
    expect([await listed(sku, depot.view), await listed(sku, 'default')]).toEqual([0, 1]);
    fails(await guestAdds(sku, 1, depot.view), 400, 'Product that you are trying to add is not available.');
  });

  it('lists what it can sell of a category in order, in pages', async () => {
    const category = { name: unique('category'), is_active: true, parent_id: 2 };
    const { id } = ok(await souk.admin.post('/V1/categories', { category }));
    const placed = async (position: number, quantity: number): Promise<string> => {
      const category_links = [{ category_id: String(id), position }];
      return (await stocked(souk, depot, [quantity], { extension_attributes: { category_links } })).sku;
    };
    const [third, first, , second] = [await placed(7, 1), await placed(1, 1), await placed(2, 0), await placed(4, 1)];
    const page = async (currentPage: number, view: string): Promise<[number, string[]]> => {
      const query = 'query($uid: String, $page: Int) { products(filter: { category_uid: { eq: $uid } }, pageSize: 2, currentPage: $page) { total_count items { sku } } }'; // prettier-ignore
      const variables = { uid: Buffer.from(String(id)).toString('base64'), page: currentPage };
      const { products } = await graphqlClient(souk).data(query, variables, { store: view });
      return [products.total_count, products.items.map(({ sku }: { sku: string }) => sku)];
    };
    expect(await page(1, depot.view)).toEqual([3, [first, second]]);
    expect(await page(2, depot.view)).toEqual([3, [third]]);
    expect(await page(1, 'default')).toEqual([0, []]);
  });

  it('says how few pieces its own stock has left, whatever another has', async () => {
    const { sku } = await stocked(souk, depot, [2, 2]);
    await setItems(souk, sku, { default: 3 });
    const left = async (view: string): Promise<number | null> => {
      const query =
        'query($sku: String!) { products(filter: { sku: { eq: $sku } }) { items { only_x_left_in_stock } } }';
      const { products } = await graphqlClient(souk).data(query, { sku }, { store: view });
      return products.items[0].only_x_left_in_stock;
    };
    const within = (threshold: string): Promise<void> =>
      souk.configure({ 'cataloginventory/options/stock_threshold_qty': threshold });
    await within('4');
    expect([await left(depot.view), await left('default')]).toEqual([4, 3]);
    await depotOrder(souk, depot, [{ sku, qty: 2 }]);
    expect([await left(depot.view), await left('default')]).toEqual([2, 3]);
    await within('2');
    expect([await left(depot.view), await left('default')]).toEqual([2, null]);
    await within('0');
    expect([await left(depot.view), await left('default')]).toEqual([null, null]);
  });

  it('sells a product that consists of others while one of them can be sold there', async () => {
    const [first, second] = [await stocked(souk, depot, [2]), await stocked(souk, depot, [0])];
    const sku = unique('set');
    const website_ids = [1, await websiteOf(souk, depot.view)];
    const product_links = [first, second].map((one, i) => ({ sku, link_type: 'associated', linked_product_sku: one.sku, linked_product_type: 'simple', position: i, extension_attributes: { qty: 1 } }));
    ok(await souk.admin.post('/V1/products', { product: { sku, name: sku, attribute_set_id: 4, visibility: 4, type_id: 'grouped', extension_attributes: { website_ids, stock_item: { is_in_stock: true } }, product_links } }));
    expect([await isSalable(souk, sku, depot.stockId), await isSalable(souk, sku, 1)]).toEqual([true, false]);
    expect([await listed(sku, depot.view), await listed(sku, 'default')]).toEqual([1, 0]);
    await setItems(souk, first.sku, { [depot.sources[0]!]: 0 });
    expect(await isSalable(souk, sku, depot.stockId)).toBe(false);
    await setItems(souk, second.sku, { [depot.sources[1]!]: 1 });
    expect(await isSalable(souk, sku, depot.stockId)).toBe(true);
  }); // prettier-ignore
});
