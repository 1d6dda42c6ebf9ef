import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { In, Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { freeId, insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { eavErrors } from './errors.ts';
import type { AttributeGroup as AttributeGroupType } from './types.ts';

type GroupInput = In<typeof AttributeGroupType>;
type GroupOutput = Out<typeof AttributeGroupType>;

interface GroupRow {
  readonly attribute_group_id: number;
  readonly attribute_group_name: string | null;
  readonly attribute_set_id: number;
}

function showGroup(row: GroupRow): GroupOutput {
  return {
    attribute_group_id: String(row.attribute_group_id),
    attribute_group_name: row.attribute_group_name,
    attribute_set_id: row.attribute_set_id,
  };
}

const fields: Record<string, SearchField> = {
  attribute_group_id: { kind: 'integer', notNull: true },
  attribute_set_id: { kind: 'integer', notNull: true },
  attribute_group_name: { kind: 'text' },
  attribute_group_code: { kind: 'text' },
  sort_order: { kind: 'integer', notNull: true },
  default_id: { kind: 'flag', notNull: true },
  tab_group_code: { kind: 'text' },
};

/** Lists groups of all sets, in their order within a set. */
async function list(call: Call, criteria: SearchCriteria): Promise<FoundList<GroupRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('eav_attribute_group'),
    key: 'attribute_group_id',
    fields,
    defaultSort: [{ field: 'sort_order', direction: 'ASC' }],
    load: async (_, ids: readonly number[]) => {
      const rows = await call.db
        .selectFrom('eav_attribute_group')
        .select(['attribute_group_id', 'attribute_group_name', 'attribute_set_id'])
        .where(inIds('attribute_group_id', ids))
        .execute();
      return new Map(rows.map((row) => [row.attribute_group_id, row]));
    },
  });
}

/**
 * Creates a group, with the id `wantedId` if no other one has it, or changes the one with the input's id; missing fields stay
 * unchanged.
 */
async function save(call: Call, input: GroupInput, wantedId?: number): Promise<GroupOutput> {
  const setId = input.attribute_set_id ?? null;
  if (setId === null || !(await call.services.eav.attributeSet(call, setId))) {
    throw platformErrors.noSuchEntity({ fieldName: 'attributeSetId', fieldValue: setId });
  }
  checkLengths(input, { attribute_group_name: LONGEST_TEXT });
  const row = await unlessTaken(() =>
    input.attribute_group_id ? change(call, input, setId) : insert(call, input, setId, wantedId),
  );
  await call.services.eav.setCache.invalidate(call);
  const saved = showGroup(row);
  return input.extension_attributes ? { ...saved, extension_attributes: input.extension_attributes } : saved;
}

async function insert(call: Call, input: GroupInput, setId: number, wantedId: number | undefined): Promise<GroupRow> {
  const name = input.attribute_group_name ?? null;
  const extension = input.extension_attributes;
  const id = await freeId(call.db, 'eav_attribute_group', 'attribute_group_id', wantedId);
  const row = {
    ...(id !== undefined && { attribute_group_id: id }),
    attribute_set_id: setId,
    attribute_group_name: name,
    attribute_group_code: extension?.attribute_group_code || (name && codeOf(name)),
    sort_order: orderIn(extension?.sort_order) ?? (await nextOrder(call, setId)),
    default_id: 0 as const,
    tab_group_code: null,
  };
  const rows = await insertRows(call.db, 'eav_attribute_group', [row], {
    returning: ['attribute_group_id', 'attribute_group_name', 'attribute_set_id'],
  });
  return elementAt(rows, 0);
}

async function change(call: Call, input: GroupInput, setId: number): Promise<GroupRow> {
  const before = await find(call, Number(input.attribute_group_id));
  // As in the interface, the response does not repeat the id.
  if (!before) throw platformErrors.noSuchEntity({ fieldName: 'attributeGroupId', fieldValue: null });
  if (before.attribute_set_id !== setId) throw eavErrors.groupOfOtherSet();
  const extension = input.extension_attributes;
  const name = input.attribute_group_name ?? before.attribute_group_name;
  const changes = {
    attribute_group_name: name,
    attribute_group_code: extension?.attribute_group_code || before.attribute_group_code || (name && codeOf(name)),
    sort_order: orderIn(extension?.sort_order) ?? before.sort_order,
  };
  await call.db
    .updateTable('eav_attribute_group')
    .set(changes)
    .where('attribute_group_id', '=', before.attribute_group_id)
    .execute();
  return { ...before, ...changes };
}

async function find(call: Call, id: number) {
  return await call.db
    .selectFrom('eav_attribute_group')
    .selectAll()
    .where('attribute_group_id', '=', Number.isSafeInteger(id) ? id : 0)
    .executeTakeFirst();
}

function orderIn(text: string | null | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
}

async function nextOrder(call: Call, setId: number): Promise<number> {
  const row = await call.db
    .selectFrom('eav_attribute_group')
    .select(sql<number>`coalesce(max(sort_order), 0)`.as('highest'))
    .where('attribute_set_id', '=', setId)
    .executeTakeFirstOrThrow();
  return row.highest + 1;
}

/**
 * The code derived from a group's name: its words joined by `-`, or a digest of a name without Latin letters and
 * digits.
 */
function codeOf(name: string): string {
  const lower = name.toLowerCase();
  const code = lower.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return code === '' ? createHash('md5').update(lower).digest('hex') : code;
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw eavErrors.groupNotSaved();
    throw error;
  }
}

/** Deletes a group; its attributes leave the set. Throws 400 when one of them is needed by the platform. */
async function remove(call: Call, groupId: number): Promise<void> {
  if (!(await find(call, groupId))) throw eavErrors.groupNotFound([groupId]);
  const needed = await call.db
    .selectFrom('eav_entity_attribute as place')
    .innerJoin('eav_attribute', 'eav_attribute.attribute_id', 'place.attribute_id')
    .select('place.attribute_id')
    .where('place.attribute_group_id', '=', groupId)
    .where('eav_attribute.is_user_defined', '=', 0)
    .executeTakeFirst();
  if (needed) throw eavErrors.groupHasSystemAttributes();
  await call.db.deleteFrom('eav_attribute_group').where('attribute_group_id', '=', groupId).execute();
  await call.services.eav.setCache.invalidate(call);
}

/** Reading and changing the groups of attribute sets. */
export const attributeGroups = { list, save, delete: remove, show: showGroup };
