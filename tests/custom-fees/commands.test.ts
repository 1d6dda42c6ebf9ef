import { expect, test } from 'vitest';
import { guestCart, makeProduct } from '../quote/shop.ts';
import { buy, invoicesOf, startGateway, useGateway } from '../payment/shop.ts';
import { ok, startSouk } from '../support/souk.ts';

test('fees are set, listed and deleted by commands', async () => {
  const souk = await startSouk();
  try {
    const { path } = await guestCart(souk, [await makeProduct(souk), 1]);
    const total = async (): Promise<number> => ok(await souk.guest.get(`${path}/totals`)).grand_total;
    const set = 'customfee:set --code deposit --label Deposit --amount 1.50 --website base --on-last-invoice';
    expect((await souk.cli(...set.split(' '))).stdout).toContain('fee deposit saved');
    expect((await souk.cli('customfee:list')).stdout).toBe(
      'deposit\tDeposit\t1.50\tbase\tfrom 0.00\twith the last invoice\tback with the first credit memo\n',
    );
    expect(await total()).toBe(11.5);
    expect((await souk.cli('customfee:delete', 'deposit')).stdout).toContain('fee deposit deleted');
    expect((await souk.cli('customfee:delete', 'deposit')).stderr).toContain('There is no fee "deposit".');
    expect(await total()).toBe(10);
  } finally {
    await souk.stop();
  }
});

test('an order that is paid at once tells the invoice that its fees are in', async () => {
  const souk = await startSouk();
  const gateway = await startGateway();
  try {
    await useGateway(souk, gateway, { payment_action: 'authorize_capture' });
    await souk.cli('customfee:set', '--code', 'deposit', '--label', 'Deposit', '--amount', '1.50');
    const { id, order } = await buy(souk);
    expect(order).toMatchObject({ grand_total: 31.5, total_paid: 31.5 });
    const [invoice] = await invoicesOf(souk, id);
    expect(order.extension_attributes.custom_fees).toMatchObject([
      { custom_fee_amount_invoiced: 1.5, invoice_id: String(invoice!.entity_id) },
    ]);
  } finally {
    await souk.stop();
    await gateway.stop();
  }
});
