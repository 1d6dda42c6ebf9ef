import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria, fails, ok, startSouk, type Souk } from '../support/souk.ts';
import { guestCart, makeCustomer, makeProduct, PAYMENT, ship } from '../quote/shop.ts';

const NOT_AGREED =
  "The order wasn't placed. First, agree to the terms and conditions, then try placing your order again.";

let souk: Souk;
let sku: string;

beforeAll(async () => {
  souk = await startSouk();
  sku = await makeProduct(souk);
  await souk.cli('store:view:create', 'fr', 'French', '--group', 'main_website_store');
});
afterAll(() => souk.stop());

/** Makes terms; gives their id. */
async function create(name: string, ...more: string[]): Promise<number> {
  const { code, stdout, stderr } = await souk.cli(
    'checkout:agreements:create',
    '--name',
    name,
    '--checkbox-text',
    `I agree to ${name}`,
    ...more,
  );
  expect(code, stderr).toBe(0);
  return Number(/has id (\d+)/.exec(stdout)![1]);
}

const names = (list: { name: string }[]): string[] => list.map(({ name }) => name);

describe('terms', () => {
  let manual: number;
  let automatic: number;

  it('are made, listed, switched and deleted by commands', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'souk-terms-'));
    writeFileSync(join(folder, 'terms.html'), '<b>t</b>');
    manual = await create('Terms', '--file', join(folder, 'terms.html'), '--html');
    rmSync(folder, { recursive: true, force: true });
    automatic = await create('Auto', '--text', 'plain', '--automatic');
    await create('Off', '--text', 'x', '--inactive');
    await create('Of fr', '--text', 'x', '--store', 'fr');
    const doomed = await create('Doomed', '--text', 'x');
    expect((await souk.cli('checkout:agreements:disable', String(doomed))).code).toBe(0);
    expect((await souk.cli('checkout:agreements:list')).stdout).toMatch(/Doomed\tinactive, by a tick\tstores 0\n/);
    expect((await souk.cli('checkout:agreements:enable', String(doomed))).code).toBe(0);
    expect((await souk.cli('checkout:agreements:delete', String(doomed))).code).toBe(0);
    expect(await souk.cli('checkout:agreements:delete', String(doomed))).toMatchObject({
      code: 1,
      stderr: `souk: No such entity with agreement_id = ${doomed}\n`,
    });
    expect((await souk.cli('checkout:agreements:enable', 'all')).code).toBe(1);
  });

  it('are shown where they hold, while the shop asks for them', async () => {
    expect(ok(await souk.admin.get('/V1/carts/licence'))).toEqual([]);
    await souk.configure({ 'checkout/options/enable_agreements': '1' });
    const shown = (code: string) => async (): Promise<string[]> =>
      names(ok(await souk.admin.store(code).get('/V1/carts/licence')));
    await expect.poll(shown('')).toEqual(['Terms', 'Auto']);
    expect(await shown('all')()).toEqual(['Terms', 'Auto']);
    expect(await shown('fr')()).toEqual(['Terms', 'Auto', 'Of fr']);
    expect(ok(await souk.admin.get('/V1/carts/licence'))[0]).toEqual({
      agreement_id: manual,
      name: 'Terms',
      content: '<b>t</b>',
      checkbox_text: 'I agree to Terms',
      is_active: true,
      is_html: true,
      mode: 1,
    });
  });

  it('are listed by criteria; those of a store view are its own and those of all', async () => {
    const list = async (filter: string): Promise<string[]> =>
      names(ok(await souk.admin.get(`/V1/carts/licence/list?${filter}`)));
    expect(await list(criteria())).toEqual(['Terms', 'Auto', 'Off', 'Of fr']);
    expect(await list(criteria([[{ field: 'store_id', value: 1 }]]))).toEqual(['Terms', 'Auto', 'Off']);
    expect(await list(criteria([[{ field: 'is_active', value: 0 }]]))).toEqual(['Off']);
    fails(await souk.guest.get('/V1/carts/licence'), 401);
  });

  it.each([
    ['none', undefined, 400],
    ['an empty list', [], 400],
    ['the wrong ones', () => [automatic], 400],
    ['those wanted', () => [manual], 200],
    ['those wanted, as texts', () => [String(manual)], 200],
    ['unknown ones besides', () => [manual, 9999], 200],
  ])('of a guest who agrees to %s', async (_, given, status) => {
    const agreement_ids = typeof given === 'function' ? given() : given;
    const { path } = await guestCart(souk, [sku, 1]);
    await ship(souk.guest, path);
    const extension_attributes = agreement_ids ? { agreement_ids } : undefined;
    const paymentMethod = { method: 'checkmo', extension_attributes };
    const answer = await souk.guest.post(`${path}/payment-information`, { ...PAYMENT, paymentMethod });
    if (status === 200) return void ok(answer);
    fails(answer, status, NOT_AGREED);
    expect(ok(await souk.guest.get(path)).is_active).toBe(true);
    // To choose how to pay needs no consent, and nor does ordering the cart as it is.
    expect(ok(await souk.guest.post(`${path}/set-payment-information`, { ...PAYMENT, paymentMethod }))).toBe(true);
    ok(await souk.guest.put(`${path}/order`, { paymentMethod: { method: 'checkmo' } }));
  });

  it('of a customer', async () => {
    const { me } = await makeCustomer(souk);
    const quote_id = ok(await me.post('/V1/carts/mine'));
    ok(await me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id } }));
    await ship(me, '/V1/carts/mine');
    const pay = (more: object) =>
      me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo', ...more } });
    fails(await pay({}), 400, NOT_AGREED);
    ok(await pay({ extension_attributes: { agreement_ids: [manual] } }));
  });
});
