import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillCart } from '../customer-balance/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { startAskedServer } from '../webhooks/hook.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Client, type Souk } from '../support/souk.ts';
import { writtenBy } from '../support/stored.ts';

let souk: Souk;
beforeAll(async () => {
  // The release whose interface has hooks.
  souk = await startSouk({ env: { SOUK_RELEASE: '2.4.9' } });
});
afterAll(() => souk?.stop());

const key = (text: string) => ({ 'idempotency-key': text });
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

const group = (code: string) => ({ group: { code, tax_class_id: 3 } });
const groupsNamed = async (code: string): Promise<number> =>
  ok(await souk.admin.get(`/V1/customerGroups/search?${criteria([[{ field: 'code', value: code }]])}`)).total_count;

/** A customer with a cart that is ready to be ordered. */
async function newBuyer(): Promise<{ readonly id: number; readonly me: Client }> {
  const { id, email } = await newCustomer(souk);
  const me = await signIn(souk, email);
  await fillCart(me, (await newProduct(souk)).sku);
  return { id, me };
}

const place = (me: Client, text?: string): Promise<Answer> =>
  me.post('/V1/carts/mine/payment-information', { paymentMethod: { method: 'checkmo' } }, text ? key(text) : {});
const ordersOf = async (id: number): Promise<number> =>
  ok(await souk.admin.get(`/V1/orders?${criteria([[{ field: 'customer_id', value: id }]])}&fields=total_count`))
    .total_count;

