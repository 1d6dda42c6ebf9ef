import type { Call } from '../../kernel/call.ts';
import { callerTypes } from '../../kernel/call.ts';
import {
  enumTypes,
  extendType,
  inputTypes,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { entriesOf } from '../../kernel/own-fields.ts';
import { loader } from '../../kernel/loader.ts';
import { pageInfo, readAskedPage, requireReached } from '../../storage/criteria/pages.ts';
import { inIds } from '../../storage/sql.ts';
import { methodSettings } from '../payment/configuration.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { fromUnits } from './amounts.ts';
import { CODE } from './configuration.ts';
import { findCreditOf } from './credits.ts';
import { pageOfHistory } from './history-pages.ts';
import type { CompanyCreditRow, CreditHistoryRow } from './tables.ts';
import { operations } from './types.ts';

const enums = enumTypes({
  CompanyCreditOperationType: ['ALLOCATION', 'UPDATE', 'PURCHASE', 'REIMBURSEMENT', 'REFUND', 'REVERT'],
  CompanyCreditOperationUserType: ['CUSTOMER', 'ADMIN'],
});
const values = valueTypes({
  CompanyCredit: { available_credit: 'Money!', credit_limit: 'Money!', outstanding_balance: 'Money!' },
  CompanyCreditHistory: {
    items: '[CompanyCreditOperation]!',
    page_info: 'SearchResultPageInfo!',
    total_count: 'Int',
  },
  CompanyCreditOperationUser: { name: 'String!', type: 'CompanyCreditOperationUserType!' },
});
const inputs = inputTypes({
  CompanyCreditHistoryFilterInput: {
    custom_reference_number: 'String',
    operation_type: 'CompanyCreditOperationType',
    updated_by: 'String',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    CompanyCreditOperation: CreditHistoryRow;
  }
}

type OperationName = GraphQLTypes['CompanyCreditOperationType'];

/** The numbers of operations by their names in the schema. */
const numbers = {
  ALLOCATION: operations.allocated,
  UPDATE: operations.updated,
  PURCHASE: operations.purchased,
  REIMBURSEMENT: operations.reimbursed,
  REFUND: operations.refunded,
  REVERT: operations.reverted,
} as const satisfies Readonly<Record<OperationName, number>>;
const names = new Map<number, OperationName>(entriesOf(numbers).map(([name, number]) => [number, name]));

function money(units: number, currency: string): GraphQLTypes['Money'] {
  return { value: fromUnits(units).toNumber(), currency };
}

type Balances = Pick<CompanyCreditRow, 'balance' | 'credit_limit'>;

function balances({ balance, credit_limit }: Balances, currency: string): GraphQLTypes['CompanyCredit'] {
  return {
    available_credit: money(credit_limit + balance, currency),
    credit_limit: money(credit_limit, currency),
    outstanding_balance: money(balance, currency),
  };
}

/** Full names of admin users; undefined for those who no longer exist. */
const adminNames = loader<number, string | undefined>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('admin_user')
    .select(['user_id', 'firstname', 'lastname'])
    .where(inIds('user_id', ids))
    .execute();
  const found = new Map(rows.map(({ user_id, firstname, lastname }) => [user_id, `${firstname} ${lastname}`]));
  return ids.map((id) => found.get(id));
});
const customerNames = loader<number, string | undefined>(async (ids, call) => {
  const found = await call.services.customer.customers(call, ids, { addresses: false });
  return ids.map((id) => {
    const customer = found.get(id);
    return customer && `${customer.firstname} ${customer.lastname}`;
  });
});

/** The person who changed a credit; everybody but customers acts for the shop. */
async function userOf(call: Call, entry: CreditHistoryRow): Promise<GraphQLTypes['CompanyCreditOperationUser']> {
  if (entry.user_type === callerTypes.customer) {
    return { name: (await customerNames(call, entry.user_id)) ?? '', type: 'CUSTOMER' };
  }
  const name = entry.user_type === callerTypes.admin ? await adminNames(call, entry.user_id) : undefined;
  return { name: name ?? '', type: 'ADMIN' };
}

const operationType = objectType('CompanyCreditOperation', (t) => ({
  amount: t.field('Money', ({ amount, currency_operation }) => money(amount, currency_operation)),
  balance: t.field('CompanyCredit!', (entry) => balances(entry, entry.currency_credit)),
  custom_reference_number: 'String',
  date: t.field('String!', ({ datetime }) => datetime),
  type: t.field('CompanyCreditOperationType!', ({ type }) => names.get(type) ?? 'UPDATE'),
  updated_by: t.field('CompanyCreditOperationUser!', (entry, _, call) => userOf(call, entry)),
}));

const ofCompanies = extendType('Company', (t) => ({
  credit: t.field('CompanyCredit!', async (company, _, call) => {
    await call.services.company.requireVisible(call, company, 'Magento_Company::credit');
    const credit = await findCreditOf(call, company.entity_id);
    const empty = { balance: 0, credit_limit: 0, currency_code: call.services.store.baseCurrency(call, 0) };
    return balances(credit ?? empty, (credit ?? empty).currency_code);
  }),
  credit_history: t.field(
    'CompanyCreditHistory!',
    { filter: 'CompanyCreditHistoryFilterInput', pageSize: 'Int = 20', currentPage: 'Int = 1' },
    async (company, { filter, pageSize, currentPage }, call) => {
      await call.services.company.requireVisible(call, company, 'Magento_Company::credit_history');
      const asked = readAskedPage(currentPage, pageSize);
      const { items, count } = await pageOfHistory(call, company.entity_id, asked, {
        reference: filter?.custom_reference_number ?? undefined,
        type: filter?.operation_type == null ? undefined : numbers[filter.operation_type],
        userName: filter?.updated_by ?? undefined,
      });
      await requireReached(asked, items.length, async () => count);
      return { items, page_info: await pageInfo(asked, async () => count), total_count: count };
    },
  ),
}));

const creditSettings = storeConfigFields({ company_credit_enabled: ['Boolean', methodSettings.isActive.of(CODE)] });

/** Credits of companies in GraphQL. */
export const creditGraphql = [enums, values, inputs, operationType, ofCompanies, creditSettings];
