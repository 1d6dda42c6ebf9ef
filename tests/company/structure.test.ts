import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, signIn } from '../support/customers.ts';
import { criteria, fails, ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';
import type { Json } from '../sales/shop.ts';
import { newCompany, newUser, place } from './shop.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

const hierarchyOf = async ({ id }: Json): Promise<Json[]> => ok(await souk.admin.get(`/V1/hierarchy/${id}`));
const move = (from: Json, to: Json): Promise<Answer> =>
  souk.admin.put(`/V1/hierarchy/move/${from.structure_id}`, { newParentId: to.structure_id });
const makeTeam = (company: Json, team: Json): Promise<Answer> => souk.admin.post(`/V1/team/${company.id}`, { team });
const teamsOf = async (company: Json): Promise<Json[]> =>
  ok(await souk.admin.get(`/V1/team?${criteria([[{ field: 'company_id', value: company.id }]])}`)).items;
async function newTeam(company: Json): Promise<Json> {
  const name = unique('Team ');
  ok(await makeTeam(company, { name }));
  return (await teamsOf(company)).find((team) => team.name === name)!;
}
/** The place of a customer or a team in the hierarchy of a company. */
const nodeOf = async (company: Json, { id }: Json, type = 'customer'): Promise<Json> =>
  (await hierarchyOf(company)).find(({ entity_id, entity_type }) => entity_id === id && entity_type === type)!;

/** Who is below whom: `customer 3 < team 1`. */
async function shapeOf(company: Json): Promise<string[]> {
  const nodes = await hierarchyOf(company);
  const named = new Map(nodes.map((node) => [node.structure_id, `${node.entity_type} ${node.entity_id}`]));
  return nodes
    .map((node) => `${named.get(node.structure_id)} < ${named.get(node.structure_parent_id) ?? 'nobody'}`)
    .sort();
}

describe('a team', () => {
  it('is made below the administrator, changed, read, found and deleted', async () => {
    const { company, boss } = await newCompany(souk);
    const description = unique('Buyers ');
    expect(ok(await makeTeam(company, { name: ' Western District ', description }))).toEqual([]);
    const [team, ...others] = await teamsOf(company);
    expect(others).toEqual([]);
    expect(team).toEqual({ id: expect.any(Number), name: 'Western District', description });
    expect(await shapeOf(company)).toEqual([`customer ${boss.id} < nobody`, `team ${team!.id} < customer ${boss.id}`]);
    expect(ok(await souk.admin.put(`/V1/team/${team!.id}`, { team: { name: 'Western Region' } }))).toBe(true);
    expect(ok(await souk.admin.get(`/V1/team/${team!.id}`))).toEqual({ ...team, name: 'Western Region' });
    ok(await souk.admin.put(`/V1/team/${team!.id}`, { team: { description: null } }));
    expect(ok(await souk.admin.get(`/V1/team/${team!.id}`))).toEqual({ id: team!.id, name: 'Western Region' });
    for (const field of ['id', 'team_id']) {
      const query = criteria([[{ field, value: team!.id }]]);
      expect(ok(await souk.admin.get(`/V1/team?${query}`)).items.map(({ id }: Json) => id)).toEqual([team!.id]);
    }
    expect(ok(await souk.admin.delete(`/V1/team/${team!.id}`))).toEqual([]);
    fails(await souk.admin.get(`/V1/team/${team!.id}`), 404, `No such entity with id = ${team!.id}`);
    expect(await shapeOf(company)).toEqual([`customer ${boss.id} < nobody`]);
  });

  it('is refused where it is wrong', async () => {
    const { company } = await newCompany(souk);
    const team = await newTeam(company);
    const required = '"name" is required. Enter and try again.';
    fails(await makeTeam(company, {}), 400, required);
    fails(await makeTeam(company, { name: ' ' }), 400, required);
    fails(await makeTeam(company, { name: 'x'.repeat(256) }), 400, /provided for the name field/);
    fails(await makeTeam({ id: 987654 }, { name: 'x' }), 404, 'No such entity with id = 987654');
    fails(await souk.admin.put(`/V1/team/${team.id}`, { team: { name: null } }), 400, required);
    fails(await souk.admin.put('/V1/team/987654', { team: { name: 'x' } }), 404, 'No such entity with id = 987654');
    fails(await souk.admin.delete('/V1/team/987654'), 404, 'No such entity with id = 987654');
    expect(await teamsOf(company)).toEqual([team]);
  });

  it('stays while somebody is below it, and goes with the company', async () => {
    const { company } = await newCompany(souk);
    const team = await newTeam(company);
    const user = await newUser(souk, company);
    ok(await move(await nodeOf(company, user), await nodeOf(company, team, 'team')));
    fails(await souk.admin.delete(`/V1/team/${team.id}`), 400, /has child users or teams/);
    ok(await souk.admin.delete(`/V1/company/${company.id}`));
    fails(await souk.admin.get(`/V1/team/${team.id}`), 404);
    fails(await souk.admin.get(`/V1/hierarchy/${company.id}`), 404, `No such entity with id = ${company.id}`);
  });
});

describe('the hierarchy of a company', () => {
  it('has the administrator at the top and users below, and is changed by moves', async () => {
    const { company, boss } = await newCompany(souk);
    const [east, west] = [await newTeam(company), await newTeam(company)];
    const [ada, bob] = [await newUser(souk, company), await newUser(souk, company)];
    expect((await hierarchyOf(company))[0]).toEqual({
      structure_id: expect.any(Number),
      entity_id: boss.id,
      entity_type: 'customer',
      structure_parent_id: 0,
    });
    expect(ok(await move(await nodeOf(company, ada), await nodeOf(company, east, 'team')))).toEqual([]);
    ok(await move(await nodeOf(company, bob), await nodeOf(company, ada)));
    ok(await move(await nodeOf(company, east, 'team'), await nodeOf(company, west, 'team')));
    expect(await shapeOf(company)).toEqual(
      [
        `customer ${boss.id} < nobody`,
        `team ${west.id} < customer ${boss.id}`,
        `team ${east.id} < team ${west.id}`,
        `customer ${ada.id} < team ${east.id}`,
        `customer ${bob.id} < customer ${ada.id}`,
      ].sort(),
    );
  });

  it('refuses moves that would break it', async () => {
    const { company, boss } = await newCompany(souk);
    const { company: stranger, boss: other } = await newCompany(souk);
    const [ada, bob] = [await newUser(souk, company), await newUser(souk, company)];
    ok(await move(await nodeOf(company, bob), await nodeOf(company, ada)));
    const before = await hierarchyOf(company);
    const [top, above, below] = [
      await nodeOf(company, boss),
      await nodeOf(company, ada),
      await nodeOf(company, bob),
    ] as const;
    for (const target of [above, below]) {
      fails(await move(above, target), 400, 'A place in the hierarchy cannot be moved below itself.');
    }
    fails(await move(top, below), 400, 'The company admin stays at the top of the hierarchy.');
    fails(await move(below, await nodeOf(stranger, other)), 400, /provided for the newParentId field/);
    fails(await move({ structure_id: 987654 }, top), 404, 'No such entity with id = 987654');
    fails(await move(below, { structure_id: 987654 }), 404, 'No such entity with newParentId = 987654');
    fails(await souk.admin.put(`/V1/hierarchy/move/${below.structure_id}`, {}), 400, /"newParentId" is required/);
    expect(await hierarchyOf(company)).toEqual(before);
  });

  it('closes where a user leaves, is deleted or inactive: who was below goes up', async () => {
    const { company, boss } = await newCompany(souk);
    for (const go of [
      (user: Json) => souk.admin.delete(`/V1/customers/${user.id}/companies/${company.id}`),
      (user: Json) => souk.admin.delete(`/V1/customers/${user.id}`),
      (user: Json) => place(souk.admin, user, { company_id: 0 }),
    ]) {
      const [ada, bob] = [await newUser(souk, company), await newUser(souk, company)];
      ok(await move(await nodeOf(company, bob), await nodeOf(company, ada)));
      ok(await go(ada));
      expect(await nodeOf(company, ada)).toBeUndefined();
      expect(await shapeOf(company)).toContain(`customer ${bob.id} < customer ${boss.id}`);
    }
    const [ada, bob] = [await newUser(souk, company), await newUser(souk, company)];
    ok(await move(await nodeOf(company, bob), await nodeOf(company, ada)));
    ok(await place(souk.admin, ada, { status: 0 }));
    const shape = await shapeOf(company);
    expect(shape).toContain(`customer ${ada.id} < customer ${boss.id}`);
    expect(shape).toContain(`customer ${bob.id} < customer ${boss.id}`);
  });

  it('gets a new top with a new administrator', async () => {
    const { company, boss } = await newCompany(souk);
    const [ada, bob] = [await newUser(souk, company), await newUser(souk, company)];
    ok(await move(await nodeOf(company, bob), await nodeOf(company, ada)));
    const lead = (super_user_id: number): Promise<Answer> =>
      souk.admin.put(`/V1/company/${company.id}`, { company: { super_user_id } });
    ok(await lead(ada.id));
    const below = (top: Json, ...users: Json[]): string[] =>
      [`customer ${top.id} < nobody`, ...users.map(({ id }) => `customer ${id} < customer ${top.id}`)].sort();
    expect(await shapeOf(company)).toEqual(below(ada, boss, bob));
    const next = await newCustomer(souk);
    ok(await lead(next.id));
    expect(await shapeOf(company)).toEqual(below(next, ada, boss, bob));
  });

  it('stays a tree, whoever moves at the same time', async () => {
    const { company, boss } = await newCompany(souk);
    const users = [];
    for (let i = 0; i < 4; i++) users.push(await newUser(souk, company));
    const nodes = await Promise.all(users.map((user) => nodeOf(company, user)));
    const answers = await Promise.all(nodes.map((node, i) => move(node, nodes[(i + 1) % nodes.length]!)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const parents = new Map((await hierarchyOf(company)).map((node) => [node.structure_id, node.structure_parent_id]));
    const top = await nodeOf(company, boss);
    for (const { structure_id } of nodes) {
      let above = structure_id;
      for (let steps = 0; steps < 6 && parents.get(above) !== 0; steps++) above = parents.get(above);
      expect(above).toBe(top.structure_id);
    }
  });

  it('is for those who may', async () => {
    const { company } = await newCompany(souk);
    const user = await newUser(souk, company);
    const team = await newTeam(company);
    const me = await signIn(souk, user.email);
    const { structure_id } = await nodeOf(company, user);
    const before = await hierarchyOf(company);
    for (const caller of [souk.guest, me]) {
      for (const url of [`/V1/hierarchy/${company.id}`, `/V1/team/${team.id}`, '/V1/team?searchCriteria=']) {
        fails(await caller.get(url), 401);
      }
      fails(await caller.post(`/V1/team/${company.id}`, { team: { name: 'x' } }), 401);
      fails(await caller.put(`/V1/team/${team.id}`, { team: { name: 'x' } }), 401);
      fails(await caller.delete(`/V1/team/${team.id}`), 401);
      fails(await caller.put(`/V1/hierarchy/move/${structure_id}`, { newParentId: before[0]!.structure_id }), 401);
    }
    expect(await hierarchyOf(company)).toEqual(before);
    expect(await teamsOf(company)).toEqual([team]);
  });
});
