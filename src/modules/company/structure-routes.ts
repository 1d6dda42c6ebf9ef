import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { permissions } from './permissions.ts';
import { moveNode, showHierarchy } from './structure.ts';
import { changeTeam, createTeam, deleteTeam, listTeams, requireTeam, showTeam } from './teams.ts';
import { HierarchyNode, Team, TeamSearchResults } from './types.ts';

const teams = { service: 'companyTeamRepositoryV1', access: acl(permissions.manage) } as const;
const hierarchy = { service: 'companyCompanyHierarchyV1', access: acl(permissions.manage) } as const;
const seen = acl(permissions.view);

const listAll = route({
  ...teams,
  method: 'GET',
  path: '/V1/team/',
  operation: 'getList',
  summary: 'List the teams of companies.',
  access: seen,
  input: { searchCriteria: SearchCriteria },
  output: TeamSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listTeams(call, searchCriteria), requestedFields, (page) => page.map(showTeam)),
});

const create = route({
  ...teams,
  method: 'POST',
  path: '/V1/team/:companyId',
  operation: 'create',
  summary: 'Make a team of a company, right below its administrator.',
  entity: entity('company', 'companyId', { names: ['team.name'] }),
  input: { companyId: t.integer, team: Team },
  output: t.nothing,
  async handle({ companyId, team }, call) {
    await createTeam(call, companyId, team);
  },
});

const get = route({
  ...teams,
  method: 'GET',
  path: '/V1/team/:teamId',
  operation: 'get',
  summary: 'Read a team.',
  access: seen,
  input: { teamId: t.integer },
  output: Team,
  handle: async ({ teamId }, call) => showTeam(await requireTeam(call, teamId)),
});

const update = route({
  ...teams,
  method: 'PUT',
  path: '/V1/team/:teamId',
  operation: 'save',
  summary: 'Change the name or the description of a team.',
  entity: entity('company team', 'team.id', { names: ['team.name'] }),
  input: { team: Team },
  overrides: { teamId: t.string },
  fromPath: { 'team.id': 'teamId' },
  output: t.boolean,
  async handle({ team }, call) {
    await changeTeam(call, team.id ?? 0, team);
    return true;
  },
});

const remove = route({
  ...teams,
  method: 'DELETE',
  path: '/V1/team/:teamId',
  operation: 'deleteById',
  summary: 'Delete a team that nothing is below.',
  entity: entity('company team', 'teamId'),
  input: { teamId: t.integer },
  output: t.nothing,
  handle: ({ teamId }, call) => deleteTeam(call, teamId),
});

const getHierarchy = route({
  ...hierarchy,
  method: 'GET',
  path: '/V1/hierarchy/:id',
  operation: 'getCompanyHierarchy',
  summary: 'List the places of users and teams in a company, which is named by its id.',
  access: seen,
  input: { id: t.integer },
  output: t.array(HierarchyNode),
  handle: ({ id }, call) => showHierarchy(call, id),
});

const move = route({
  ...hierarchy,
  method: 'PUT',
  path: '/V1/hierarchy/move/:id',
  operation: 'moveNode',
  summary: 'Move a place in the hierarchy of a company, with all below it, below another one.',
  entity: entity('company place', 'id', { names: ['newParentId'] }),
  input: { id: t.integer, newParentId: t.integer },
  output: t.nothing,
  handle: ({ id, newParentId }, call) => moveNode(call, id, newParentId),
});

/** Routes of teams and of the hierarchies of companies. */
export const structureRoutes = [listAll, create, get, update, remove, getHierarchy, move];
