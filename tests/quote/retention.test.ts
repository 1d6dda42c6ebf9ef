import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Setting } from '../../src/kernel/settings.ts';
import { startCartRetention } from '../../src/modules/quote/retention.ts';
import { company } from '../company/company.ts';
import { newBuyer } from '../customer-balance/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';

const DAY = 86_400_000;

describe.each(engines)('carts that nobody touches on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'souk/operations/retention_interval': '0.02' });
  });
  afterAll(() => here.stop());

  const daysAgo = (days: number): void =>
    here.souk.clock.set(days === 0 ? undefined : new Date(Date.now() - days * DAY));
  const guestCart = async (): Promise<string> => String(ok(await here.guest.post('/V1/guest-carts', {})));
  const statusOf = async (cart: string): Promise<number> => (await here.guest.get(`/V1/guest-carts/${cart}`)).status;

  it('go after their days, are told of as deleted, and stay where their price is negotiated', async () => {
    daysAgo(40);
    const then = await here.callerOf('admin', 1);
    const { sku } = await newProduct({ admin: then });
    const [unused, used] = [await guestCart(), await guestCart()];
    const { id: unusedId } = ok(await here.guest.get(`/V1/guest-carts/${unused}`));
    const old = { ...here, admin: then };
    const [buyer, negotiator] = [await newBuyer(old), await newBuyer(old)];
    ok(await then.post('/V1/company/', { company: company(negotiator.id, { status: 1 }) }));
    const asked = { quoteId: negotiator.cartId, quoteName: 'Spring', comment: 'A good price, please' };
    ok(await then.post('/V1/negotiableQuote/request', asked));
    daysAgo(20);
    ok(await here.guest.post(`/V1/guest-carts/${used}/items`, { cartItem: { sku, qty: 1, quote_id: used } }));
    // First of all: the server's own retention looks as well.
    await here.configure({ 'checkout/cart/delete_quote_after': '0' });
    daysAgo(0);
    await turns(3);
    expect(await statusOf(unused)).toBe(200);

    await here.configure({ 'checkout/cart/delete_quote_after': '30' });
    await turns(3);
    expect(await statusOf(unused)).toBe(404);
    expect(await statusOf(used)).toBe(200);
    const admin = await here.callerOf('admin', 1);
    expect((await admin.get(`/V1/carts/${buyer.cartId}`)).status).toBe(404);
    expect(ok(await admin.get(`/V1/carts/${negotiator.cartId}`)).id).toBe(negotiator.cartId);
    const { changes } = ok(await admin.raw('GET', '/_/changes?after=0&entity=cart&limit=1000'));
    const deleted = changes.filter(({ action }: { action: string }) => action === 'deleted');
    expect(deleted.map(({ id }: { id: number }) => id).sort()).toEqual([unusedId, buyer.cartId].sort());
  });

  /** Lets the retention of a process look at least so often, and ends it. */
  async function turns(count: number): Promise<void> {
    let looks = 0;
    const { config } = here.souk.platform;
    const counting = {
      ...config,
      of: <T>(...asked: [Setting<T>]) => ((looks += 1), config.of(...asked)),
    };
    const worker = startCartRetention({ ...here.souk.platform, config: counting });
    await expect.poll(() => looks).toBeGreaterThan(count);
    await worker.stop();
  }
});
