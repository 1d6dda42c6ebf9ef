import type { Call } from '../../kernel/call.ts';
import {
  extendType,
  objectType,
  unionType,
  valueTypes,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import { requireAllowed } from './access.ts';
import { nodesOf } from './structure.ts';
import type { CompanyStructureRow, CompanyTeamRow } from './tables.ts';
import { findTeams } from './teams.ts';

const values = valueTypes({ CompanyStructure: { items: '[CompanyStructureItem]' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    CompanyStructureEntity: CompanyTeamRow | GraphQLTypes['Customer'];
    CompanyStructureItem: CompanyStructureRow;
  }
}

type FoundCustomer = GraphQLTypes['Customer']['customer'] | undefined;

const customerLoader = loader<number, FoundCustomer>(async (ids, call) => {
  const found = await call.services.customer.customers(call, ids);
  return ids.map((id) => found.get(id));
});

/** A user of a company as other users see it; callers see themselves as everywhere. */
export async function showColleague(
  call: Call,
  companyId: number,
  customerId: number,
): Promise<GraphQLTypes['Customer'] | undefined> {
  const customer = await customerLoader(call, customerId);
  if (!customer) return undefined;
  const isCaller = call.caller.type === 'customer' && call.caller.id === customerId;
  return isCaller ? { customer } : { customer, colleagueIn: companyId };
}

const teams = loader<number, CompanyTeamRow | undefined>(async (ids, call) => {
  const found = await findTeams(call, ids);
  return ids.map((id) => found.get(id));
});

/** The places from one on, depth first, down to a number of levels. */
function depthFirst(nodes: readonly CompanyStructureRow[], rootId: number, depth: number): CompanyStructureRow[] {
  const children = Map.groupBy(nodes, ({ parent_id }) => parent_id);
  const below = (node: CompanyStructureRow, levels: number): CompanyStructureRow[] => [
    node,
    ...(levels > 0 ? (children.get(node.structure_id) ?? []).flatMap((one) => below(one, levels - 1)) : []),
  ];
  const roots = nodes.filter(({ structure_id, parent_id }) => (rootId === 0 ? parent_id : structure_id) === rootId);
  return roots.flatMap((root) => below(root, depth));
}

const types = [
  unionType('CompanyStructureEntity', ['CompanyTeam', 'Customer'], (value) =>
    'team_id' in value ? 'CompanyTeam' : 'Customer',
  ),
  objectType('CompanyStructureItem', (t) => ({
    entity: t.field('CompanyStructureEntity', async ({ entity_type, entity_id, company_id }, _, call) => {
      if (entity_type === 'team') return teams(call, entity_id);
      return showColleague(call, company_id, entity_id);
    }),
    id: t.field('ID!', ({ structure_id }) => uidOf(structure_id)),
    parent_id: t.field('ID', ({ parent_id }) => uidOf(parent_id)),
  })),
];

const ofCompanies = extendType('Company', (t) => ({
  structure: t.field(
    'CompanyStructure',
    { rootId: 'ID', depth: 'Int = 10' },
    async ({ entity_id }, { rootId, depth }, call) => {
      await requireAllowed(call, 'Magento_Company::users_view');
      const root = rootId == null ? 0 : idOf(rootId);
      if (root === undefined) return { items: [] };
      return { items: depthFirst(await nodesOf(call, entity_id), root, depth ?? 10) };
    },
  ),
}));

/** The structure of companies in GraphQL. */
export const structureDeclarations = [values, ...types, ofCompanies];
