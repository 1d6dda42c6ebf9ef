import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { entityTypes } from './entities.ts';
import { attributeOf, setOf } from './records.ts';
import type { Attribute, StoredAttributeGroup, StoredAttributeSet, EntityAttributes } from './metadata-types.ts';

/** The attributes of every entity type, by its code. */
export type AttributesByEntity = ReadonlyMap<string, Pick<EntityAttributes, 'byCode' | 'byId'>>;

/** Sets, groups and the places of attributes in them. */
export interface SetMetadata {
  readonly sets: ReadonlyMap<number, StoredAttributeSet>;
  /** Groups of a set in order. */
  readonly groups: ReadonlyMap<number, readonly StoredAttributeGroup[]>;
  /** Ids of a set's attributes in order. */
  readonly attributeIds: ReadonlyMap<number, readonly number[]>;
}

/** Reads all attributes. */
export async function loadAttributes(call: Call): Promise<AttributesByEntity> {
  const rows = await call.db.selectFrom('eav_attribute').selectAll().orderBy('attribute_id').execute();
  const attributes = Map.groupBy<string, Attribute>(rows.map(attributeOf), (attribute) => attribute.entity);
  return new Map(
    entityTypes.map(({ code }) => {
      const list = attributes.get(code) ?? [];
      return [code, { byCode: new Map(list.map((a) => [a.code, a])), byId: new Map(list.map((a) => [a.id, a])) }];
    }),
  );
}

/** Reads all sets with their groups and the places of attributes. */
export async function loadSets(call: Call): Promise<SetMetadata> {
  const sets = await call.db.selectFrom('eav_attribute_set').selectAll().orderBy('attribute_set_id').execute();
  const groups = await call.db
    .selectFrom('eav_attribute_group')
    .selectAll()
    .orderBy('sort_order')
    .orderBy('attribute_group_id')
    .execute();
  const places = await call.db
    .selectFrom('eav_entity_attribute')
    .select(['attribute_set_id', 'attribute_id'])
    .orderBy('attribute_set_id')
    .orderBy('sort_order')
    .orderBy('entity_attribute_id')
    .execute();
  return {
    sets: new Map(sets.map((row) => [row.attribute_set_id, setOf(row)])),
    groups: Map.groupBy(
      groups.map((row) => ({
        id: row.attribute_group_id,
        setId: row.attribute_set_id,
        name: row.attribute_group_name,
        code: row.attribute_group_code,
        sortOrder: row.sort_order,
        isDefault: row.default_id === 1,
        tab: row.tab_group_code,
      })),
      (group) => group.setId,
    ),
    attributeIds: new Map(
      [...Map.groupBy(places, (place) => place.attribute_set_id)].map(([id, list]) => [
        id,
        list.map((place) => place.attribute_id),
      ]),
    ),
  };
}

/** Joins attributes and sets. The last result is cached, because both seldom change. */
export function attributeJoiner(): (all: AttributesByEntity, sets: SetMetadata, entity: string) => EntityAttributes {
  const last = new Map<string, { all: AttributesByEntity; sets: SetMetadata; joined: EntityAttributes }>();
  return (all, sets, entity) => {
    const known = last.get(entity);
    if (known && known.all === all && known.sets === sets) return known.joined;
    const joined = join(valueAt(all, entity), sets);
    last.set(entity, { all, sets, joined });
    return joined;
  };
}

function join({ byCode, byId }: Pick<EntityAttributes, 'byCode' | 'byId'>, sets: SetMetadata): EntityAttributes {
  const members = new Map<number, ReadonlyMap<string, Attribute>>();
  return {
    byCode,
    byId,
    inSet(setId) {
      let found = members.get(setId);
      if (!found) {
        const list = (sets.attributeIds.get(setId) ?? []).flatMap((id) => byId.get(id) ?? []);
        found = new Map(list.map((attribute) => [attribute.code, attribute]));
        // An unknown set is not cached: its id comes from outside and may be anything.
        if (sets.sets.has(setId)) members.set(setId, found);
      }
      return found;
    },
  };
}
