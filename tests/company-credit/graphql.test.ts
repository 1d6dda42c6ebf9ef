import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStaff, storefrontOf, userWith } from '../company/storefront.ts';
import type { Json } from '../sales/shop.ts';
import { configured } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const BALANCES =
  'available_credit { value currency } credit_limit { value currency } outstanding_balance { value currency }';
const CREDIT = `{ company { credit { ${BALANCES} } } }`;
const HISTORY = `query($filter: CompanyCreditHistoryFilterInput, $size: Int, $page: Int) { company {
  credit_history(filter: $filter, pageSize: $size, currentPage: $page) {
    items { date type amount { value currency } balance { ${BALANCES} } custom_reference_number updated_by { name type } }
    page_info { current_page page_size total_pages } total_count } } }`;
const usd = (value: number): Json => ({ value, currency: 'USD' });

/** The credit of a company with a limit of 500, of which 192 are spent. */
async function spend(company: Json): Promise<void> {
  const { id } = ok(await souk.admin.get(`/V1/companyCredits/company/${company.id}`));
  ok(await souk.admin.put(`/V1/companyCredits/${id}`, { creditLimit: { credit_limit: 500 } }));
  const change = { value: 192, currency: 'USD', operationType: 4, options: { custom_reference_number: 'PO 7' } };
  ok(await souk.admin.post(`/V1/companyCredits/${id}/decreaseBalance`, change));
}
const historyOf = async (as: GraphQLClient, variables: Json = {}): Promise<Json> =>
  (await as.data(HISTORY, variables)).company.credit_history;

describe('the credit of a company on its storefront', () => {
  it('shows limit, debt and rest, and its history', async () => {
    const { company, boss } = await newStaff(souk);
    expect((await boss.data(CREDIT)).company.credit.credit_limit).toEqual(usd(0));
    await spend(company);
    expect((await boss.data(CREDIT)).company.credit).toEqual({
      available_credit: usd(308),
      credit_limit: usd(500),
      outstanding_balance: usd(-192),
    });
    const { items, total_count } = await historyOf(boss);
    expect(total_count).toBe(items.length);
    expect(items[0]).toMatchObject({ type: 'ALLOCATION', updated_by: { type: 'ADMIN' } });
    expect(items.at(-1)).toMatchObject({
      type: 'REIMBURSEMENT',
      amount: usd(-192),
      balance: { available_credit: usd(308), outstanding_balance: usd(-192) },
      custom_reference_number: 'PO 7',
    });
  });

  it('has a history by kind, reference and person, page by page', async () => {
    const { company, boss } = await newStaff(souk);
    await spend(company);
    const all = await historyOf(boss);
    const [first] = all.items;
    const types = async (filter: Json): Promise<string[]> =>
      (await historyOf(boss, { filter })).items.map(({ type }: Json) => type);
    expect(await types({ operation_type: 'REIMBURSEMENT' })).toEqual(['REIMBURSEMENT']);
    expect(await types({ custom_reference_number: 'PO 7' })).toEqual(['REIMBURSEMENT']);
    expect(await types({ updated_by: first.updated_by.name.toUpperCase() })).toHaveLength(all.total_count);
    expect(await types({ updated_by: 'Nobody' })).toEqual([]);
    const page = await historyOf(boss, { size: 1, page: 2 });
    expect(page).toMatchObject({ total_count: all.total_count, page_info: { page_size: 1, current_page: 2 } });
    expect(page.items).toEqual([all.items[1]]);
    refuses(await boss.send(HISTORY, { size: 1, page: 99 }), 'graphql-input', /page/);
  });

  it('is for users whose role allows it, and of the own company', async () => {
    const staff = await newStaff(souk);
    await spend(staff.company);
    const clerk = await userWith(souk, staff, 'Magento_Company::view_account');
    refuses(await clerk.send(CREDIT), 'graphql-input', 'Magento_Company::credit access denied.');
    refuses(await clerk.send(HISTORY), 'graphql-input', 'Magento_Company::credit_history access denied.');
    const other = await newStaff(souk);
    expect((await historyOf(other.boss)).total_count).toBe(0);
    expect((await other.boss.data(CREDIT)).company.credit.credit_limit).toEqual(usd(0));
    expect((await (await storefrontOf(souk, staff.account)).data(CREDIT)).company.credit.credit_limit).toEqual(
      usd(500),
    );
  });

  it('is announced while the shop takes it as payment', async () => {
    const read = '{ storeConfig { company_credit_enabled } }';
    const enabled = async (): Promise<boolean> =>
      (await graphqlClient(souk).data(read)).storeConfig.company_credit_enabled;
    expect(await enabled()).toBe(false);
    await configured(souk, { 'payment/companycredit/active': '1' }, async () => expect(await enabled()).toBe(true));
  });
});
