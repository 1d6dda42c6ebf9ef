import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purchaseStatus, type BoughtItem } from '../../src/modules/downloadable/purchases.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { ok, startSouk, until, type Client, type Souk } from '../support/souk.ts';
import { getOrder, type Json } from '../sales/shop.ts';

const CONTENT = 'a song';

let souk: Souk;
let me: Client;
let sku: string;
beforeAll(async () => {
  souk = await startSouk();
  me = await signIn(souk, (await newCustomer(souk)).email);
  const custom_attributes = [{ attribute_code: 'links_purchased_separately', value: '1' }];
  const album = { name: 'Album', type_id: 'downloadable', weight: undefined, custom_attributes };
  ({ sku } = await newProduct(souk, album));
  const common = { title: 'Song', sort_order: 1, price: 0, number_of_downloads: 1, is_shareable: 0 };
  const link_file_content = { name: 'song.ogg', file_data: Buffer.from(CONTENT).toString('base64') };
  for (const link of [
    { ...common, price: 3, link_type: 'file', link_file_content },
    { ...common, title: 'Notes', link_type: 'url', link_url: 'https://example.com/nötes', is_shareable: 1 },
    { ...common, title: 'Not bought', link_type: 'url', link_url: 'https://example.com/other' },
  ]) {
    ok(
      await souk.admin.post(`/V1/products/${sku}/downloadable-links`, {
        link: { sample_type: 'url', sample_url: 'https://example.com/s', ...link },
      }),
    );
  }
});
afterAll(() => souk.stop());

/** An order of the customer for two albums with their song and notes. */
async function order(): Promise<number> {
  const cart = ok(await me.post('/V1/carts/mine'));
  const links = ok(await souk.admin.get(`/V1/products/${sku}/downloadable-links`)) as Json[];
  const downloadable_links = links.filter(({ title }) => title !== 'Not bought').map(({ id }) => id);
  const product_option = { extension_attributes: { downloadable_option: { downloadable_links } } };
  ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 2, quote_id: cart, product_option } }));
  const billing_address = {
    firstname: 'Ada',
    lastname: 'Buyer',
    street: ['1 Main St'],
    city: 'Berlin',
    country_id: 'DE',
    postcode: '10115',
    telephone: '1',
  };
  const paymentMethod = { method: 'checkmo' };
  return Number(ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod, billing_address })));
}

interface Bought {
  readonly status: string;
  readonly used: string;
  readonly path: string;
  readonly title: string;
}

async function boughtWith(id: number): Promise<Bought[]> {
  const { stdout } = await souk.cli('sales:downloads', String(id));
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [status, used, address, title] = line.split('\t') as [string, string, string, string];
      return { status, used, path: new URL(address).pathname, title };
    });
}

async function download(path: string, by?: string): Promise<{ status: number; text: string; location: string | null }> {
  const headers: Record<string, string> = by ? { authorization: `Bearer ${by}` } : {};
  const answer = await fetch(`${souk.base}${path}`, { headers, redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
}

describe('links that were bought', () => {
  it('are locked until the item is invoiced, then lead to what was bought, as often as was bought', async () => {
    const id = await order();
    // What was chosen is in the price of the item, not in the product's own.
    const [item] = (await getOrder(souk, id)).items;
    expect(item).toMatchObject({ price: 13, original_price: 10, base_original_price: 10 });
    const [song, notes, ...others] = await boughtWith(id);
    expect(others).toEqual([]);
    expect(song).toMatchObject({ status: 'pending', used: '0 of 2', title: 'Song' });
    expect(await download(song!.path, me.token)).toMatchObject({ status: 400 });
    expect(await download(`${song!.path}x`, me.token)).toMatchObject({ status: 404 });

    ok(await souk.admin.post(`/V1/order/${id}/invoice`));
    expect((await boughtWith(id)).map(({ status }) => status)).toEqual(['available', 'available']);
    expect(await download(song!.path)).toMatchObject({ status: 401 });
    expect(await download(song!.path, me.token)).toEqual({ status: 200, text: CONTENT, location: null });
    expect(await download(notes!.path)).toMatchObject({ status: 302, location: 'https://example.com/n%C3%B6tes' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => download(song!.path, me.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await boughtWith(id))[0]).toMatchObject({ status: 'expired', used: '2 of 2' });
    // What happens to the order afterwards does not give the downloads back.
    const statusHistory = { comment: 'x', is_customer_notified: 0, is_visible_on_front: 0, parent_id: id };
    ok(await souk.admin.post(`/V1/orders/${id}/comments`, { statusHistory }));
    expect((await boughtWith(id)).map(({ status }) => status)).toEqual(['expired', 'available']);
  });

  it('are locked while the order is held, and expire with it', async () => {
    const id = await order();
    const statuses = async (): Promise<string[]> => (await boughtWith(id)).map(({ status }) => status);
    ok(await souk.admin.post(`/V1/orders/${id}/cancel`));
    expect(await statuses()).toEqual(['expired', 'expired']);
    const refunded = await order();
    ok(await souk.admin.post(`/V1/order/${refunded}/invoice`));
    const [, notes] = await boughtWith(refunded);
    ok(await souk.admin.post(`/V1/order/${refunded}/refund`));
    expect(await download(notes!.path)).toMatchObject({ status: 400 });
  });

  it('are unlocked with the order where the configuration says so', async () => {
    await souk.configure({ 'catalog/downloadable/order_item_status': '1' });
    await until(async () => (await boughtWith(await order()))[0]!.status === 'available');
  });
});

describe('what a bought link is good for', () => {
  const item: BoughtItem = { id: 1, productId: 1, linkIds: [], ordered: 2, invoiced: 0, canceled: 0, refunded: 0 };

  it.each([
    ['new', {}, 'invoiced', 'pending'],
    ['new', {}, 'ordered', 'available'],
    ['processing', { invoiced: 1 }, 'invoiced', 'pending'],
    ['processing', { invoiced: 1, canceled: 1 }, 'invoiced', 'available'],
    ['complete', { invoiced: 2 }, 'invoiced', 'available'],
    ['complete', { invoiced: 2, refunded: 1 }, 'invoiced', 'available'],
    ['closed', { invoiced: 2, refunded: 2 }, 'invoiced', 'expired'],
    ['canceled', { canceled: 2 }, 'ordered', 'expired'],
    ['holded', { invoiced: 2 }, 'ordered', 'pending'],
    ['pending_payment', {}, 'ordered', 'pending_payment'],
    ['payment_review', {}, 'ordered', 'payment_review'],
  ] as const)('in state %s with %j and item status %s is %s', (state, done, enabledAt, status) => {
    expect(purchaseStatus(state, { ...item, ...done }, enabledAt)).toBe(status);
  });
});
