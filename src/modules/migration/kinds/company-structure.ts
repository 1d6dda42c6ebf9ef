import { anyText } from '../../../kernel/any-text.ts';
import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import { routeCallerWithin } from '../../../platform/execution/call-route.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import type { MigrationRun } from '../migration-run.ts';
import { inParallel } from '../parallel.ts';
import { orNone } from '../source/errors.ts';
import { readAmong } from '../source/lists.ts';
import type { SourceRecord } from '../source/record.ts';
import { extensionsOf, fieldsOf, textIn, textsIn } from '../wire.ts';
import { companiesOf, companyRolesOf, companyWriterOf } from './companies.ts';

/** Requests for hierarchies and users of roles at once. */
const WIDTH = 6;

/** The hierarchy of a company of the source. */
interface CompanyTree {
  readonly company: SourceRecord;
  readonly nodes: readonly SourceRecord[];
}

const treesKey = {};

/** The hierarchies of the source's companies, read once in a run. */
function treesOf(run: MigrationRun): Promise<readonly CompanyTree[]> {
  return run.call.memo(treesKey, async () =>
    inParallel(await companiesOf(run), WIDTH, async (company) => ({
      company,
      nodes: await orNone(run.client.get(`/V1/hierarchy/${textIn(company, 'id')}`).then(objectsOf)),
    })),
  );
}

const idsOfType = ({ nodes }: CompanyTree, type: 'customer' | 'team'): string[] =>
  nodes.filter(({ entity_type }) => entity_type === type).map((node) => textIn(node, 'entity_id'));

const teamRepository = 'companyTeamRepositoryV1';

/** Teams of companies. Teams do not show their company: its hierarchy does. */
const teams: MigrationKind = {
  name: 'company teams',
  part: 'companies',
  keepsIds: true,
  listing: { all: readTeams },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'name'),
  async save(saving, record, known) {
    const { route, idOf, call, wantedId } = saving;
    const companyId = await idOf('companies', record['company_id']);
    const description = record['description'] ? anyText(record['description']) : null;
    const team = { name: textIn(record, 'name'), description };
    const id = known === undefined ? await unusedTeam(saving, companyId, team.name) : Number(known);
    if (id === undefined) return companyWriterOf(saving).storeTeam(call, companyId, team, wantedId(record['id']));
    await route(teamRepository, 'save', { teamId: String(id), team: { ...team, id } });
    return id;
  },
  compared: {
    fields: ['name', 'description'],
    read: ({ platform, call }, targetKey) =>
      routeCallerWithin(platform, call)<SourceRecord>(teamRepository, 'get', { teamId: Number(targetKey) }),
  },
};

async function readTeams(run: MigrationRun): Promise<SourceRecord[]> {
  const companies = new Map(
    (await treesOf(run)).flatMap((tree) => idsOfType(tree, 'team').map((id) => [id, tree.company['id']] as const)),
  );
  const found = await readAmong(run.client, '/V1/team/', 'team_id', [...companies.keys()]);
  return found.map((team) => Object.assign({}, team, { company_id: companies.get(textIn(team, 'id')) }));
}

interface TargetTeam {
  readonly id: number;
  readonly name: string;
}

async function teamsHere({ route }: Saving, companyId: number): Promise<readonly TargetTeam[]> {
  const { items } = await route<{ items: TargetTeam[] }>(teamRepository, 'getList', {
    searchCriteria: { filter_groups: [{ filters: [{ field: 'company_id', value: String(companyId) }] }] },
  });
  return items;
}

/** A team of a company with the same name that no other team of the source has taken. */
async function unusedTeam(saving: Saving, companyId: number, name: string): Promise<number | undefined> {
  const { run, call } = saving;
  const taken = new Set((await run.journal.allMoved(call.db, 'company teams')).map(({ targetKey }) => targetKey));
  const all = await teamsHere(saving, companyId);
  return all.find((one) => one.name === name && !taken.has(String(one.id)))?.id;
}

/** Users of companies with their roles; the administrator has none. */
const users: MigrationKind = {
  name: 'company users',
  part: 'companies',
  listing: { all: usersOf },
  keyOf: (record) => `${textIn(record, 'company_id')}:${textIn(record, 'customer_id')}`,
  nameOf: (record) => textIn(record, 'email'),
  async save(saving, record) {
    const { route, idOf, findId, lose } = saving;
    const company_id = await idOf('companies', record['company_id']);
    const customer_id = await idOf('customers', record['customer_id']);
    const { job_title = null, telephone = null, status = 1, is_default } = record;
    const companyAttributes = {
      company_id,
      customer_id,
      job_title,
      telephone,
      status,
      // The default company of a customer becomes one, and the other ones cease to be.
      ...(is_default === true ? { is_default } : {}),
    };
    await route('companyCompanyUserRepositoryV1', 'save', { companyAttributes });
    const roles = [];
    for (const roleId of textsIn(record['role_ids'])) {
      const id = await findId('company roles', roleId);
      if (id === undefined) lose(`its role ${roleId} was not moved`);
      else roles.push({ id });
    }
    if (roles.length > 0) await route('companyAclV1', 'assignRoles', { userId: customer_id, roles });
    return `${company_id}:${customer_id}`;
  },
  compared: {
    fields: ['job_title', 'telephone', 'status'],
    read: async ({ platform, call }, targetKey) => {
      const [companyId, customerId] = targetKey.split(':').map(Number);
      return routeCallerWithin(platform, call)<SourceRecord>('companyCompanyUserRepositoryV1', 'get', {
        companyId,
        customerId,
      });
    },
  },
};