describe('a repeated POST with the header Idempotency-Key', () => {
  test('has the response of the first one, and no further effect', async () => {
    const code = unique('group');
    const name = unique('key');
    const first = await souk.admin.post('/V1/customerGroups', group(code), key(name));
    expect(ok(first).code).toBe(code);
    expect(isReplay(first)).toBe(false);
    // Without the key it is a second request, which the interface refuses.
    fails(await souk.admin.post('/V1/customerGroups', group(code)), 400);
    const again = await souk.admin.post('/V1/customerGroups', group(code), key(name));
    expect([again.status, again.text, isReplay(again)]).toEqual([200, first.text, true]);
    // The specification of the header quotes its value.
    expect(isReplay(await souk.admin.post('/V1/customerGroups', group(code), key(`"${name}"`)))).toBe(true);
    expect(await groupsNamed(code)).toBe(1);
  });

  test('has it in the format and with the headers that it asks for', async () => {
    const { sku } = await newProduct(souk);
    const name = unique('key');
    const body = { product: { sku, name: unique('name'), attribute_set_id: 4, price: 3 } };
    const first = await souk.admin.store('default').post('/V1/products', body, key(name));
    const again = await souk.admin.store('default').post('/V1/products', body, key(name));
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);
    expect(first.headers.get('x-store-scope')).toBe('default');
    expect(again.headers.get('x-store-scope')).toBe('default');
    const xml = await souk.admin
      .store('default')
      .post('/V1/products', body, { ...key(name), accept: 'application/xml' });
    expect([xml.status, isReplay(xml)]).toEqual([200, true]);
    expect(xml.text).toContain(`<sku>${sku}</sku>`);
  });

  test('with another path or body is refused', async () => {
    const name = unique('key');
    const code = unique('group');
    ok(await souk.admin.post('/V1/customerGroups', group(code), key(name)));
    const other = unique('group');
    const sentence = 'The Idempotency-Key belongs to another request. Use a new key for each request.';
    fails(await souk.admin.post('/V1/customerGroups', group(other), key(name)), 409, sentence);
    fails(await souk.admin.post('/V1/customerGroups?fields=id', group(code), key(name)), 409, sentence);
    fails(await souk.admin.post('/V1/guest-carts', undefined, key(name)), 409, sentence);
    expect(await groupsNamed(other)).toBe(0);
  });

  test('of another caller is a request of its own', async () => {
    const name = unique('key');
    const [one, other] = [await newBuyer(), await newBuyer()];
    const ids = [ok(await place(one.me, name)), ok(await place(other.me, name))];
    expect(new Set(ids).size).toBe(2);
    const carts = await Promise.all(
      [souk.guest, one.me].map((who) => who.post('/V1/guest-carts', undefined, key(name))),
    );
    expect(fails(carts[1]!, 409)).toBeDefined();
    expect(ok(await souk.guest.post('/V1/guest-carts', undefined, key(name)))).toBe(ok(carts[0]!));
    expect(ok(await souk.guest.post('/V1/guest-carts'))).not.toBe(ok(carts[0]!));
  });

  test('that failed is a first request', async () => {
    const name = unique('key');
    const { me, id } = await newBuyer();
    const bad = { paymentMethod: { method: 'no-such-method' } };
    fails(await me.post('/V1/carts/mine/payment-information', bad, key(name)), 400);
    expect(isReplay(await place(me, name))).toBe(false);
    expect(await ordersOf(id)).toBe(1);
    const code = unique('group');
    const wrong = { group: { code, tax_class_id: 999 } };
    fails(await souk.admin.post('/V1/customerGroups', wrong, key(unique('key'))), 400);
    expect(await groupsNamed(code)).toBe(0);
  });

  test('while the first one runs waits for its response', async () => {
    const buyer = await newBuyer();
    const name = unique('key');
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(buyer.me, name)));
    const ids = answers.map(ok);
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter(isReplay)).toHaveLength(7);
    expect(await ordersOf(buyer.id)).toBe(1);
    const code = unique('group');
    const both = await Promise.all(
      Array.from({ length: 8 }, () => souk.admin.post('/V1/customerGroups', group(code), key(name))),
    );
    expect(new Set(both.map((one) => ok(one).id)).size).toBe(1);
    expect(both.filter(isReplay)).toHaveLength(7);
  });

  test('that a hook rejects after the change reports the response of the change, and repeats nothing', async () => {
    const other = await startAskedServer();
    try {
      await souk.configure({ 'souk/events/allow_private': '127.0.0.1' });
      const saved = { webhook_method: 'plugin.magento.catalog.api.product_repository.save', webhook_type: 'after' };
      const hook = { ...saved, batch_name: 'once', hook_name: 'once' };
      ok(
        await souk.admin.post('/V1/webhooks/subscribe', {
          webhook: { ...hook, url: other.url, required: true, timeout: 5000 },
        }),
      );
      const sku = unique('late');
      const save = (name: string) =>
        souk.admin.post('/V1/products', { product: { sku, name: sku, attribute_set_id: 4, price: 2 } }, key(name));
      other.answer = () => ({ op: 'exception', message: 'Too late.' });
      const refused = unique('key');
      fails(await save(refused), 400, 'Too late.');
      const again = await save(refused);
      expect([ok(again).sku, isReplay(again), other.asked.length]).toEqual([sku, true, 1]);
      other.answer = () => ({ op: 'replace', path: 'result/name', value: 'As answered' });
      const changed = unique('key');
      const answers = [await save(changed), await save(changed)];
      expect(answers.map((one) => ok(one).name)).toEqual(['As answered', 'As answered']);
      expect([answers.map(isReplay), other.asked.length]).toEqual([[false, true], 2]);
      ok(await souk.admin.post('/V1/webhooks/unsubscribe', { webhook: hook }));
    } finally {
      await other.stop();
    }
  });

  test('a day later is a new request', async () => {
    const name = unique('key');
    const first = ok(await souk.guest.post('/V1/guest-carts', undefined, key(name)));
    try {
      const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      ok(await souk.guest.raw('PUT', '/_/clock', { now: later(23.9) }));
      expect(ok(await souk.guest.post('/V1/guest-carts', undefined, key(name)))).toBe(first);
      ok(await souk.guest.raw('PUT', '/_/clock', { now: later(24.1) }));
      expect(ok(await souk.guest.post('/V1/guest-carts', undefined, key(name)))).not.toBe(first);
    } finally {
      ok(await souk.guest.raw('PUT', '/_/clock', { now: null }));
    }
  });

  test.each(['', 'a b', 'ä', 'x'.repeat(256)])('with the value "%s" is refused', async (value) => {
    const sentence = 'The header Idempotency-Key must have 1 to 255 printable ASCII characters.';
    const code = unique('group');
    fails(await souk.admin.post('/V1/customerGroups', group(code), key(value)), 400, sentence);
    expect(await groupsNamed(code)).toBe(0);
  });

  test('of a sign-in has the same token, which is stored encrypted', async () => {
    const name = unique('key');
    const login = { username: 'admin', password: souk.password };
    const sign = () => souk.guest.post('/V1/integration/admin/token', login, key(name));
    const token = ok(await sign());
    expect(ok(await sign())).toBe(token);
    const written = await writtenBy(souk);
    expect(written).not.toContain(token);
    // A plain digest would let readers of the database try passwords.
    const bodyHash = hash('sha256', JSON.stringify(login));
    const request = ['POST', '/V1/integration/admin/token', bodyHash].join('\n');
    for (const text of [bodyHash, hash('sha256', request)]) expect(written).not.toContain(text);
  });

  test('that is no POST is executed again', async () => {
    const { sku } = await newProduct(souk);
    const name = unique('key');
    for (const price of [4, 5]) {
      const saved = await souk.admin.put(`/V1/products/${sku}`, { product: { price } }, key(name));
      expect([ok(saved).price, isReplay(saved)]).toEqual([price, false]);
    }
  });
});
