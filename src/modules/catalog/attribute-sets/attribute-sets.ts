import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import type { In } from '../../../kernel/types.ts';
import type { Attribute, StoredAttributeSet } from '../../eav/service.ts';
import type { AttributeSet as AttributeSetType } from '../../eav/types.ts';
import { PRODUCT_ENTITY_TYPE } from '../products/types.ts';
import { attributeSetErrors } from './errors.ts';

const entity = 'catalog_product';

/** The product attribute set with an id. Throws 404 for an unknown one, 400 for a set of another entity. */
export async function getProductSet(call: Call, id: number): Promise<StoredAttributeSet> {
  const set = await call.services.eav.attributeSets.get(call, id);
  if (set.entityTypeId !== PRODUCT_ENTITY_TYPE) throw attributeSetErrors.notOfProducts();
  return set;
}

/** Creates a product attribute set with the groups and attributes of the set `skeletonId`. */
export async function createProductSet(
  call: Call,
  input: In<typeof AttributeSetType>,
  skeletonId: number,
): Promise<StoredAttributeSet> {
  const { eav } = call.services;
  const skeleton = await eav.attributeSet(call, skeletonId);
  if (!skeleton) throw attributeSetErrors.skeletonUnknown();
  if (skeleton.entityTypeId !== PRODUCT_ENTITY_TYPE) throw attributeSetErrors.skeletonNotOfProducts();
  return eav.attributeSets.create(call, entity, input, skeletonId);
}

/** Changes a product attribute set. As in the interface, the input must contain its entity type. */
export async function saveProductSet(call: Call, input: In<typeof AttributeSetType>): Promise<StoredAttributeSet> {
  if (input.entity_type_id !== PRODUCT_ENTITY_TYPE) throw attributeSetErrors.notOfProducts();
  await getProductSet(call, input.attribute_set_id ?? 0);
  return call.services.eav.attributeSets.save(call, input);
}

/** The attributes of a product attribute set, in order. Throws 404 for an unknown set, and for one of another entity. */
export async function getSetAttributes(call: Call, setId: string): Promise<Attribute[]> {
  const { eav } = call.services;
  const set = /^\d+$/.test(setId) ? await eav.attributeSet(call, Number(setId)) : undefined;
  if (!set) throw platformErrors.noSuchEntity({ fieldName: 'id', fieldValue: setId });
  if (set.entityTypeId !== PRODUCT_ENTITY_TYPE) {
    throw platformErrors.noSuchEntity({ fieldName: 'attributeSetId', fieldValue: setId });
  }
  const { inSet } = await eav.entity(call, entity);
  return [...inSet(set.id).values()];
}
