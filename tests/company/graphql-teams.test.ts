import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { signIn } from '../support/customers.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { newCompany, newUser } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const TEAM = '{ id name description structure_id }';
const CREATE = `mutation($input: CompanyTeamCreateInput!) { createCompanyTeam(input: $input) { team ${TEAM} } }`;
const UPDATE = `mutation($input: CompanyTeamUpdateInput!) { updateCompanyTeam(input: $input) { team ${TEAM} } }`;
const DELETE = 'mutation($id: ID!) { deleteCompanyTeam(id: $id) { success } }';
const MOVE = `mutation($tree_id: ID!, $parent_tree_id: ID!) {
  updateCompanyStructure(input: { tree_id: $tree_id, parent_tree_id: $parent_tree_id }) { company { id } } }`;
const READ = `query($id: ID!) { company { team(id: $id) ${TEAM} } }`;

const storefront = async (customer: Json): Promise<GraphQLClient> =>
  graphqlClient(souk, (await signIn(souk, customer.email)).token);
const make = async (as: GraphQLClient, input: object): Promise<Json> =>
  (await as.data(CREATE, { input })).createCompanyTeam.team;
const move = (as: GraphQLClient, node: Json, below: Json): Promise<Answer> =>
  as.send(MOVE, { tree_id: node.structure_id, parent_tree_id: below.structure_id });

/** The parent of a team in the structure, and the place of the top, as uids. */
async function parents(company: Json, team: Json): Promise<{ parent: string; top: string }> {
  const nodes: Json[] = ok(await souk.admin.get(`/V1/hierarchy/${company.id}`));
  const own = nodes.find(({ structure_id }) => btoa(String(structure_id)) === team.structure_id);
  const top = nodes.find(({ structure_parent_id }) => structure_parent_id === 0);
  return { parent: btoa(String(own?.structure_parent_id)), top: btoa(String(top?.structure_id)) };
}

describe('teams on storefronts', () => {
  it('are made below the caller or another place, changed, moved and deleted', async () => {
    const { company, boss: account } = await newCompany(souk);
    const boss = await storefront(account);
    const west = await make(boss, { name: 'West', description: 'Coast' });
    const { parent, top } = await parents(company, west);
    expect(parent).toBe(top);
    const bay = await make(boss, { name: 'Bay', target_id: west.structure_id });
    expect((await parents(company, bay)).parent).toBe(west.structure_id);
    const renamed = (await boss.data(UPDATE, { input: { id: west.id, name: 'Pacific' } })).updateCompanyTeam.team;
    expect(renamed).toEqual({ ...west, name: 'Pacific' });
    refuses(await boss.send(DELETE, { id: west.id }), 'graphql-input', /cannot be deleted/);
    refuses(await move(boss, west, bay), 'graphql-input', /below itself/);
    refuses(await move(boss, { structure_id: top }, bay), 'graphql-input', /stays at the top/);
    expect((await move(boss, bay, { structure_id: top })).body.errors).toBeUndefined();
    expect((await parents(company, bay)).parent).toBe(top);
    expect((await boss.data(DELETE, { id: west.id })).deleteCompanyTeam.success).toBe(true);
    expect((await boss.data(READ, { id: west.id })).company.team).toBeNull();
  });

  it('never form a circle, when two are moved below each other at the same time', async () => {
    const { boss: account } = await newCompany(souk);
    const boss = await storefront(account);
    const [a, b] = [await make(boss, { name: 'A' }), await make(boss, { name: 'B' })];
    const answers = await Promise.all([move(boss, a, b), move(boss, b, a)]);
    expect(answers.filter(({ body }) => body.errors)).toHaveLength(1);
  });

  it('are closed to users whose role does not allow it, and to other companies', async () => {
    const ours = await newCompany(souk);
    const boss = await storefront(ours.boss);
    const team = await make(boss, { name: 'West' });
    const user = await storefront(await newUser(souk, ours.company));
    const other = await storefront((await newCompany(souk)).boss);
    const theirs = await make(other, { name: 'Theirs' });
    const calls: readonly ((as: GraphQLClient) => Promise<Answer>)[] = [
      (as) => as.send(UPDATE, { input: { id: team.id, name: 'Mine' } }),
      (as) => as.send(DELETE, { id: team.id }),
      (as) => as.send(CREATE, { input: { name: 'Mine', target_id: team.structure_id } }),
      (as) => move(as, team, theirs),
      (as) => move(as, theirs, team),
    ];
    for (const call of calls) {
      refuses(await call(user), 'graphql-input', 'Magento_Company::users_edit access denied.');
      refuses(await call(graphqlClient(souk)), 'graphql-input', 'Customer is not a company user.');
      expect((await call(other)).body.errors[0].message).toMatch(/No such entity/);
    }
    refuses(await user.send(READ, { id: team.id }), 'graphql-input', /users_view access denied/);
    expect((await other.data(READ, { id: team.id })).company.team).toBeNull();
    expect((await boss.data(READ, { id: team.id })).company.team).toEqual(team);
  });
});
