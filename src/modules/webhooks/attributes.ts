import type { CallArguments } from '../../kernel/interception.ts';
import { isPlainObject } from '../../kernel/plain-objects.ts';

const FIELD = 'custom_attributes';

/** An entity as observers of the interface know it: with its custom attributes among its fields. */
export function flattened(entity: CallArguments): CallArguments {
  return { ...valuesOf(entity), ...entity };
}

/**
 * The entity that a hook has changed, in the format of calls: values that differ from `before` and belong to no field
 * of its type become custom attributes again. If the fields of an entity are unknown (`fields` is empty), only the
 * known attributes do.
 */
export function unflattened(changed: unknown, before: CallArguments, fields: ReadonlySet<string>): CallArguments {
  if (!isPlainObject(changed)) return {};
  const codes = valuesOf(before);
  const attributes = valuesOf(changed);
  const isField = (name: string): boolean => (fields.size === 0 ? !(name in codes) : fields.has(name));
  const entity: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    if (isField(name)) entity[name] = value;
    else if (JSON.stringify(value) !== JSON.stringify(codes[name])) attributes[name] = value;
  }
  for (const code of Object.keys(codes)) if (!(code in changed) && !isField(code)) delete attributes[code];
  const unchanged = new Map(attributesOf(changed).map((one) => [one.attribute_code, one]));
  const list = Object.entries(attributes).map(([attribute_code, value]) => {
    const known = unchanged.get(attribute_code);
    return known && known.value === value ? known : { attribute_code, value };
  });
  return list.length > 0 || entity[FIELD] !== undefined ? { ...entity, [FIELD]: list } : entity;
}

function valuesOf(entity: CallArguments): Record<string, unknown> {
  return Object.fromEntries(attributesOf(entity).map((one) => [one.attribute_code, one.value]));
}

/** A custom attribute of an entity; with choices, a storefront sends their ids in place of the value. */
interface CustomAttribute {
  readonly attribute_code: string;
  readonly value?: unknown;
}

function attributesOf(entity: CallArguments): CustomAttribute[] {
  const list = entity[FIELD];
  if (!Array.isArray(list)) return [];
  return list.filter((one): one is CustomAttribute => isPlainObject(one) && typeof one.attribute_code === 'string');
}
