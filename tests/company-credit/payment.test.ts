import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import * as fc from '../support/properties.ts';
import { balanceOf, companyWithCredit, fill, history, offeredTo, payOnAccount, userOf } from './shop.ts';

const unavailable = 'The requested Payment Method is not available.';
const tooMuch =
  'Payment on Account cannot be used for this order because your order amount exceeds your credit amount.';

describe.each(engines)('payment with company credit, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure({ 'payment/companycredit/active': '1' });
  });
  afterAll(() => here.stop());

  const role = async ({ id }: Json): Promise<Json> =>
    ok(
      await here.admin.get(
        `/V1/company/role?searchCriteria[filter_groups][0][filters][0][field]=company_id&searchCriteria[filter_groups][0][filters][0][value]=${id}`,
      ),
    ).items[0];
  const allow = async (company: Json, resource_id: string, permission: 'allow' | 'deny'): Promise<void> => {
    const { id, role_name } = await role(company);
    const permissions = [{ resource_id, permission }];
    ok(
      await here.admin.put(`/V1/company/role/${id}`, { role: { id, role_name, company_id: company.id, permissions } }),
    );
  };

  it('is offered to the users of companies who may pay so', async () => {
    const { company, boss } = await companyWithCredit(here);
    const { me } = await userOf(here, company);
    const stranger = await here.callerOf('customer', (await newCustomer(here)).id);
    for (const caller of [boss, me, stranger]) await fill(here, caller);
    expect(await offeredTo(boss)).toContain('companycredit');
    expect(await offeredTo(me)).toContain('companycredit');
    expect(await offeredTo(stranger)).not.toContain('companycredit');
    fails(await payOnAccount(stranger), 400, unavailable);
    await allow(company, 'Magento_Sales::payment_account', 'deny');
    expect(await offeredTo(me)).not.toContain('companycredit');
    fails(await payOnAccount(me), 400, unavailable);
    expect(await offeredTo(boss)).toContain('companycredit');
    ok(await here.admin.put(`/V1/company/${company.id}`, { company: { status: 3 } }));
    expect(await offeredTo(boss)).not.toContain('companycredit');
  });

  it('is one of the available_payment_methods of storefronts, with a reference', async () => {
    const { credit, boss } = await companyWithCredit(here);
    await fill(here, boss);
    const graphql = async (query: string, variables: object = {}): Promise<Json> =>
      ok(await boss.raw('POST', '/graphql', { query, variables }));
    const { data } = await graphql('{ customerCart { id available_payment_methods { code title } } }');
    expect(data.customerCart.available_payment_methods).toContainEqual({
      code: 'companycredit',
      title: 'Payment on Account',
    });
    const set = `mutation($id: String!) { setPaymentMethodOnCart(input: { cart_id: $id, payment_method:
      { code: "companycredit", purchase_order_number: "R-77" } }) { cart { selected_payment_method { code } } } }`;
    await graphql(set, { id: data.customerCart.id });
    const placed = await graphql(
      'mutation($id: String!) { placeOrder(input: { cart_id: $id }) { orderV2 { number } } }',
      {
        id: data.customerCart.id,
      },
    );
    const [, entry] = await history(here, credit);
    expect(entry).toMatchObject({ type: 3, amount: -30, purchase_order: 'R-77', custom_reference_number: 'R-77' });
    expect(JSON.parse(entry!.comment)).toEqual({ system: { order: placed.data.placeOrder.orderV2.number } });
  });

  it('charges the credit within its limit, and beyond it where the company may exceed it', async () => {
    const { company, credit, boss } = await companyWithCredit(here, { credit_limit: 50 });
    await fill(here, boss);
    const id = ok(await payOnAccount(boss, 'PO-1'));
    const order = ok(await here.admin.get(`/V1/orders/${id}`));
    expect(order).toMatchObject({
      grand_total: 30,
      status: 'pending',
      payment: { method: 'companycredit', po_number: 'PO-1' },
    });
    expect(order.payment.additional_information[0]).toBe('Payment on Account');
    expect(await balanceOf(here, credit)).toBe(-30);
    expect((await history(here, credit)).at(-1)).toMatchObject({ user_type: 3, user_id: order.customer_id, rate: 1 });
    const { me } = await userOf(here, company);
    await fill(here, me);
    fails(await payOnAccount(me), 400, tooMuch);
    expect(await balanceOf(here, credit)).toBe(-30);
    // The cart stays, and its order is placed once there is enough.
    ok(await here.admin.put(`/V1/companyCredits/${credit.id}`, { creditLimit: { exceed_limit: true } }));
    ok(await payOnAccount(me));
    expect(await balanceOf(here, credit)).toBe(-60);
  });

  it('takes back what is canceled and refunded, to the credit alone', async () => {
    const { credit, bossId, boss } = await companyWithCredit(here);
    await fill(here, boss);
    const id = ok(await payOnAccount(boss));
    const { items } = ok(await here.admin.get(`/V1/orders/${id}`));
    const one = { items: [{ order_item_id: items[0].item_id, qty: 1 }] };
    ok(await here.admin.post(`/V1/order/${id}/invoice`, one));
    ok(await here.admin.post(`/V1/orders/${id}/cancel`));
    expect((await history(here, credit)).map(({ type, amount }) => [type, amount])).toEqual([
      [1, 0],
      [3, -30],
      [6, 10],
    ]);
    const elsewhere = { order_id: id, items: one.items, extension_attributes: { base_customer_balance_amount: 5 } };
    fails(
      await here.admin.post('/V1/creditmemo/refund', { creditmemo: elsewhere }),
      400,
      'The payment method of the order takes refunds back itself, so they cannot go to store credit.',
    );
    ok(await here.admin.post(`/V1/order/${id}/refund`, { ...one, arguments: { shipping_amount: 4 } }));
    expect((await history(here, credit)).at(-1)).toMatchObject({ type: 5, amount: 14, user_type: 2 });
    ok(await here.admin.post(`/V1/order/${id}/refund`, { items: [], arguments: { shipping_amount: 6 } }));
    expect(await balanceOf(here, credit)).toBe(0);
    expect(ok(await here.admin.get(`/V1/customers/${bossId}`)).id).toBe(bossId);
  });

  it('D360: converts amounts into the currency of the credit, and back at the rate of the purchase', async () => {
    const { credit, boss } = await companyWithCredit(here, { currency_code: 'EUR' });
    await fill(here, boss);
    const id = ok(await payOnAccount(boss));
    const [, entry] = await history(here, credit);
    expect(entry).toMatchObject({ currency_operation: 'USD', currency_credit: 'EUR', amount: -30, rate: 0.7067 });
    expect(await balanceOf(here, credit)).toBe(-21.201);
    ok(await here.admin.post(`/V1/orders/${id}/cancel`));
    expect(await balanceOf(here, credit)).toBe(0);
  });

  it('is spent once by orders at the same time', async () => {
    const { company, credit, boss } = await companyWithCredit(here, { credit_limit: 65 });
    const users = [
      boss,
      ...(await Promise.all(Array.from({ length: 3 }, () => userOf(here, company)))).map(({ me }) => me),
    ];
    for (const me of users) await fill(here, me);
    const answers = await Promise.all(users.map((me) => payOnAccount(me)));
    const placed = answers.filter(({ status }) => status === 200);
    expect(placed).toHaveLength(2);
    for (const answer of answers) if (answer.status !== 200) fails(answer, 400, tooMuch);
    expect(await balanceOf(here, credit)).toBe(-60);
    const ids = placed.map(ok);
    const changes = ids.flatMap((id) => [1, 2].map(() => here.admin.post(`/V1/orders/${id}/cancel`)));
    await Promise.all(changes);
    expect(await balanceOf(here, credit)).toBe(0);
  });

  it('keeps to the settings of the method', async () => {
    const { company, boss } = await companyWithCredit(here);
    await fill(here, boss);
    const off = async (values: Record<string, string>, back: Record<string, string>): Promise<void> => {
      await here.configure(values);
      expect(await offeredTo(boss)).not.toContain('companycredit');
      await here.configure(back);
    };
    await off({ 'payment/companycredit/active': '0' }, { 'payment/companycredit/active': '1' });
    await off({ 'payment/companycredit/max_order_total': '20' }, { 'payment/companycredit/max_order_total': '' });
    await off({ 'payment/companycredit/min_order_total': '31' }, { 'payment/companycredit/min_order_total': '' });
    await off(
      { 'payment/companycredit/allowspecific': '1', 'payment/companycredit/specificcountry': 'DE' },
      { 'payment/companycredit/allowspecific': '0' },
    );
    const extension_attributes = {
      use_config_settings: 0,
      applicable_payment_method: 2,
      available_payment_methods: 'checkmo',
    };
    ok(await here.admin.put(`/V1/company/${company.id}`, { company: { extension_attributes } }));
    expect(await offeredTo(boss)).toEqual(['checkmo']);
  });

  it('adds up after any documents', async () => {
    const { credit, boss } = await companyWithCredit(here, { credit_limit: 1, exceed_limit: true });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9_999 }),
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 2 }),
        fc.boolean(),
        async (price, invoiced, refunded, isCanceled) => {
          await fill(here, boss, price / 100);
          const id = ok(await payOnAccount(boss));
          const { items } = ok(await here.admin.get(`/V1/orders/${id}`));
          const one = { items: [{ order_item_id: items[0].item_id, qty: 1 }] };
          for (let i = 0; i < invoiced; i++) ok(await here.admin.post(`/V1/order/${id}/invoice`, one));
          if (isCanceled && invoiced < 2) ok(await here.admin.post(`/V1/orders/${id}/cancel`));
          for (let i = 0; i < Math.min(refunded, invoiced); i++)
            ok(await here.admin.post(`/V1/order/${id}/refund`, one));
          const { grand_total, total_canceled, total_refunded } = ok(await here.admin.get(`/V1/orders/${id}`));
          const left = grand_total - (total_canceled ?? 0) - (total_refunded ?? 0);
          const before = (await history(here, credit)).findLast(
            ({ comment }) => !comment.includes(`"${orderNumber(id)}"`),
          );
          expect((await balanceOf(here, credit)) - (before?.balance ?? 0)).toBeCloseTo(-left, 4);
        },
      ),
      { numRuns: 12 },
    );
  });

  const orderNumber = (id: number): string => String(id).padStart(9, '0');
});
