import { expect, test } from 'vitest';
import { guestCart, makeProduct } from '../quote/shop.ts';
import { ok, startSouk } from '../support/souk.ts';

test('fees are set, listed and deleted by commands', async () => {
  const souk = await startSouk();
  try {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    const total = async (): Promise<number> => ok(await souk.guest.get(`${path}/totals`)).grand_total;
    const set = 'customfee:set --code deposit --label Deposit --amount 1.50 --website base --on-last-invoice';
    expect((await souk.cli(...set.split(' '))).stdout).toContain('fee deposit is set');
    expect((await souk.cli('customfee:list')).stdout).toBe(
      'deposit\tDeposit\t1.50\tbase\tfrom 0.00\twith the last invoice\tback with the first credit memo\n',
    );
    expect(await total()).toBe(11.5);
    expect((await souk.cli('customfee:delete', 'deposit')).stdout).toContain('fee deposit is deleted');
    expect((await souk.cli('customfee:delete', 'deposit')).stderr).toContain('there is no fee deposit');
    expect(await total()).toBe(10);
  } finally {
    await souk.stop();
  }
});
