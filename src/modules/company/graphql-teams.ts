import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import {
  extendType,
  inputTypes,
  mutations,
  objectType,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { invariant } from '../../kernel/invariant.ts';
import { loader } from '../../kernel/loader.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { requireAllowed, requireEditor } from './access.ts';
import { customerIn, findNode, moveNode, nodesOf, nodesOfTeams } from './structure.ts';
import type { CompanyStructureRow, CompanyTeamRow } from './tables.ts';
import { changeTeam, createTeam, deleteTeam, findTeams, requireTeam } from './teams.ts';

const values = valueTypes({
  CreateCompanyTeamOutput: { team: 'CompanyTeam!' },
  DeleteCompanyTeamOutput: { success: 'Boolean!' },
  UpdateCompanyStructureOutput: { company: 'Company!' },
  UpdateCompanyTeamOutput: { team: 'CompanyTeam!' },
});
const inputs = inputTypes({
  CompanyStructureUpdateInput: { parent_tree_id: 'ID!', tree_id: 'ID!' },
  CompanyTeamCreateInput: { description: 'String', name: 'String!', target_id: 'ID' },
  CompanyTeamUpdateInput: { description: 'String', id: 'ID!', name: 'String' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    CompanyTeam: CompanyTeamRow;
  }
}

const nodeOfTeam = loader<number, CompanyStructureRow>(async (ids, call) => {
  const found = new Map((await nodesOfTeams(call, ids)).map((node) => [node.entity_id, node]));
  return ids.map((id) => invariant(found.get(id), 'a team is in the structure of its company'));
});

const teamType = objectType('CompanyTeam', (t) => ({
  description: 'String',
  id: t.field('ID!', ({ team_id }) => uidOf(team_id)),
  name: 'String',
  structure_id: t.field('ID!', async ({ team_id }, _, call) => uidOf((await nodeOfTeam(call, team_id)).structure_id)),
}));

/** A team of a company; undefined for one of another company. */
async function teamIn(call: Call, companyId: number, uid: string): Promise<CompanyTeamRow | undefined> {
  const id = idOf(uid);
  const team = id === undefined ? undefined : (await findTeams(call, [id])).get(id);
  return team?.company_id === companyId ? team : undefined;
}

const ofCompanies = extendType('Company', (t) => ({
  team: t.field('CompanyTeam', { id: 'ID!' }, async ({ entity_id }, { id }, call) => {
    await requireAllowed(call, 'Magento_Company::users_view');
    return (await teamIn(call, entity_id, id)) ?? null;
  }),
}));

/** A team that the caller may change. Throws 404 for one of another company. */
async function editableTeam(call: Call, uid: string): Promise<CompanyTeamRow> {
  const { company } = await requireEditor(call);
  const team = await teamIn(call, company.entity_id, uid);
  if (!team) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: uid });
  return team;
}

/** The id of a place in the structure of a company. Throws 404 for one of another company. */
async function placeIn(call: Call, companyId: number, uid: string, fieldName: string): Promise<number> {
  const id = idOf(uid);
  const node = (await nodesOf(call, companyId)).find(({ structure_id }) => structure_id === id);
  if (!node) throw platformErrors.noSuchEntity({ fieldName, fieldValue: uid });
  return node.structure_id;
}

/** Creates a team below a place of the structure: the chosen one, or that of the caller. */
async function create(
  call: Call,
  target: string | null | undefined,
  fields: { readonly name: string; readonly description: string | null },
): Promise<CompanyTeamRow> {
  const { company, user } = await requireEditor(call);
  const companyId = company.entity_id;
  const parent =
    target == null
      ? (await findNode(call, customerIn(companyId, user.customer_id)))?.structure_id
      : await placeIn(call, companyId, target, 'target_id');
  const id = await createTeam(call, companyId, fields);
  const [node] = await nodesOfTeams(call, [id]);
  if (parent !== undefined && node) await moveNode(call, node.structure_id, parent);
  return requireTeam(call, id);
}

const teamMutations = mutations((t) => ({
  createCompanyTeam: t.field(
    'CreateCompanyTeamOutput',
    { input: 'CompanyTeamCreateInput!' },
    async (_, { input: { target_id, name, description } }, call) => ({
      team: await create(call, target_id, { name, description: description ?? null }),
    }),
  ),
  deleteCompanyTeam: t.field('DeleteCompanyTeamOutput', { id: 'ID!' }, async (_, { id }, call) => {
    await deleteTeam(call, (await editableTeam(call, id)).team_id);
    return { success: true };
  }),
  updateCompanyStructure: t.field(
    'UpdateCompanyStructureOutput',
    { input: 'CompanyStructureUpdateInput!' },
    async (_, { input: { tree_id, parent_tree_id } }, call) => {
      const { company } = await requireEditor(call);
      const id = await placeIn(call, company.entity_id, tree_id, 'tree_id');
      await moveNode(call, id, await placeIn(call, company.entity_id, parent_tree_id, 'parent_tree_id'));
      return { company };
    },
  ),
  updateCompanyTeam: t.field(
    'UpdateCompanyTeamOutput',
    { input: 'CompanyTeamUpdateInput!' },
    async (_, { input: { id, name, description } }, call) => {
      const { team_id, ...before } = await editableTeam(call, id);
      await changeTeam(call, team_id, { name: name ?? before.name, ...(description !== undefined && { description }) });
      return { team: await requireTeam(call, team_id) };
    },
  ),
}));

/** Teams and the structure of companies in GraphQL. */
export const teamDeclarations = [values, inputs, teamType, ofCompanies, teamMutations];
