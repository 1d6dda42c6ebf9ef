import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decimal } from '../../src/kernel/money.ts';
import { changeBalance, findBalance } from '../../src/modules/customer-balance/balances.ts';
import { deleteFee, readFee, saveFee, type TypedFee } from '../../src/modules/custom-fees/fees.ts';
import { apply, lines, newBuyer, pay } from '../customer-balance/shop.ts';
import { getOrder, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

describe.each(engines)('fees on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const set = (typed: TypedFee) =>
    here.souk.systemCall().transaction(async (call) => saveFee(call, readFee(call, typed)));
  const remove = (code: string) => here.souk.systemCall().transaction((call) => deleteFee(call, code));
  const one = ({ items }: Json) => [{ order_item_id: items[0].item_id, qty: 1 }];

  /** An order of two pieces for 20, sent for 10, with fees of 1.50 (first documents), 2 (last ones) and 4 (last invoice alone). */
  async function order(): Promise<Json> {
    await set({ code: 'deposit', label: 'Deposit', amount: '1.50' });
    await set({ code: 'service', label: 'Service', amount: '2', onLastInvoice: true, onLastCreditmemo: true });
    await set({ code: 'packing', label: 'Packing', amount: '4', onLastInvoice: true });
    const buyer = await newBuyer(here);
    const placed = await getOrder(here, ok(await pay(buyer.me, 'checkmo')));
    for (const code of ['deposit', 'service', 'packing']) await remove(code);
    return placed;
  }
  const shown = (record: Json, field: string) =>
    Object.fromEntries(record.extension_attributes.custom_fees.map((fee: Json) => [fee.custom_fee_code, fee[field]]));

  it('D155: are charged to carts of their website from a subtotal on', async () => {
    const buyer = await newBuyer(here);
    const total = async (): Promise<Json> => ok(await buyer.me.get('/V1/carts/mine/totals'));
    await set({ code: 'deposit', label: 'Deposit', amount: '1.50', website: 'base' });
    await set({ code: 'large', label: 'Large', amount: '7', from: '20.01' });
    expect([(await total()).grand_total, lines(await total()).at(-2)]).toEqual([31.5, ['custom_fees', 1.5]]);
    expect((await total()).total_segments.at(-2).title).toBe('Deposit');
    await set({ code: 'large', label: 'Large', amount: '7', from: '20' });
    expect((await total()).grand_total).toBe(38.5);
    await set({ code: 'deposit', label: 'Deposit', amount: '0.50' });
    expect((await total()).grand_total).toBe(37.5);
    for (const code of ['deposit', 'large']) await remove(code);
    expect([(await total()).grand_total, lines(await total()).length]).toEqual([30, 4]);
  });

  it('stay with an order, are charged and given back once each, when they are to be', async () => {
    const placed = await order();
    expect(placed.grand_total).toBe(37.5);
    expect(placed.extension_attributes.custom_fees[0]).toMatchObject({
      order_id: String(placed.entity_id),
      custom_fee_code: 'deposit',
      custom_fee_label: 'Deposit',
      custom_fee_amount: 1.5,
      base_custom_fee_amount: 1.5,
      apply_fee_on_last_invoice: false,
    });
    const id = placed.entity_id;
    const first = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true, items: one(placed) }));
    expect(ok(await here.admin.get(`/V1/invoices/${first}`)).grand_total).toBe(21.5);
    const nothing = { deposit: 1.5, packing: 0, service: 0 };
    const half = await getOrder(here, id);
    expect(shown(half, 'custom_fee_amount_invoiced')).toEqual(nothing);
    expect(shown(half, 'invoice_id')).toEqual({ deposit: String(first), packing: undefined, service: undefined });
    const second = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    expect(ok(await here.admin.get(`/V1/invoices/${second}`)).grand_total).toBe(16);

    const goods = { items: one(placed), arguments: { shipping_amount: 0 } };
    const memo = ok(await here.admin.post(`/V1/order/${id}/refund`, goods));
    expect(ok(await here.admin.get(`/V1/creditmemo/${memo}`)).grand_total).toBe(15.5);
    ok(await here.admin.post(`/V1/order/${id}/refund`));
    const closed = await getOrder(here, id);
    expect([closed.state, closed.total_paid, closed.total_refunded]).toEqual(['closed', 37.5, 37.5]);
    expect(shown(closed, 'invoice_id')).toEqual({
      deposit: String(first),
      packing: String(second),
      service: String(second),
    });
    expect(shown(closed, 'creditmemo_id')).toMatchObject({ deposit: String(memo), packing: String(memo) });
    expect(Number(shown(closed, 'creditmemo_id').service)).toBeGreaterThan(Number(memo));
    expect(shown(closed, 'custom_fee_amount_refunded')).toEqual({ deposit: 1.5, packing: 4, service: 2 });
  });

  it('are paid by store credit as all else is, in every document', async () => {
    await set({ code: 'service', label: 'Service', amount: '4', onLastInvoice: true, onLastCreditmemo: true });
    const buyer = await newBuyer(here);
    const key = { customerId: buyer.id, websiteId: 1 };
    await here.souk
      .systemCall()
      .transaction((call) => changeBalance(call, key, decimal(50), { action: 'updated', info: 'a gift' }));
    ok(await apply(buyer.me));
    const placed = await getOrder(here, ok(await pay(buyer.me, 'free')));
    await remove('service');
    expect([placed.grand_total, placed.extension_attributes.customer_balance_amount]).toEqual([0, 34]);
    const id = placed.entity_id;
    const totals = { invoice: [] as number[], refund: [] as number[] };
    for (const items of [one(placed), undefined]) {
      const made = ok(await here.admin.post(`/V1/order/${id}/invoice`, { items }));
      totals.invoice.push(ok(await here.admin.get(`/V1/invoices/${made}`)).grand_total);
    }
    expect(totals.invoice).toEqual([0, 0]);
    expect((await getOrder(here, id)).extension_attributes.customer_balance_invoiced).toBe(34);
    for (const items of [one(placed), undefined]) {
      const made = ok(await here.admin.post(`/V1/order/${id}/refund`, { items }));
      totals.refund.push(ok(await here.admin.get(`/V1/creditmemo/${made}`)).grand_total);
    }
    expect(totals.refund).toEqual([0, 0]);
    expect((await findBalance(here.souk.systemCall(), key))!.amount.toNumber()).toBe(50);
  });

  it('are canceled with what is canceled', async () => {
    const { entity_id } = await order();
    ok(await here.admin.post(`/V1/orders/${entity_id}/cancel`));
    expect(await getOrder(here, entity_id)).toMatchObject({ state: 'canceled', total_canceled: 37.5 });
  });

  it('are what the base amounts come to in the currency of the buyer', async () => {
    await here.configure({ 'currency/options/allow': 'USD,EUR', 'currency/options/default': 'EUR' });
    await here.souk.systemCall().services.directory.setRate(here.souk.systemCall(), 'USD', 'EUR', 0.5);
    const placed = await order();
    expect([placed.base_grand_total, placed.grand_total]).toEqual([37.5, 18.75]);
    expect(shown(placed, 'custom_fee_amount')).toEqual({ deposit: 0.75, packing: 2, service: 1 });
    ok(await here.admin.post(`/V1/order/${placed.entity_id}/invoice`, { capture: true, items: one(placed) }));
    ok(await here.admin.post(`/V1/order/${placed.entity_id}/invoice`, { capture: true }));
    expect(await getOrder(here, placed.entity_id)).toMatchObject({ total_paid: 18.75, base_total_paid: 37.5 });
    await here.configure({ 'currency/options/default': 'USD' });
  });

  it('are kept with orders that are written as they are sent', async () => {
    const placed = await order();
    const { extension_attributes: _, ...fields } = placed;
    const fee = { id: '9', custom_fee_code: 'elsewhere', custom_fee_label: 'Elsewhere', custom_fee_amount: 3 };
    const entity = {
      ...fields,
      entity_id: undefined,
      increment_id: undefined,
      items: [{ sku: 'elsewhere', qty_ordered: 1 }],
    };
    const sent = { ...entity, extension_attributes: { custom_fees: [fee] } };
    const made = ok(await here.admin.post('/V1/orders', { entity: sent }));
    expect((await getOrder(here, made.entity_id)).extension_attributes.custom_fees).toEqual([
      {
        ...fee,
        order_id: String(made.entity_id),
        base_custom_fee_amount: 0,
        custom_fee_amount_invoiced: 0,
        base_custom_fee_amount_invoiced: 0,
        custom_fee_amount_refunded: 0,
        base_custom_fee_amount_refunded: 0,
        apply_fee_on_last_invoice: false,
        apply_fee_on_last_creditmemo: false,
      },
    ]);
  });

  it.each([
    [{ code: 'Big', label: 'x', amount: '1' }, /"Big" is not a code/],
    [{ code: 'a', label: ' ', amount: '1' }, /label/],
    [{ code: 'a', label: 'x', amount: '0' }, /greater than 0/],
    [{ code: 'a', label: 'x', amount: '-1' }, /"-1" is not an amount/],
    [{ code: 'a', label: 'x', amount: '1', from: 'all' }, /"all" is not an amount/],
    [{ code: 'a', label: 'x', amount: '1', website: 'mars' }, /There is no website "mars"/],
  ])('are refused where something is wrong: %o', async (typed, message) => {
    await expect(set(typed)).rejects.toThrow(message);
    await expect(remove('a')).rejects.toThrow('There is no fee "a".');
  });
});
