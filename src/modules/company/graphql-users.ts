import type { Call } from '../../kernel/call.ts';
import {
  enumTypes,
  extendType,
  inputTypes,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { pageInfo, readAskedPage, requireReached, type AskedPage } from '../../storage/criteria/pages.ts';
import { inIds } from '../../storage/sql.ts';
import { requireAllowed } from './access.ts';
import { findCompanies } from './companies.ts';
import { companiesAreOn } from './configuration.ts';
import { showColleague } from './graphql-structure.ts';
import { findRoles, type StoredRole } from './roles.ts';
import { leaderRole, type CompanyRoleSource } from './special-roles.ts';
import { nodesOfCompanies } from './structure.ts';
import type { CompanyStructureRow, CompanyTeamRow, CompanyUser } from './tables.ts';
import { findTeams } from './teams.ts';
import { userStates } from './types.ts';
import { countingPlace, findPlaces } from './users.ts';

const enums = enumTypes({ CompanyUserStatusEnum: ['ACTIVE', 'INACTIVE'] });
const values = valueTypes({
  CompanyUsers: { items: '[Customer]!', page_info: 'SearchResultPageInfo', total_count: 'Int!' },
});
const inputs = inputTypes({ CompanyUsersFilterInput: { status: 'CompanyUserStatusEnum' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

const placesLoader = loader<number, readonly CompanyUser[]>(async (ids, call) => {
  const found = await findPlaces(call, ids);
  return ids.map((id) => found.get(id) ?? []);
});
const companyLoader = loader<number, GraphQLTypes['Company'] | undefined>(async (ids, call) => {
  const found = await findCompanies(call, ids);
  return ids.map((id) => found.get(id));
});
const nodesLoader = loader<number, readonly CompanyStructureRow[]>(async (ids, call) => {
  const found = Map.groupBy(await nodesOfCompanies(call, ids), ({ company_id }) => company_id);
  return ids.map((id) => found.get(id) ?? []);
});
const teamLoader = loader<number, CompanyTeamRow | undefined>(async (ids, call) => {
  const found = await findTeams(call, ids);
  return ids.map((id) => found.get(id));
});

const keyOf = ({ company_id, customer_id }: Pick<CompanyUser, 'company_id' | 'customer_id'>): string =>
  `${company_id}:${customer_id}`;

/** The first role of each user. */
const roleLoader = loader<string, StoredRole | undefined>(async (keys, call) => {
  const customers = keys.map((key) => Number(key.split(':')[1]));
  const rows = await call.db
    .selectFrom('company_user_role')
    .selectAll()
    .where(inIds('customer_id', customers))
    .orderBy('role_id', 'desc')
    .execute();
  const ids = new Map(rows.map((row) => [keyOf(row), row.role_id]));
  const roles = await findRoles(call, [...new Set(ids.values())]);
  return keys.map((key) => roles.get(ids.get(key) ?? 0));
});

/** A customer's place in the company that is shown: the one of the colleague, else that of the caller. */
async function placeOf(
  call: Call,
  { customer, colleagueIn }: GraphQLTypes['Customer'],
): Promise<CompanyUser | undefined> {
  if (!call.config.of(companiesAreOn, { websiteId: call.scope.websiteId })) return undefined;
  const places = await placesLoader(call, customer.id);
  if (colleagueIn === undefined) return countingPlace(call, places);
  return places.find(({ company_id }) => company_id === colleagueIn);
}

async function roleOf(call: Call, place: CompanyUser): Promise<CompanyRoleSource | undefined> {
  const company = await companyLoader(call, place.company_id);
  if (company?.super_user_id !== place.customer_id) return roleLoader(call, keyOf(place));
  return leaderRole(place.company_id);
}

async function nodeOf(call: Call, place: CompanyUser): Promise<CompanyStructureRow | undefined> {
  const nodes = await nodesLoader(call, place.company_id);
  return nodes.find(({ entity_type, entity_id }) => entity_type === 'customer' && entity_id === place.customer_id);
}

/** The next team above a user in the structure of the company. */
async function teamOf(call: Call, place: CompanyUser): Promise<CompanyTeamRow | undefined> {
  const nodes = new Map((await nodesLoader(call, place.company_id)).map((node) => [node.structure_id, node]));
  let above = nodes.get((await nodeOf(call, place))?.parent_id ?? 0);
  while (above && above.entity_type !== 'team') above = nodes.get(above.parent_id);
  return above && teamLoader(call, above.entity_id);
}

const open = { isOpen: true } as const;
const ofCustomers = extendType('Customer', (t) => ({
  job_title: t.field('String', {}, async (source, _, call) => (await placeOf(call, source))?.job_title, open),
  role: t.field(
    'CompanyRole',
    {},
    async (source, _, call) => {
      const place = await placeOf(call, source);
      return place && roleOf(call, place);
    },
    open,
  ),
  status: t.field(
    'CompanyUserStatusEnum',
    {},
    async (source, _, call) => {
      const place = await placeOf(call, source);
      return place && (place.status === userStates.active ? 'ACTIVE' : 'INACTIVE');
    },
    open,
  ),
  structure_id: t.field(
    'ID!',
    {},
    async (source, _, call) => {
      const place = await placeOf(call, source);
      return uidOf((place && (await nodeOf(call, place))?.structure_id) ?? 0);
    },
    open,
  ),
  team: t.field(
    'CompanyTeam',
    {},
    async (source, _, call) => {
      const place = await placeOf(call, source);
      return place && teamOf(call, place);
    },
    open,
  ),
  telephone: t.field('String', {}, async (source, _, call) => (await placeOf(call, source))?.telephone, open),
}));

/** The ids of one page of the users of a company, and how many there are. */
async function pageOfUsers(
  call: Call,
  companyId: number,
  status: number | undefined,
  { page, pageSize }: AskedPage,
): Promise<{ ids: readonly number[]; count: number }> {
  let query = call.db.selectFrom('company_user').where('company_id', '=', companyId);
  if (status !== undefined) query = query.where('status', '=', status);
  const rows = await query
    .select('customer_id')
    .orderBy('customer_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { count } = await query.select((eb) => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  return { ids: rows.map(({ customer_id }) => customer_id), count: Number(count) };
}

/** A user of a company; undefined for a customer of another one. */
async function userIn(call: Call, companyId: number, uid: string): Promise<CompanyUser | undefined> {
  const id = idOf(uid);
  const places = id === undefined ? undefined : (await findPlaces(call, [id])).get(id);
  return places?.find(({ company_id }) => company_id === companyId);
}

const ofCompanies = extendType('Company', (t) => ({
  user: t.field('Customer', { id: 'ID!' }, async ({ entity_id }, { id }, call) => {
    await requireAllowed(call, 'Magento_Company::users_view');
    const user = await userIn(call, entity_id, id);
    return user && showColleague(call, entity_id, user.customer_id);
  }),
  users: t.field(
    'CompanyUsers',
    { filter: 'CompanyUsersFilterInput', pageSize: 'Int = 20', currentPage: 'Int = 1' },
    async ({ entity_id }, { filter, pageSize, currentPage }, call) => {
      await requireAllowed(call, 'Magento_Company::users_view');
      const asked = readAskedPage(currentPage, pageSize);
      const status =
        filter?.status == null ? undefined : userStates[filter.status === 'ACTIVE' ? 'active' : 'inactive'];
      const { ids, count } = await pageOfUsers(call, entity_id, status, asked);
      await requireReached(asked, ids.length, async () => count);
      const found = await Promise.all(ids.map((id) => showColleague(call, entity_id, id)));
      return {
        items: found.flatMap((colleague) => colleague ?? []),
        page_info: await pageInfo(asked, async () => count),
        total_count: count,
      };
    },
  ),
}));

/** Users of companies in GraphQL. */
export const userDeclarations = [enums, values, inputs, ofCustomers, ofCompanies];
