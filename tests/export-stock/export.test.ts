import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, ok, type Answer, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { engines } from '../storage/databases.ts';
import { makeStock, type MadeStock } from '../source-selection/stock.ts';

const MANY = 2500;

describe.each(engines)('stocks that are given out on %s', (engine) => {
  let here: Here;
  let admin: Client;
  let counted: StatementCount;
  let stock: MadeStock;
  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    ({ admin } = here);
    await make('simple', { qty: 7, is_in_stock: true });
    await make('out', { qty: 7, is_in_stock: false });
    await make('reserved', { qty: 7, is_in_stock: true });
    await make('threshold', { qty: 7, is_in_stock: true, min_qty: 2, use_config_min_qty: false });
    await make('unmanaged', { qty: 0, is_in_stock: false, manage_stock: false, use_config_manage_stock: false });
    await make('elsewhere', { qty: 7, is_in_stock: true }, { website_ids: [] });
    const link = { sku: 'group', link_type: 'associated', linked_product_sku: 'simple', linked_product_type: 'simple' };
    await make('group', { is_in_stock: true }, {}, { type_id: 'grouped', product_links: [{ ...link, position: 1 }] });
    await order('reserved', 3);
    stock = await makeStock(admin, [{ has: { simple: 5, out: [4, 0] } }]);
    const channels = { extension_attributes: { sales_channels: [{ type: 'kiosk', code: 'k' }] } };
    ok(await admin.put(`/V1/inventory/stocks/${stock.id}`, { stock: { name: 'Kiosk', ...channels } }));
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  async function make(sku: string, stock_item: object, attributes: object = {}, over: object = {}): Promise<void> {
    const extension_attributes = { website_ids: [1], stock_item, ...attributes };
    await newProduct({ admin }, { sku, ...over, extension_attributes });
  } // prettier-ignore

  /** Places an order, which reserves pieces. */
  async function order(sku: string, qty: number): Promise<void> {
    const cart = ok(await here.guest.post('/V1/guest-carts'));
    ok(await here.guest.post(`/V1/guest-carts/${cart}/items`, { cartItem: { sku, qty } }));
    const address = { email: 'a@example.com', firstname: 'A', lastname: 'B', street: ['C'], city: 'D', country_id: 'DE', postcode: '1', telephone: '1' };
    const shipping = { shipping_address: address, shipping_carrier_code: 'flatrate', shipping_method_code: 'flatrate' };
    ok(await here.guest.post(`/V1/guest-carts/${cart}/shipping-information`, { addressInformation: shipping }));
    const paymentMethod = { method: 'checkmo' };
    ok(await here.guest.post(`/V1/guest-carts/${cart}/payment-information`, { email: 'a@example.com', paymentMethod, billingAddress: address }));
  } // prettier-ignore

  const dump = (type: string, code: string): Promise<Answer> =>
    admin.get(`/V1/inventory/dump-stock-index-data/${type}/${code}`);
  const salable = (type: string, code: string, query = ''): Promise<Answer> =>
    admin.get(`/V1/inventory/export-stock-salable-qty/${type}/${code}?searchCriteria=&${query}`);
  const row = (sku: string, qty: number, is_salable: boolean) => ({ sku, qty, is_salable });

  it('have what a website sells, ordered pieces included', async () => {
    expect(ok(await dump('website', 'base'))).toEqual([
      row('simple', 7, true),
      row('out', 7, false),
      row('reserved', 7, true),
      row('threshold', 7, true),
      row('unmanaged', 0, true),
      row('group', 0, true),
    ]);
    expect(fails(await dump('website', 'nowhere'), 404)).toEqual({ message: 'No linked stock found' });
    fails(await dump('kiosk', 'k'), 400);
    expect(fails(await here.guest.get('/V1/inventory/dump-stock-index-data/website/base'), 401).parameters.resources).toBe('Magento_InventoryApi::stock');
  }); // prettier-ignore

  it('have what can still be sold, without ordered pieces and thresholds', async () => {
    const { items, total_count } = ok(await salable('website', 'base'));
    expect(items).toEqual([
      row('simple', 7, true),
      row('out', 0, false),
      row('reserved', 4, true),
      row('threshold', 5, true),
      row('unmanaged', 0, true),
      row('elsewhere', 7, true),
      row('group', 0, true),
    ]);
    expect(total_count).toBe(7);
    fails(await salable('kiosk', 'nowhere'), 404);
  });

  it('D232: have places on pages for what they have, alone', async () => {
    const all = [row('simple', 5, true), row('out', 0, false), row('group', 0, true)];
    expect(ok(await salable('kiosk', 'k'))).toMatchObject({ items: all, total_count: 3 });
    const page = 'searchCriteria[pageSize]=2&searchCriteria[currentPage]=2';
    expect(ok(await salable('kiosk', 'k', page))).toMatchObject({ items: all.slice(2), total_count: 3 });
    const filter = 'searchCriteria[filter_groups][0][filters][0]';
    const like = `${filter}[field]=sku&${filter}[value]=${encodeURIComponent('%25u%25').replaceAll('%2525', '%25')}&${filter}[condition_type]=like`;
    const sorted = 'searchCriteria[sortOrders][0][field]=sku&searchCriteria[sortOrders][0][direction]=DESC';
    const found = ok(await salable('kiosk', 'k', `${like}&${sorted}`));
    expect([found.items.map(({ sku }: { sku: string }) => sku), found.total_count]).toEqual([['out', 'group'], 2]);
    fails(await salable('kiosk', 'k', `${filter}[field]=nosuch&${filter}[value]=1`), 400);
  }); // prettier-ignore

  it('are read in chunks, whatever their length', async () => {
    const statements = async (ask: () => Promise<Answer>): Promise<number> =>
      (await counted.settled(async () => ok(await ask()))).length;
    const few = await statements(() => dump('website', 'base'));
    await here.souk.systemCall().transaction(async (call) => {
      const [first] = (await call.services.catalog.productsBySku(call, ['simple'], 0)).values();
      for (let i = 0; i < MANY; i++) {
        const product = { sku: `many-${i}`, name: `many-${i}`, attribute_set_id: first!.attribute_set_id, price: 1 };
        await call.services.catalog.saveProduct(call, { ...product, extension_attributes: { website_ids: [1] } });
      }
    });
    const all = ok(await dump('website', 'base'));
    expect(all).toHaveLength(MANY + 6);
    expect(new Set(all.map(({ sku }: { sku: string }) => sku)).size).toBe(MANY + 6);
    expect(await statements(() => dump('website', 'base'))).toBe(few + 2);
    const listed = ok(await salable('website', 'base'));
    expect([listed.items.length, listed.total_count]).toEqual([MANY + 7, MANY + 7]);
    expect(await statements(() => salable('website', 'base'))).toBeLessThan(60);
  }); // prettier-ignore
});
