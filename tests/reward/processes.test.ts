import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillCart, pay } from '../customer-balance/shop.ts';
import { newCustomer, signIn } from '../support/customers.ts';
import { newProduct } from '../support/products.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { Client, ok, startSouk, type Souk } from '../support/souk.ts';

// Points are spent once, whichever process wants them, and commands keep them and their rates.

let souk: Souk;
let other: SecondProcess;
beforeAll(async () => {
  souk = await startSouk();
  other = await secondProcess(souk);
  await souk.cli('reward:rate:set', '--direction', 'points-to-currency', '--points', '10', '--amount', '1');
});
afterAll(async () => {
  await other.end();
  await souk.stop();
});

const update = (customer: string | number, delta: string, ...more: string[]) =>
  souk.cli('reward:points:update', '--customer', String(customer), `--delta=${delta}`, ...more);

test('commands keep rates', async () => {
  const set = (...more: string[]) => souk.cli('reward:rate:set', '--direction', 'currency-to-points', ...more);
  const made = await set('--points', '5', '--amount', '2.50', '--website', 'base', '--group', '1');
  const id = /rate (\d+) saved/.exec(made.stdout)![1]!;
  expect((await souk.cli('reward:rate:list')).stdout).toContain(`${id}\tbase\tgroup 1\t2.50 earns 5 points\n`);
  for (const [more, message] of [
    [['--points', '0', '--amount', '1'], '"0" is not a number of points'],
    [['--points', '1', '--amount', '0'], '"0" is not an amount'],
    [['--points', '1', '--amount', '1', '--website', 'mars'], 'There is no website "mars"'],
    [['--points', '1', '--amount', '1', '--group', '77'], 'There is no customer group "77"'],
  ] as const) {
    const { code, stderr } = await set(...more);
    expect([code !== 0, stderr]).toEqual([true, expect.stringContaining(message)]);
  }
  expect((await souk.cli('reward:rate:delete', id)).stdout).toContain(`rate ${id} deleted`);
  expect((await souk.cli('reward:rate:delete', id)).stderr).toContain(`There is no exchange rate "${id}"`);
});

test('commands change points and show their history', async () => {
  const { id, email } = await newCustomer(souk);
  expect((await update(email, '20', '--comment', 'a gift')).stdout).toContain(`customer ${id} has 20 points`);
  expect((await update(id, '-7', '--website', 'base')).stdout).toContain(`customer ${id} has 13 points`);
  expect((await update(id, '-14')).stderr).toContain('which is less than the deduction');
  expect((await update(id, '1.5')).stderr).toContain('1.5 is not a number of points');
  const { stdout } = await souk.cli('reward:points:show', '--customer', email);
  expect(stdout).toMatch(/has 13 points\n.*\tupdated\t-7\t13\t\t\n.*\tupdated\t20\t20\t\ta gift\n/);
});

test('orders of two processes and a command spend an account once', async () => {
  const { sku } = await newProduct(souk);
  const buyers = await Promise.all(
    [1, 2, 3].map(async () => {
      const { id, email } = await newCustomer(souk);
      return { id, me: await signIn(souk, email) };
    }),
  );
  for (const { id, me } of buyers) {
    await update(id, '300');
    await fillCart(me, sku);
    ok(await me.post('/V1/reward/mine/use-reward'));
  }
  for (const { id, me } of buyers) {
    const [taken, ...placed] = await Promise.all([
      update(id, '-200'),
      ...[souk.base, other.base].map((base) => pay(new Client(base, me.token), 'free')),
    ]);
    const orders = placed.filter(({ status }) => status === 200).length;
    expect([taken.code === 0, orders > 0].filter(Boolean)).toHaveLength(1);
    expect(orders).toBeLessThanOrEqual(1);
    const { stdout } = await souk.cli('reward:points:show', '--customer', String(id));
    expect(stdout).toContain(taken.code === 0 ? 'has 100 points' : 'has 0 points');
  }
});
