import type { Call } from '../../kernel/call.ts';
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
import { loader } from '../../kernel/loader.ts';
import { uidOf } from '../../kernel/uids.ts';
import { pageInfo, readAskedPage, requireReached, type AskedPage } from '../../storage/criteria/pages.ts';
import { fold, inIds } from '../../storage/sql.ts';
import { companiesAreOn } from './configuration.ts';
import type { CompanyRow } from './tables.ts';
import { companyStates } from './types.ts';

const enums = enumTypes({
  CompaniesSortFieldEnum: ['NAME'],
  CompanyStatusEnum: ['PENDING', 'APPROVED', 'REJECTED', 'BLOCKED'],
});
const values = valueTypes({
  UserCompaniesOutput: { items: '[CompanyBasicInfo]!', page_info: 'SearchResultPageInfo!' },
});
const inputs = inputTypes({
  CompaniesSortInput: { field: 'CompaniesSortFieldEnum!', order: 'SortEnum!' },
  UserCompaniesInput: { currentPage: 'Int', pageSize: 'Int', sort: '[CompaniesSortInput]' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    CompanyBasicInfo: CompanyRow;
  }
}

const statusNames = new Map<number, GraphQLTypes['CompanyStatusEnum']>([
  [companyStates.pending, 'PENDING'],
  [companyStates.approved, 'APPROVED'],
  [companyStates.rejected, 'REJECTED'],
  [companyStates.blocked, 'BLOCKED'],
]);

/** Whether companies are above others. */
const isParent = loader<number, boolean>(async (ids, call) => {
  const rows = await call.db
    .selectFrom('company_relation')
    .select('parent_id')
    .distinct()
    .where(inIds('parent_id', ids))
    .execute();
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  return ids.map((id) => parents.has(id));
});

const companyInfo = objectType('CompanyBasicInfo', (t) => ({
  id: t.field('ID!', ({ entity_id }) => uidOf(entity_id)),
  is_admin: t.field('Boolean!', ({ entity_id }, _, call) => isParent(call, entity_id)),
  legal_name: 'String',
  name: t.field('String', ({ company_name }) => company_name),
  status: t.field('CompanyStatusEnum', ({ status }) => statusNames.get(status)),
}));

/** One page of the companies that a customer is in, by name if asked for, else in the order of their creation. */
async function companiesOfUser(
  call: Call,
  customerId: number,
  order: 'asc' | 'desc' | undefined,
  { page, pageSize }: AskedPage,
): Promise<{ items: CompanyRow[]; count: number }> {
  const query = call.db
    .selectFrom('company')
    .where('entity_id', 'in', (eb) =>
      eb.selectFrom('company_user').select('company_id').where('customer_id', '=', customerId),
    );
  const sorted = order ? query.orderBy(fold('company_name'), order) : query;
  const items = await sorted
    .selectAll()
    .orderBy('entity_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { count } = await query.select((eb) => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return { items, count: Number(count) };
}

const ofCustomers = extendType('Customer', (t) => ({
  companies: t.field('UserCompaniesOutput!', { input: 'UserCompaniesInput' }, async ({ customer }, { input }, call) => {
    const asked = readAskedPage(input?.currentPage, input?.pageSize);
    const areOn = call.config.of(companiesAreOn, { websiteId: call.scope.websiteId });
    const [sort] = input?.sort ?? [];
    const order = sort ? (sort.order === 'DESC' ? 'desc' : 'asc') : undefined;
    const { items, count } = areOn ? await companiesOfUser(call, customer.id, order, asked) : { items: [], count: 0 };
    await requireReached(asked, items.length, async () => count);
    return { items, page_info: await pageInfo(asked, async () => count) };
  }),
}));

/** The companies of a customer, among which a storefront switches. */
export const switcherDeclarations = [enums, values, inputs, companyInfo, ofCustomers];