const usersKey = {};

/** The users of the source's companies, read once in a run: once for each company that a user belongs to. */
export function usersOf(run: MigrationRun): Promise<readonly SourceRecord[]> {
  return run.call.memo(usersKey, () => readUsers(run));
}

/** Reads users by the hierarchies of companies, which show active ones, and by their roles. */
async function readUsers(run: MigrationRun): Promise<SourceRecord[]> {
  const trees = await treesOf(run);
  const roles = await rolesOfUsers(run);
  const pairs = trees.flatMap((tree) => {
    const company = textIn(tree.company, 'id');
    const own = roles.get(company) ?? new Map<string, string[]>();
    const leader = anyText(tree.company['super_user_id']);
    const ids = [...new Set([leader, ...idsOfType(tree, 'customer'), ...own.keys()])];
    return ids.map((id) => ({ company, id, role_ids: id === leader ? [] : (own.get(id) ?? []) }));
  });
  const ids = [...new Set(pairs.map(({ id }) => id))];
  const found = await readAmong(run.client, '/V1/customers/search', 'entity_id', ids);
  const customers = new Map(found.map((one) => [textIn(one, 'id'), one]));
  return pairs.map(({ company, id, role_ids }) => {
    const customer = customers.get(id) ?? {};
    return Object.assign(fieldsOf(placeOf(customer, company), ['extension_attributes']), {
      company_id: company,
      customer_id: id,
      email: anyText(customer['email'] ?? `customer ${id}`),
      role_ids,
    });
  });
}

/** The roles of users: ids of roles by customer, by company. */
async function rolesOfUsers(run: MigrationRun): Promise<Map<string, Map<string, string[]>>> {
  const roles = await companyRolesOf(run);
  const members = await inParallel(roles, WIDTH, (role) =>
    orNone(run.client.get(`/V1/company/role/${textIn(role, 'id')}/users`, 'fields=id').then(objectsOf)),
  );
  const byCompany = new Map<string, Map<string, string[]>>();
  for (const [at, role] of roles.entries()) {
    const company = textIn(role, 'company_id');
    const users = byCompany.get(company) ?? new Map<string, string[]>();
    byCompany.set(company, users);
    for (const member of members[at] ?? []) {
      const id = textIn(member, 'id');
      users.set(id, [...(users.get(id) ?? []), textIn(role, 'id')]);
    }
  }
  return byCompany;
}

/** A customer's data in a company. Before 2.4.9 customers are in one company. */
function placeOf(customer: SourceRecord, company: string): SourceRecord {
  const { company_attributes, all_company_attributes } = extensionsOf(customer);
  const places = [...objectsOf(all_company_attributes), objectOf(company_attributes)];
  return places.find(({ company_id }) => anyText(company_id ?? '') === company) ?? {};
}

const hierarchyService = 'companyCompanyHierarchyV1';

interface TargetNode {
  readonly structure_id: number;
  readonly structure_parent_id: number;
  readonly entity_id: number;
  readonly entity_type: string;
}

/** Hierarchies of companies, once users and teams are there. */
const hierarchies: MigrationKind = {
  name: 'company hierarchies',
  part: 'companies',
  listing: {
    all: async (run) =>
      (await treesOf(run)).map(({ company, nodes }) => ({
        company_id: company['id'],
        name: company['company_name'],
        nodes,
      })),
  },
  keyOf: (record) => textIn(record, 'company_id'),
  nameOf: (record) => `hierarchy of ${textIn(record, 'name')}`,
  async save(saving, record) {
    const id = await saving.idOf('companies', record['company_id']);
    const nodes = await saving.route<TargetNode[]>(hierarchyService, 'getCompanyHierarchy', { id });
    const here = new Map(nodes.map((node) => [`${node.entity_type}:${node.entity_id}`, node]));
    await placeNodes(saving, objectsOf(record['nodes']), here);
    return id;
  },
};

/** Moves the places of a hierarchy here below those of the source, parents first. */
async function placeNodes(
  { route, findId, lose }: Saving,
  nodes: readonly SourceRecord[],
  here: ReadonlyMap<string, TargetNode>,
): Promise<void> {
  const ids = new Set(nodes.map((node) => anyText(node['structure_id'])));
  const children = Map.groupBy(nodes, (node) => anyText(node['structure_parent_id'] ?? 0));
  const tops = nodes.filter((node) => !ids.has(anyText(node['structure_parent_id'] ?? 0)));
  const waiting: { node: SourceRecord; above?: number | undefined }[] = tops.map((node) => ({ node }));
  // The list grows while it is read, by the children of each place once.
  for (const { node, above } of waiting) {
    const kind = node['entity_type'] === 'team' ? 'company teams' : 'customers';
    const entityId = await findId(kind, node['entity_id']);
    const place = here.get(`${anyText(node['entity_type'])}:${entityId}`);
    if (!place) lose(`the place of ${anyText(node['entity_type'])} ${anyText(node['entity_id'])} is missing here`);
    else if (above !== undefined && place.structure_parent_id !== above) {
      await route(hierarchyService, 'moveNode', { id: place.structure_id, newParentId: above });
    }
    const below = children.get(anyText(node['structure_id'])) ?? [];
    children.delete(anyText(node['structure_id']));
    waiting.push(...below.map((child) => ({ node: child, above: place?.structure_id ?? above })));
  }
}

/** Teams, users and hierarchies of companies. */
export const companyStructureKinds: readonly MigrationKind[] = [teams, users, hierarchies];
