import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../support/customers.ts';
import { secondProcess } from '../support/second-process.ts';
import { Client, criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { newCompany } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const path = '/V1/companyCredits';
const get = async ({ id }: Json): Promise<Json> => ok(await souk.admin.get(`${path}/${id}`));
const change = (credit: Json, creditLimit: Json): Promise<Answer> =>
  souk.admin.put(`${path}/${credit.id}`, { creditLimit });
const post = (does: 'increase' | 'decrease', credit: Json, sent: Json, caller = souk.admin): Promise<Answer> =>
  caller.post(`${path}/${credit.id}/${does}Balance`, { currency: 'USD', ...sent });
const history = async ({ id }: Json): Promise<Json[]> =>
  ok(await souk.admin.get(`${path}/history?${criteria([[{ field: 'company_credit_id', value: id }]])}`)).items;
const ofCompany = async ({ id }: Json): Promise<Json> => ok(await souk.admin.get(`${path}/company/${id}`));
const newCredit = async (limit = 0): Promise<Json> => {
  const { company } = await newCompany(souk);
  const credit = await ofCompany(company);
  return limit > 0 ? ok(await change(credit, { credit_limit: limit })) : credit;
};

/** What a company owes is what its history comes to. */
async function books(credit: Json): Promise<Json> {
  let balance = 0;
  for (const entry of await history(credit)) {
    balance += entry.amount * entry.rate;
    expect(entry.balance).toBeCloseTo(balance, 4);
    expect(entry.available_limit).toBeCloseTo(entry.credit_limit + entry.balance, 4);
  }
  const now = await get(credit);
  expect(now.balance).toBeCloseTo(balance, 4);
  return now;
}

describe('the credit of a company', () => {
  it('is there from the first day, with nothing in it', async () => {
    const { company } = await newCompany(souk);
    const credit = await ofCompany(company);
    expect(credit).toEqual({
      id: expect.any(Number),
      company_id: company.id,
      credit_limit: 0,
      balance: 0,
      currency_code: 'USD',
      exceed_limit: false,
      available_limit: 0,
    });
    expect(await get(credit)).toEqual(credit);
    expect(ok(await souk.admin.get(`${path}/${credit.id}?reload=true`))).toEqual(credit);
    expect(await history(credit)).toEqual([]);
    ok(await souk.admin.delete(`/V1/company/${company.id}`));
    fails(await souk.admin.get(`${path}/${credit.id}`), 404, `No such entity with id = ${credit.id}`);
    fails(await souk.admin.get(`${path}/company/${company.id}`), 404, `No such entity with companyId = ${company.id}`);
  });

  it('has a limit, which is allocated once and updated then', async () => {
    const credit = await newCredit();
    const sent = { id: credit.id, company_id: credit.company_id, credit_limit: 1000, currency_code: 'USD' };
    const allocated = ok(await change(credit, { ...sent, credit_comment: 'welcome' }));
    expect(allocated).toEqual({ ...credit, credit_limit: 1000, available_limit: 1000 });
    // What is sent back as it was read changes nothing, and is nothing for the history.
    expect(ok(await change(credit, allocated))).toEqual(allocated);
    expect(ok(await change(credit, { exceed_limit: true }))).toEqual({ ...allocated, exceed_limit: true });
    ok(await change(credit, { credit_limit: 500.1234, available_limit: 7, balance: 9 }));
    expect(await get(credit)).toMatchObject({ credit_limit: 500.1234, available_limit: 500.1234, balance: 0 });
    const entries = await history(credit);
    expect(entries.map(({ type, credit_limit, amount, comment }) => [type, credit_limit, amount, comment])).toEqual([
      [1, 1000, 0, '{"custom":"welcome"}'],
      [2, 1000, 0, ''],
      [2, 500.1234, 0, ''],
    ]);
    expect(entries[0]).toMatchObject({
      company_credit_id: credit.id,
      user_id: 1,
      user_type: 2,
      currency_credit: 'USD',
      currency_operation: 'USD',
      rate: 1,
      rate_credit: 0,
      available_limit: 1000,
      datetime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  it('is charged and paid, and the history tells of it', async () => {
    const credit = await newCredit(1000);
    expect(ok(await post('decrease', credit, { value: 250, operationType: 3, comment: 'chairs' }))).toBe(true);
    expect(await books(credit)).toMatchObject({ balance: -250, available_limit: 750 });
    const options = { purchase_order: 'PO-1', custom_reference_number: 'R-1', order_increment: '000000007' };
    expect(ok(await post('increase', credit, { value: 100.5, operationType: 4, options }))).toBe(true);
    expect(await books(credit)).toMatchObject({ balance: -149.5, available_limit: 850.5 });
    ok(await post('increase', credit, { value: 149.5, operationType: 5, comment: 'broken', options }));
    expect(await books(credit)).toMatchObject({ balance: 0, available_limit: 1000 });
    const [, purchase, payment, refund] = await history(credit);
    expect(purchase).toMatchObject({ type: 3, amount: -250, balance: -250, comment: '{"custom":"chairs"}' });
    expect(payment).toMatchObject({
      type: 4,
      amount: 100.5,
      purchase_order: 'PO-1',
      custom_reference_number: 'R-1',
      comment: '{"system":{"order":"000000007"}}',
    });
    expect(JSON.parse(refund!.comment)).toEqual({ custom: 'broken', system: { order: '000000007' } });
  });

  it('takes amounts in other currencies, and changes its own', async () => {
    const credit = await newCredit(1000);
    ok(await post('decrease', credit, { value: 100, currency: 'EUR', operationType: 3 }));
    expect(await books(credit)).toMatchObject({ balance: -141.5, available_limit: 858.5 });
    expect((await history(credit)).at(-1)).toMatchObject({
      amount: -100,
      currency_operation: 'EUR',
      currency_credit: 'USD',
      rate: 1.415,
      rate_credit: 1.415,
    });
    const inEuro = ok(await change(credit, { currency_code: 'EUR' }));
    expect(inEuro).toMatchObject({ currency_code: 'EUR', credit_limit: 706.7, balance: -99.9981 });
    expect(ok(await change(credit, { currency_code: 'USD', credit_limit: 1000 }))).toMatchObject({
      currency_code: 'USD',
      credit_limit: 1000,
    });
  });

  it('is refused what is wrong, and stays as it is', async () => {
    const credit = await newCredit(100);
    const before = await history(credit);
    const invalid = (name: string, value: unknown): string =>
      `Invalid value of "${String(value)}" provided for the ${name} field.`;
    for (const [sent, message] of [
      [{ credit_limit: -1 }, invalid('credit_limit', -1)],
      [{ credit_limit: 100_000_000 }, invalid('credit_limit', 100_000_000)],
      [{ credit_limit: 1.00001 }, invalid('credit_limit', 1.00001)],
      [{ currency_code: 'XXX9' }, invalid('currency_code', 'XXX9')],
      [{ currency_code: 'JPY' }, 'There is no rate from USD to JPY.'],
      [{ company_id: 987654 }, invalid('company_id', 987654)],
    ] as const) {
      fails(await change(credit, sent), 400, message);
    }
    for (const [does, sent, message] of [
      ['increase', { value: 1, operationType: 3 }, invalid('operationType', 3)],
      ['increase', { value: 1, operationType: 7 }, invalid('operationType', 7)],
      ['decrease', { value: 1, operationType: 1 }, invalid('operationType', 1)],
      ['decrease', { value: 1, operationType: 5 }, invalid('operationType', 5)],
      ['increase', { value: 0, operationType: 4 }, invalid('value', 0)],
      ['decrease', { value: -5, operationType: 4 }, invalid('value', -5)],
      ['decrease', { value: 1, operationType: 4, currency: 'nil' }, invalid('currency', 'nil')],
      ['decrease', { value: 1, operationType: 4, currency: 'JPY' }, 'There is no rate from JPY to USD.'],
      ['decrease', { value: 1, operationType: 4, currency: '' }, '"currency" is required. Enter and try again.'],
      [
        'decrease',
        { value: 100.01, operationType: 3 },
        'The credit of the company is not enough: USD 100.00 is available.',
      ],
      ['decrease', { value: 1, operationType: 4, options: { purchase_order: 'x'.repeat(256) } }, /purchase_order/],
    ] as const) {
      fails(await post(does, credit, sent), 400, message);
    }
    fails(await post('increase', credit, { operationType: 4 }), 400, '"value" is required. Enter and try again.');
    fails(
      await post('increase', { id: 987654 }, { value: 1, operationType: 4 }),
      404,
      'No such entity with id = 987654',
    );
    fails(await change({ id: 987654 }, { credit_limit: 1 }), 404, 'No such entity with id = 987654');
    expect(await get(credit)).toMatchObject({ credit_limit: 100, balance: 0, available_limit: 100 });
    expect(await history(credit)).toEqual(before);
  });

  it('may be exceeded where that is said, and is corrected beyond the limit', async () => {
    const credit = await newCredit(10);
    ok(await post('decrease', credit, { value: 15, operationType: 2 }));
    expect(await books(credit)).toMatchObject({ balance: -15, available_limit: -5 });
    const nothing = 'The credit of the company is not enough: USD 0.00 is available.';
    fails(await post('decrease', credit, { value: 1, operationType: 3 }), 400, nothing);
    ok(await change(credit, { exceed_limit: true }));
    ok(await post('decrease', credit, { value: 1, operationType: 3 }));
    expect(await books(credit)).toMatchObject({ balance: -16, available_limit: -6 });
  });

  it('is spent once, whoever spends at the same time', async () => {
    const credit = await newCredit(100);
    const other = await secondProcess(souk);
    try {
      const callers = [souk.base, other.base].map((base) => new Client(base, souk.admin.token));
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => post('decrease', credit, { value: 30, operationType: 3 }, callers[i % 2])),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      for (const { status } of answers) expect([200, 400]).toContain(status);
      expect(await books(credit)).toMatchObject({ balance: -90, available_limit: 10 });
    } finally {
      await other.end();
    }
  });

  it('is found by its fields', async () => {
    const credit = ok(await change(await newCredit(), { credit_limit: 4321.5, exceed_limit: true }));
    ok(await post('decrease', credit, { value: 21.5, operationType: 3 }));
    for (const [field, value] of [
      ['id', credit.id],
      ['company_id', credit.company_id],
      ['credit_limit', 4321.5],
      ['balance', -21.5],
      ['available_limit', 4300],
    ] as const) {
      const query = criteria([[{ field, value }], [{ field: 'exceed_limit', value: 1 }]]);
      const found = ok(await souk.admin.get(`${path}?${query}`));
      expect([found.items, found.total_count]).toEqual([[await get(credit)], 1]);
    }
  });
});

describe('the history of credits', () => {
  it('lets people say more of a reimbursement, and of nothing else', async () => {
    const credit = await newCredit(100);
    const comment = unique('paid ');
    ok(await post('decrease', credit, { value: 50, operationType: 3 }));
    ok(await post('increase', credit, { value: 50, operationType: 4, comment }));
    const [, purchase, payment] = (await history(credit)) as [Json, Json, Json];
    const put = (id: number, sent: Json): Promise<Answer> => souk.admin.put(`${path}/history/${id}`, sent);
    expect(ok(await put(payment.id, { purchaseOrder: 'A12345' }))).toBe(true);
    expect((await history(credit)).at(-1)).toEqual({ ...payment, purchase_order: 'A12345' });
    ok(await put(payment.id, { comment: 'Adding PO info' }));
    const after = { ...payment, purchase_order: 'A12345', comment: '{"custom":"Adding PO info"}' };
    expect((await history(credit)).at(-1)).toEqual(after);
    fails(
      await put(purchase.id, { comment: 'x' }),
      400,
      'Only a reimbursement can be changed in the history of a credit.',
    );
    fails(await put(payment.id, { purchaseOrder: 'x'.repeat(256) }), 400, /purchase_order/);
    fails(await put(987654, { comment: 'x' }), 404, 'No such entity with historyId = 987654');
    const query = criteria([[{ field: 'purchase_order', value: 'a12345' }], [{ field: 'type', value: 4 }]]);
    expect(ok(await souk.admin.get(`${path}/history?${query}`)).items).toEqual([after]);
  });

  it('and the credits are for those who may', async () => {
    const { company, boss } = await newCompany(souk);
    const credit = await ofCompany(company);
    const me = await signIn(souk, boss.email);
    for (const caller of [souk.guest, me]) {
      for (const url of [`${path}?searchCriteria=`, `${path}/${credit.id}`, `${path}/company/${company.id}`]) {
        fails(await caller.get(url), 401, "The consumer isn't authorized to access Magento_Company::index.");
      }
      fails(await caller.get(`${path}/history?searchCriteria=`), 401);
      fails(await caller.put(`${path}/${credit.id}`, { creditLimit: { credit_limit: 1000 } }), 401);
      fails(await post('increase', credit, { value: 1, operationType: 4 }, caller), 401);
      fails(await post('decrease', credit, { value: 1, operationType: 4 }, caller), 401);
      fails(await caller.put(`${path}/history/1`, { comment: 'mine' }), 401);
    }
    expect(await get(credit)).toEqual(credit);
  });
});
