import type { Call } from '../../kernel/call.ts';
import { missingArguments, platformErrors } from '../../kernel/errors.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { freeId, insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { lockCompany } from './companies.ts';
import { companyErrors } from './errors.ts';
import { addToStructure, hasBelow, removeFromStructure } from './structure.ts';
import type { CompanyTeamRow } from './tables.ts';
import type { SentTeam, Team } from './types.ts';

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('company_team').selectAll().where(inIds('team_id', p.ids)),
);

/** Teams by id, in one query; unknown ids are skipped. */
export async function findTeams(call: Call, ids: readonly number[]): Promise<Map<number, CompanyTeamRow>> {
  return new Map((await byIds(call.db, { ids })).map((row) => [row.team_id, row]));
}

/** The team with an id. Throws 404. */
export async function requireTeam(call: Call, id: number): Promise<CompanyTeamRow> {
  const team = Number.isSafeInteger(id) ? (await findTeams(call, [id])).get(id) : undefined;
  if (!team) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  return team;
}

const fields: Readonly<Record<string, SearchField>> = {
  id: { kind: 'integer', column: 'team_id', notNull: true },
  team_id: { kind: 'integer', notNull: true },
  company_id: { kind: 'integer', notNull: true },
  name: { kind: 'text', notNull: true },
  description: { kind: 'text' },
};

/** Teams of all companies by criteria. */
export function listTeams(call: Call, criteria: SearchCriteria): Promise<FoundList<CompanyTeamRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('company_team'),
    key: 'team_id',
    fields,
    load: (on, ids: readonly number[]) => findTeams(on, ids),
  });
}

/** A team as the wire has it. */
export function showTeam({ team_id, name, description }: CompanyTeamRow): Out<typeof Team> {
  return { id: team_id, name, description };
}

function readTeam(input: SentTeam, before?: CompanyTeamRow): Pick<CompanyTeamRow, 'name' | 'description'> {
  const name = input.name === undefined ? (before?.name ?? '') : (input.name?.trim() ?? '');
  if (!name) throw missingArguments(['name']);
  checkLengths({ name }, { name: LONGEST_TEXT });
  const description = input.description === undefined ? before?.description : input.description;
  return { name, description: description || null };
}

/**
 * Creates a team, right below the administrator, with the id `wantedId` if no other one has it; its id. In a transaction. Throws
 * 400 and 404.
 */
export async function createTeam(call: Call, companyId: number, input: SentTeam, wantedId?: number): Promise<number> {
  const team = readTeam(input);
  const { entity_id: company_id } = await lockCompany(call, companyId);
  const keptId = await freeId(call.db, 'company_team', 'team_id', wantedId);
  const row = { ...(keptId !== undefined && { team_id: keptId }), ...team, company_id };
  const rows = await insertRows(call.db, 'company_team', [row], { returning: ['team_id'] });
  const { team_id } = elementAt(rows, 0);
  await addToStructure(call, { company_id, entity_type: 'team', entity_id: team_id });
  return team_id;
}

/** Changes name and description of a team; missing fields stay unchanged. In a transaction. Throws 400 and 404. */
export async function changeTeam(call: Call, id: number, input: SentTeam): Promise<void> {
  const team = readTeam(input, await requireTeam(call, id));
  await call.db.updateTable('company_team').set(team).where('team_id', '=', id).execute();
}

/** Deletes a team that nothing is below. In a transaction. Throws 400 and 404. */
export async function deleteTeam(call: Call, id: number): Promise<void> {
  const { company_id } = await requireTeam(call, id);
  await lockCompany(call, company_id);
  const entity = { company_id, entity_type: 'team', entity_id: id } as const;
  if (await hasBelow(call, entity)) throw companyErrors.teamUsed();
  await removeFromStructure(call, entity);
  await call.db.deleteFrom('company_team').where('team_id', '=', id).execute();
}
