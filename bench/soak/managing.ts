import { setTimeout as pause } from 'node:timers/promises';
import { LostAnswer } from './client.ts';
import { MARK, PRODUCTS, type Shop } from './shop.ts';

/** Operations of a bulk of the soak. */
const BULK = 15;
const operation = { complete: 1, failed: 3, open: 4 };
/** Milliseconds in which an accepted bulk has to end. */
const PATIENCE = 120_000;
/** A picture of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Somebody edits products, a page, a customer's group. */
export async function edit(shop: Shop): Promise<void> {
  const sku = shop.sku();
  const put = (kind: string, path: string, body: object): Promise<unknown> =>
    shop.admin(kind, 'PUT', `/rest/V1/${path}`, { body });
  const name = `Soak product ${shop.next()}`;
  const custom_attributes = [{ attribute_code: 'short_description', value: `Edited ${shop.next()} times` }];
  await put('edit: product', `products/${sku}`, { product: { sku, name, custom_attributes } });
  await put('edit: block', 'cmsBlock/1', {
    block: { id: 1, identifier: 'soak', title: 'Soak', content: `<p>${shop.next()}</p>` },
  });
  const entry = {
    media_type: 'image',
    label: 'soak',
    position: 1,
    disabled: false,
    types: [],
    content: { base64_encoded_data: PICTURE, type: 'image/png', name: `soak-${shop.next()}.png` },
  };
  const added = await shop.post('edit: picture', `products/${sku}/media`, { entry });
  await shop.admin('edit: picture', 'DELETE', `/rest/V1/products/${sku}/media/${String(added)}`);
}

/** A price list is sent by the price storage. */
export async function changePrices(shop: Shop): Promise<void> {
  const prices = Array.from({ length: PRODUCTS }, (_, i) => ({
    sku: `${MARK}${i}`,
    store_id: 0,
    price: 5 + ((i * 7 + shop.any(50)) % 60),
  }));
  await shop.post('prices', 'products/base-prices', { prices });
  const special = {
    sku: shop.sku(),
    store_id: 0,
    price: 3,
    price_from: '2026-01-01 00:00:00',
    price_to: '2040-01-01 00:00:00',
  };
  await shop.post('prices', 'products/special-price', { prices: [special] });
  await shop.post('prices', 'products/special-price-delete', { prices: [special] });
}

/** Settings change, and back. */
export async function configure(shop: Shop): Promise<void> {
  const settings = [
    { 'carriers/flatrate/price': String(4 + shop.any(3)) },
    { 'general/store_information/name': `Soak ${shop.any(9)}` },
    { 'general/store_information/name': null },
  ][shop.any(3)]!;
  await shop.client.call('settings', 'PUT', '/_/configuration', { body: { settings } });
}

/** Products are imported in bulk, priced in bulk and taken away in bulk; one operation of some has to fail. */
export async function importProducts(shop: Shop): Promise<void> {
  const run = shop.next();
  const skus = Array.from({ length: BULK }, (_, i) => `${MARK}bulk-${run}-${i}`);
  const fails = run % 4 === 0 ? 1 : 0;
  const product = (sku: string, i: number): object => ({
    sku,
    name: `Imported ${sku}`,
    attribute_set_id: i < fails ? 999 : 4,
    type_id: 'simple',
    price: 9.5,
    status: 1,
    visibility: 4,
    extension_attributes: {
      stock_item: { qty: 5, is_in_stock: true },
      category_links: [{ category_id: '2', position: 0 }],
    },
  });
  const made = skus.slice(fails);
  await runBulk(
    shop,
    'POST',
    'products',
    skus.map((sku, i) => ({ product: product(sku, i) })),
    fails,
  );
  await runBulk(
    shop,
    'PUT',
    'products/bySku',
    made.map((sku, i) => ({ product: { sku, price: i + 1.25 } })),
  );
  const last = made.at(-1)!;
  const { body } = await shop.admin('read: product by REST', 'GET', `/rest/V1/products/${last}`);
  if (Number(body.price) !== made.length + 0.25) shop.ledger.wrongBulks.push(`${last} costs ${String(body.price)}`);
  await runBulk(
    shop,
    'DELETE',
    'products/bySku',
    made.map((sku) => ({ sku })),
  );
  await shop.admin('read: product by REST', 'GET', `/rest/V1/products/${last}`, { expect: [404] });
}

/** Has a bulk accepted and waits for its end; enters in the ledger how that is to be. */
async function runBulk(shop: Shop, method: string, path: string, body: object[], fails = 0): Promise<void> {
  const { ledger } = shop;
  const accepted = await shop.admin('bulk: accept', method, `/rest/async/bulk/V1/${path}`, { body, expect: [202] });
  const uuid = String(accepted.body.bulk_uuid);
  ledger.count('bulks');
  ledger.openBulks.set(uuid, body.length);
  for (const begun = Date.now(); Date.now() - begun < PATIENCE;) {
    await pause(1000);
    if (await hasEnded(shop, uuid, body.length, fails)) {
      ledger.openBulks.delete(uuid);
      return;
    }
  }
}

async function hasEnded(shop: Shop, uuid: string, count: number, fails: number): Promise<boolean> {
  try {
    const { body } = await shop.admin('bulk: status', 'GET', `/rest/V1/bulk/${uuid}/status`);
    const statuses = (body.operations_list as unknown as { status: number; result_message: string }[]) ?? [];
    if (statuses.some(({ status }) => status === operation.open)) return false;
    const failed = statuses.filter(({ status }) => status !== operation.complete);
    if (statuses.length !== count || failed.length !== fails) {
      const first = failed[0]?.result_message ?? '';
      shop.ledger.wrongBulks.push(
        `${uuid}: ${failed.length} of ${statuses.length} failed, expected ${fails} of ${count}; ${first}`,
      );
    }
    return true;
  } catch (error) {
    if (error instanceof LostAnswer) return false;
    throw error;
  }
}
