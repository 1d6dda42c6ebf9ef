import type { Call } from '../../kernel/call.ts';
import { attributes, getOfType } from './attributes.ts';
import { attributedType } from './entities.ts';
import { eavErrors } from './errors.ts';
import type { EntityCode } from './metadata-types.ts';

/** Where an attribute is to stand. */
interface Placement {
  readonly setId: number;
  readonly groupId: number;
  readonly code: string;
  readonly sortOrder: number;
}

/** Puts an attribute into a group of a set, or moves it there; returns the id of the place. */
async function assign(call: Call, entity: EntityCode, { setId, groupId, code, sortOrder }: Placement): Promise<number> {
  const set = await call.services.eav.attributeSet(call, setId);
  if (!set) throw eavErrors.setUnknown([setId]);
  if (set.entityTypeId !== attributedType(entity).id) throw eavErrors.setOfOtherEntity();
  const group = await call.db
    .selectFrom('eav_attribute_group')
    .select('attribute_set_id')
    .where('attribute_group_id', '=', groupId)
    .executeTakeFirst();
  if (!group) throw eavErrors.groupNotFound([groupId]);
  if (group.attribute_set_id !== setId) throw eavErrors.groupOfOtherSet();
  const attribute = await attributes.get(call, entity, code);
  const place = await call.db
    .insertInto('eav_entity_attribute')
    .values({
      attribute_set_id: setId,
      attribute_group_id: groupId,
      attribute_id: attribute.id,
      sort_order: sortOrder,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['attribute_set_id', 'attribute_id'])
        .doUpdateSet({ attribute_group_id: groupId, sort_order: sortOrder }),
    )
    .returning('entity_attribute_id')
    .executeTakeFirstOrThrow();
  await call.services.eav.setCache.invalidate(call);
  return place.entity_attribute_id;
}

/** Removes an attribute from a set; stored values of entities stay. Throws 400 for one that the platform needs. */
async function unassign(call: Call, setId: string, code: string): Promise<void> {
  const set = /^\d+$/.test(setId) ? await call.services.eav.attributeSet(call, Number(setId)) : undefined;
  if (!set) throw eavErrors.setNotFound([setId]);
  const attribute = await getOfType(call, set.entityTypeId, code);
  const place = await call.db
    .selectFrom('eav_entity_attribute')
    .select('entity_attribute_id')
    .where('attribute_set_id', '=', set.id)
    .where('attribute_id', '=', attribute.id)
    .executeTakeFirst();
  if (!place) throw eavErrors.notInSet([code, setId]);
  if (!attribute.isUserDefined) throw eavErrors.systemAttribute();
  await call.db
    .deleteFrom('eav_entity_attribute')
    .where('entity_attribute_id', '=', place.entity_attribute_id)
    .execute();
  await call.services.eav.setCache.invalidate(call);
}

/** The places of attributes in sets. */
export const placements = { assign, unassign };
