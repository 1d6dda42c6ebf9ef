import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { product } from '../support/products.ts';
import { createClient, type ShopClient } from '../support/shop-client.ts';
import { startSouk, unique, type Souk } from '../support/souk.ts';

let souk: Souk;
let shop: ShopClient;

beforeAll(async () => {
  souk = await startSouk();
  shop = createClient({ baseUrl: souk.base, token: souk.admin.token! });
});

afterAll(() => souk?.stop());

describe('a call that is executed later', () => {
  test('gives a handle that waits for its answer', async () => {
    const sku = unique('later');
    const handle = await shop.async.products.save({ product: product({ sku, price: 12.5 }) });
    expect(handle.bulkUuid).toMatch(/^[0-9a-f-]{36}$/);
    const [operation] = await handle.wait();
    expect(operation).toMatchObject({ id: 0, status: 'complete', answer: { sku, price: 12.5 } });
    expect((await shop.products.get({ sku })).sku).toBe(sku);
    const [changed] = await (await shop.async.products.save({ sku, product: { price: 20 } })).wait();
    expect(changed!.answer?.price).toBe(20);
    await (await shop.async.products.delete({ sku })).wait();
    await expect(shop.products.get({ sku })).rejects.toThrow("doesn't exist");
  });

  test('ends as failed without an error being thrown', async () => {
    const [operation] = await (await shop.async.products.save({ product: { sku: unique('bad') } })).wait();
    expect(operation).toMatchObject({ status: 'failed', answer: undefined, message: expect.any(String) });
  });

  test('can be followed by its uuid', async () => {
    const { bulkUuid } = await shop.async.products.save({ product: product() });
    const [operation] = await shop.follow(bulkUuid).wait();
    expect(operation!.status).toBe('complete');
    await expect(shop.follow('no-such-bulk').status()).rejects.toMatchObject({ status: 404 });
  });
});

describe('a bulk', () => {
  test('has an answer for each of its elements', async () => {
    const skus = Array.from({ length: 20 }, () => unique('bulk'));
    const elements = skus.map((sku) => ({ product: product({ sku }) }));
    const handle = await shop.bulk.products.save([...elements, { product: { sku: unique('bad') } }]);
    const operations = await handle.wait({ interval: 20 });
    expect(operations.map(({ answer }) => answer?.sku)).toEqual([...skus, undefined]);
    expect(await handle.status()).toMatchObject({ total: 21, ended: 21, failed: 1 });
  });

  test('names in its elements what a path would name', async () => {
    const [first, second] = [unique('bulk'), unique('bulk')];
    await (await shop.bulk.products.save([first, second].map((sku) => ({ product: product({ sku }) })))).wait();
    const changes = [first, second].map((sku, i) => ({ sku, product: { price: 30 + i } }));
    await (await shop.bulk.products.save(changes)).wait();
    expect((await shop.products.get({ sku: second })).price).toBe(31);
    const cartId = Number(await shop.carts.createEmptyCart());
    const stock_item = { qty: 5, is_in_stock: true };
    await shop.products.save({ sku: first, product: { extension_attributes: { stock_item } } });
    const added = await shop.bulk.cartItems.save([{ quoteId: cartId, cartItem: { sku: first, qty: 2 } }]);
    expect(await added.wait()).toMatchObject([{ status: 'complete' }]);
    expect(await shop.cartItems.list({ cartId })).toMatchObject([{ sku: first, qty: 2 }]);
    await (await shop.bulk.products.delete([{ sku: first }, { sku: second }])).wait();
    await expect(shop.products.get({ sku: second })).rejects.toMatchObject({ status: 404 });
  });

  test('tells how far it is', async () => {
    const elements = Array.from({ length: 30 }, () => ({ product: product() }));
    const ended: number[] = [];
    for await (const progress of await shop.bulk.products.save(elements)) {
      expect(progress.operations).toHaveLength(30);
      ended.push(progress.ended);
    }
    expect(ended.at(-1)).toBe(30);
    expect(ended).toEqual([...new Set(ended)].sort((a, b) => a - b));
  });

  test('is not waited for any longer when its signal says so', async () => {
    await souk.guest.raw('POST', '/_/queue/pause');
    const handle = await shop.bulk.products.save([{ product: product() }]);
    await expect(handle.wait({ signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect((await handle.status()).ended).toBe(0);
    await souk.guest.raw('POST', '/_/queue/resume');
    expect(await handle.wait()).toMatchObject([{ status: 'complete' }]);
  });

  test('is for one route', async () => {
    await expect(shop.bulk.products.save([])).rejects.toThrow(TypeError);
    const mixed = [{ product: product({ sku: 'a' }) }, { sku: 'a', product: { price: 1 } }];
    await expect(shop.bulk.products.save(mixed)).rejects.toThrow('all for one route');
  });
});
