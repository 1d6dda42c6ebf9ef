import { foldText } from '../../kernel/fold.ts';
import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { elementAt } from '../../kernel/lists.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { In, Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { checkLengths, LONGEST_TEXT } from '../../storage/fit.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { freeId, insertRows } from '../../storage/rows.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { fold, inIds } from '../../storage/sql.ts';
import { attributedType, entityType, entityTypes, storedEntityType, type EntityType } from './entities.ts';
import { eavErrors } from './errors.ts';
import { copyGroups } from './group-copies.ts';
import { setOf } from './records.ts';
import type { EntityCode, StoredAttributeSet } from './metadata-types.ts';
import type { AttributeSet as AttributeSetType } from './types.ts';

type SetInput = In<typeof AttributeSetType>;

/** A set as the wire has it. */
function showSet(set: StoredAttributeSet): Out<typeof AttributeSetType> {
  return {
    attribute_set_id: set.id,
    attribute_set_name: set.name,
    sort_order: set.sortOrder,
    entity_type_id: set.entityTypeId,
  };
}

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('eav_attribute_set').selectAll().where(inIds('attribute_set_id', p.ids)),
);

/** The code of a set's entity type; the types are not in the database. */
const typeCode = sql<string>`(case eav_attribute_set.entity_type_id ${sql.join(
  entityTypes.map(({ id, code }) => sql`when ${sql.lit(id)} then ${sql.lit(code)}`),
  sql` `,
)} end)`;

const fields: Record<string, SearchField> = {
  attribute_set_id: { kind: 'integer', notNull: true },
  attribute_set_name: { kind: 'text', notNull: true },
  sort_order: { kind: 'integer', notNull: true },
  entity_type_id: { kind: 'integer', notNull: true },
  entity_type_code: {
    kind: 'code',
    filter: ({ type, value, on }) => {
      if (type === 'eq' && !entityType(value)) throw eavErrors.entityType([value]);
      return on(typeCode);
    },
    order: () => typeCode,
  },
};

/** Lists attribute sets: of all entity types, or of one. */
async function list(call: Call, criteria: SearchCriteria, entity?: EntityCode): Promise<FoundList<StoredAttributeSet>> {
  let base = call.db.selectFrom('eav_attribute_set');
  if (entity !== undefined) base = base.where('entity_type_id', '=', attributedType(entity).id);
  return findList(call, criteria, {
    base,
    key: 'attribute_set_id',
    fields,
    load: async (_, ids: readonly number[]) => {
      const rows = await selectByIds(call.db, { ids });
      return new Map(rows.map((row) => [row.attribute_set_id, setOf(row)]));
    },
  });
}

/** The set with this id from the database; undefined for an unknown one. */
async function find(call: Call, id: number): Promise<StoredAttributeSet | undefined> {
  const [row] = Number.isSafeInteger(id) ? await selectByIds(call.db, { ids: [id] }) : [];
  return row && setOf(row);
}

/** As `find`; throws 404 for an unknown one. */
async function get(call: Call, id: number): Promise<StoredAttributeSet> {
  const set = await find(call, id);
  if (!set) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: id });
  return set;
}

/** Ids that a new set and its groups, by their names, get where no other ones have them. */
interface WantedSetIds {
  readonly id: number | undefined;
  readonly groups: ReadonlyMap<string, number>;
}

/** Creates a set with the groups and attributes of the set `skeletonId`. The order of checks is the interface's. */
async function create(
  call: Call,
  entityCode: string,
  input: SetInput,
  skeletonId: number,
  wantedIds?: WantedSetIds,
): Promise<StoredAttributeSet> {
  if (typeof input.attribute_set_id === 'number') {
    throw platformErrors.invalidValue({ fieldName: 'id', value: input.attribute_set_id });
  }
  if (skeletonId === 0) throw platformErrors.invalidValue({ fieldName: 'skeletonId', value: skeletonId });
  const skeleton = await get(call, skeletonId);
  const type = requireEntityType(entityCode);
  const name = input.attribute_set_name ?? '';
  if (name === '') throw eavErrors.setNameEmpty();
  checkLengths(input, { attribute_set_name: LONGEST_TEXT });
  if (await isTaken(call, type.id, name)) throw eavErrors.setExists([name]);
  // The reference takes any skeleton here and so fills a set with attributes of another entity.
  if (skeleton.entityTypeId !== type.id) {
    throw platformErrors.invalidValue({ fieldName: 'skeletonId', value: skeletonId });
  }
  const row = { entity_type_id: type.id, attribute_set_name: name, sort_order: input.sort_order ?? 0 };
  const keptId = await freeId(call.db, 'eav_attribute_set', 'attribute_set_id', wantedIds?.id);
  const rows = await unlessTaken(name, () =>
    insertRows(call.db, 'eav_attribute_set', [{ ...(keptId !== undefined && { attribute_set_id: keptId }), ...row }], {
      returning: ['attribute_set_id'],
    }),
  );
  const id = elementAt(rows, 0).attribute_set_id;
  await copyGroups(call, skeletonId, id, wantedIds?.groups);
  await call.services.eav.setCache.invalidate(call);
  return { id, name, entityTypeId: type.id, sortOrder: row.sort_order };
}

function requireEntityType(code: string): EntityType {
  const type = entityType(code);
  if (!type) throw eavErrors.newSetType([code]);
  return type;
}

async function isTaken(call: Call, typeId: number, name: string): Promise<boolean> {
  const row = await call.db
    .selectFrom('eav_attribute_set')
    .select('attribute_set_id')
    .where('entity_type_id', '=', typeId)
    .where(fold('attribute_set_name'), '=', foldText(name))
    .executeTakeFirst();
  return row !== undefined;
}

async function unlessTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw eavErrors.setExists([name]);
    throw error;
  }
}

/** Changes name and sort order of a set; missing fields stay unchanged. The entity type cannot be changed. */
async function save(call: Call, input: SetInput): Promise<StoredAttributeSet> {
  const before = await get(call, input.attribute_set_id ?? 0);
  if (typeof input.entity_type_id === 'number' && input.entity_type_id !== before.entityTypeId) {
    throw eavErrors.setEntityType();
  }
  const name = input.attribute_set_name ?? before.name;
  if (name === '') throw eavErrors.setNameEmpty();
  checkLengths(input, { attribute_set_name: LONGEST_TEXT });
  const after = { ...before, name, sortOrder: input.sort_order ?? before.sortOrder };
  await unlessTaken(name, () =>
    call.db
      .updateTable('eav_attribute_set')
      .set({ attribute_set_name: name, sort_order: after.sortOrder })
      .where('attribute_set_id', '=', before.id)
      .execute(),
  );
  await call.services.eav.setCache.invalidate(call);
  return after;
}

/** Deletes a set with its groups. Throws 400 for the set that an entity type starts with. */
async function remove(call: Call, set: StoredAttributeSet): Promise<void> {
  const type = storedEntityType(set.entityTypeId);
  if (type.defaultSetId === set.id) throw eavErrors.defaultSet();
  for (const observer of call.contributions.attributeObservers) {
    if (observer.entity === type.code) await observer.onSetDeleted?.(call, set);
  }
  await call.db.deleteFrom('eav_attribute_set').where('attribute_set_id', '=', set.id).execute();
  await call.services.eav.setCache.invalidate(call);
}

/** Reading and changing attribute sets. */
export const attributeSets = { list, find, get, create, save, delete: remove, show: showSet };
