import type { Call } from '../../kernel/call.ts';
import type { Attribute } from './metadata-types.ts';
import { isMultiple } from './values.ts';

/**
 * Makes options the default of their attribute: in addition to the current ones for a multiple choice, otherwise in
 * their place.
 */
export async function addDefaults(call: Call, attribute: Attribute, ids: readonly number[]): Promise<void> {
  const otherDefaults = isMultiple(attribute) ? defaultsOf(attribute).filter((id) => !ids.includes(id)) : [];
  await setDefaults(call, attribute, [...otherDefaults, ...ids]);
}

/** Takes options out of the default of their attribute. */
export async function dropDefaults(call: Call, attribute: Attribute, ids: readonly number[]): Promise<void> {
  const before = defaultsOf(attribute);
  const left = before.filter((id) => !ids.includes(id));
  if (left.length < before.length) await setDefaults(call, attribute, left);
}

function defaultsOf(attribute: Attribute): number[] {
  return (attribute.defaultValue ?? '').split(',').filter(Boolean).map(Number);
}

/** Replaces the defaults of an attribute by these options; by the last of them for a single choice. */
export async function setDefaults(call: Call, attribute: Attribute, ids: readonly number[]): Promise<void> {
  const chosen = isMultiple(attribute) ? ids : ids.slice(-1);
  await call.db
    .updateTable('eav_attribute')
    .set({ default_value: chosen.join(',') })
    .where('attribute_id', '=', attribute.id)
    .execute();
  await call.services.eav.attributeCache.invalidate(call);
}
