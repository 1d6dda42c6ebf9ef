import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer, PASSWORD } from '../support/customers.ts';
import { mails, mailTo } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { Client, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { apply, fillCart, pay } from './shop.ts';

// A balance is spent once, whichever process wants it, and commands change it.

let souk: Souk;
let other: SecondProcess;
beforeAll(async () => {
  souk = await startSouk({ env: { SOUK_RELEASE: '2.4.9' } });
  other = await secondProcess(souk);
});
afterAll(async () => {
  await other.end();
  await souk.stop();
});

interface Buyer {
  readonly id: number;
  readonly email: string;
  readonly me: Client;
}

async function signedIn(): Promise<Buyer> {
  const { id, email } = await newCustomer(souk);
  const me = souk.guest.as(
    ok(await souk.guest.post('/V1/integration/customer/token', { username: email, password: PASSWORD })),
  );
  return { id, email, me };
}

const update = (customer: string | number, delta: string, ...more: string[]) =>
  souk.cli('customer:balance:update', '--customer', String(customer), `--delta=${delta}`, ...more);
const balanceOf = async (id: number): Promise<number> =>
  ok(await souk.admin.get(`/V1/customers/${id}/balance/1`)).amount;
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted();

test('commands change a balance and show its history', async () => {
  const { id, email } = await signedIn();
  expect((await update(email, '20', '--comment', 'a gift')).stdout).toContain(`customer ${id} has 20.00`);
  expect((await update(id, '-7.50', '--website', 'base')).stdout).toContain(`customer ${id} has 12.50`);
  for (const [more, message] of [
    [['--delta=-13'], 'less than the deduction'],
    [['--delta=much'], '"much" is not an amount'],
    [['--delta=0'], 'cannot be 0'],
    [['--delta=1', '--website', 'mars'], 'there is no website mars'],
  ] as const) {
    const { code, stderr } = await souk.cli('customer:balance:update', '--customer', email, ...more);
    expect([code !== 0, stderr]).toEqual([true, expect.stringContaining(message)]);
  }
  expect((await update('nobody@example.com', '1')).stderr).toContain('there is no customer nobody@example.com');
  expect(await balanceOf(id)).toBe(12.5);
  const { stdout } = await souk.cli('customer:balance:show', '--customer', email);
  expect(stdout).toMatch(/has 12\.50\n.*\tupdated\t-7\.50\t12\.50\t\n.*\tcreated\t20\.00\t20\.00\ta gift\n/);
});

test('customers are told of changes by mail where that is wanted, or set for all', async () => {
  const [{ id, email, me }, { sku }] = [await signedIn(), await newProduct(souk)];
  await update(id, '7');
  await update(id, '20', '--notify', '--comment', 'for <you>');
  const told = await mailTo(souk, email, ({ subject }) => subject === 'Your store credit has changed');
  for (const part of ['$20.00', '$27.00', 'for <you>']) expect(told.text).toContain(part);
  await souk.configure({ 'souk/customer_balance/notify': '1' });
  await fillCart(me, sku);
  ok(await apply(me));
  ok(await pay(me, 'checkmo'));
  await mailTo(souk, email, ({ text }) => text.includes('-$27.00') && text.includes('Order #'));
  const changes = mails(souk).filter(({ to, subject }) => to.includes(email) && subject === told.subject);
  expect(changes).toHaveLength(2);
  await souk.configure({ 'souk/customer_balance/notify': null });
});

test('three orders at once of two processes spend a balance once', async () => {
  const [{ id, me }, { sku }] = [await signedIn(), await newProduct(souk)];
  await update(id, '100');
  await fillCart(me, sku);
  ok(await apply(me));
  const answers = await Promise.all(
    [souk.base, other.base, other.base].map((base) => pay(new Client(base, me.token), 'free')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await balanceOf(id)).toBe(70);
});

test('an order and whoever takes from the balance meanwhile do not spend it twice', async () => {
  const { sku } = await newProduct(souk);
  const buyers = await Promise.all([1, 2, 3].map(signedIn));
  for (const { id, me } of buyers) {
    await update(id, '30');
    await fillCart(me, sku);
    ok(await apply(me));
  }
  for (const { id, me } of buyers) {
    const [taken, placed] = await Promise.all([update(id, '-20'), pay(new Client(other.base, me.token), 'free')]);
    expect([taken.code === 0, placed.status === 200].filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(id)).toBe(taken.code === 0 ? 10 : 0);
  }
});

test('a balance is applied by an operation as well', async () => {
  const [{ id, me }, { sku }] = [await signedIn(), await newProduct(souk)];
  await update(id, '12');
  const cart = await fillCart(me, sku);
  const accepted = await souk.admin.send('POST', `/async/V1/carts/${cart}/balance/apply`, {});
  expect(statuses([accepted])).toEqual([202]);
  await expect.poll(async () => ok(await me.get('/V1/carts/mine/totals')).grand_total).toBe(18);
});
