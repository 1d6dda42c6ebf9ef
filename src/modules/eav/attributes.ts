import type { Call } from '../../kernel/call.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { freeId, insertRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { readDate } from './dates.ts';
import { attributedType } from './entities.ts';
import { eavErrors } from './errors.ts';
import { attributeOf, columnsOf, type AttributeChanges, type NewAttribute } from './records.ts';
import { attributeFields } from './search-fields.ts';
import type { Attribute, AttributeObserver, BackendType, EntityCode } from './metadata-types.ts';

const selectByCode = preparedFirst((db, p: Params<{ entity: number; code: string }>) =>
  db
    .selectFrom('eav_attribute')
    .selectAll()
    .where('entity_type_id', '=', p.entity)
    .where('attribute_code', '=', p.code),
);

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('eav_attribute').selectAll().where(inIds('attribute_id', p.ids)),
);

/** The attribute from the database; undefined for an unknown one. For reads only, `EavService.entity` is faster. */
async function find(call: Call, entity: EntityCode, code: string): Promise<Attribute | undefined> {
  const row = await selectByCode(call.db, { entity: attributedType(entity).id, code });
  return row && attributeOf(row);
}

/** As `find`; throws 404 for an unknown one. */
async function get(call: Call, entity: EntityCode, code: string): Promise<Attribute> {
  return await getOfType(call, attributedType(entity).id, code);
}

/** As `get`, for the id of an entity type. */
export async function getOfType(call: Call, entityTypeId: number, code: string): Promise<Attribute> {
  const row = await selectByCode(call.db, { entity: entityTypeId, code });
  if (!row) throw eavErrors.attributeNotFound([code]);
  return attributeOf(row);
}

/** Lists the attributes of an entity. */
async function list(call: Call, entity: EntityCode, criteria: SearchCriteria): Promise<FoundList<Attribute>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('eav_attribute').where('eav_attribute.entity_type_id', '=', attributedType(entity).id),
    key: 'eav_attribute.attribute_id',
    fields: attributeFields,
    load: async (_, ids: readonly number[]) => {
      const rows = await selectByIds(call.db, { ids });
      return new Map(rows.map((row) => [row.attribute_id, attributeOf(row)]));
    },
  });
}

/**
 * Creates an attribute, with the id `wantedId` if no other one has it. Throws 400 when the entity has one with this code, or the
 * default value is invalid.
 */
async function create(call: Call, entity: EntityCode, attribute: NewAttribute, wantedId?: number): Promise<Attribute> {
  const { code, additional = {}, validation = {}, forms = [] } = attribute;
  if (await find(call, entity, code)) throw alreadyExists();
  const id = await freeId(call.db, 'eav_attribute', 'attribute_id', wantedId);
  try {
    const row = {
      ...(id !== undefined && { attribute_id: id }),
      scope: 'global' as const,
      labels: '{}',
      validation: JSON.stringify(validation),
      details: JSON.stringify({ additional, forms }),
      ...columnsOf({ ...attribute, ...checkedDefault(attribute.backendType, attribute.defaultValue) }),
      entity_type_id: attributedType(entity).id,
      attribute_code: code,
      backend_type: attribute.backendType,
    };
    await insertRows(call.db, 'eav_attribute', [row]);
  } catch (error) {
    if (isUniqueViolation(error)) throw alreadyExists();
    throw error;
  }
  const savedAttribute = await get(call, entity, code);
  await call.services.eav.attributeCache.invalidate(call);
  await observe(call, savedAttribute, (observer) => observer.onSaved?.(call, savedAttribute, undefined));
  return savedAttribute;
}

function alreadyExists(): Error {
  return eavErrors.attributeExists(['Attribute with the same code']);
}

/** Changes an attribute; fields missing in `changes` stay unchanged. */
async function update(call: Call, before: Attribute, changes: AttributeChanges): Promise<Attribute> {
  const columns = columnsOf({ ...changes, ...checkedDefault(before.backendType, changes.defaultValue) });
  if (Object.keys(columns).length > 0) {
    await call.db.updateTable('eav_attribute').set(columns).where('attribute_id', '=', before.id).execute();
    await call.services.eav.attributeCache.invalidate(call);
  }
  const after = await get(call, before.entity, before.code);
  await observe(call, after, (observer) => observer.onSaved?.(call, after, before));
  return after;
}

/** Deletes an attribute with its options, its places in sets and its values. Throws 400 for one that the platform needs. */
async function remove(call: Call, attribute: Attribute): Promise<void> {
  if (!attribute.isUserDefined) throw eavErrors.systemAttribute();
  await observe(call, attribute, (observer) => observer.onDeleted?.(call, attribute));
  await call.db.deleteFrom('eav_attribute').where('attribute_id', '=', attribute.id).execute();
  await call.services.eav.attributeCache.invalidate(call);
  await call.services.eav.setCache.invalidate(call);
}

/** The default value in its stored form; empty when there is nothing to write. */
function checkedDefault(backendType: BackendType, value: string | null | undefined): { defaultValue?: string | null } {
  if (value === undefined) return {};
  if (value === null || value === '') return { defaultValue: value };
  if (backendType === 'decimal') {
    if (!Number.isFinite(Number(value))) throw eavErrors.defaultDecimal();
    return { defaultValue: String(Number(value)) };
  }
  if (backendType !== 'datetime') return { defaultValue: value };
  const time = readDate(value);
  if (time === undefined) throw eavErrors.defaultDate();
  return { defaultValue: time };
}

/** Runs each module's observers of the entity for a change, in the same transaction. */
export async function observe(
  call: Call,
  attribute: Attribute,
  act: (observer: AttributeObserver) => Promise<void> | undefined,
): Promise<void> {
  for (const observer of call.contributions.attributeObservers) {
    if (observer.entity === attribute.entity) await act(observer);
  }
}

/** Reading and changing attributes. */
export const attributes = { find, get, list, create, update, delete: remove };
