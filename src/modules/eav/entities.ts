import sets from './data/sets.json' with { type: 'json' };
import type { EntityCode } from './metadata-types.ts';
import { valueAt } from '../../kernel/lookup.ts';

/** A kind of entity that has attribute sets: customers, products, orders, … */
export interface EntityType {
  readonly id: number;
  readonly code: string;
  /** The set that a fresh installation has, which cannot be deleted; 0: attributes of this kind are in no sets. */
  readonly defaultSetId: number;
}

/** The entity types of the interface; they never change. */
export const entityTypes: readonly EntityType[] = sets.entity_types.map((type) => ({
  id: type.id,
  code: type.code,
  defaultSetId: type.default_attribute_set_id,
}));

const byCode = new Map(entityTypes.map((type) => [type.code, type]));
const byId = new Map(entityTypes.map((type) => [type.id, type]));

/** The entity type with this code; undefined for an unknown one. */
export function entityType(code: string): EntityType | undefined {
  return byCode.get(code);
}

/** The entity type that a stored set or attribute names by its id. */
export function storedEntityType(id: number): EntityType {
  return valueAt(byId, id);
}

/** The type of entities that have attributes. */
export function attributedType(entity: EntityCode): EntityType {
  return valueAt(byCode, entity);
}
