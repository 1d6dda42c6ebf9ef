import type { CallArguments } from '../../kernel/interception.ts';
import { isPlainObject } from './values.ts';

const FIELD = 'custom_attributes';

/** An entity as observers of the interface know it: with its custom attributes among its fields. */
export function flattened(entity: CallArguments): CallArguments {
  return { ...valuesOf(entity), ...entity };
}

/**
 * The entity that a hook has changed as calls send it: values that differ from `before` and belong to no field of its type are
 * custom attributes again.
 */
export function unflattened(changed: unknown, before: CallArguments, fields: ReadonlySet<string>): CallArguments {
  if (!isPlainObject(changed)) return {};
  const codes = valuesOf(before);
  const given = valuesOf(changed);
  const entity: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    if (fields.size === 0 || fields.has(name)) entity[name] = value;
    else if (JSON.stringify(value) !== JSON.stringify(codes[name])) given[name] = value;
  }
  for (const code of Object.keys(codes)) if (!(code in changed) && !fields.has(code)) delete given[code];
  const list = Object.entries(given).map(([attribute_code, value]) => ({ attribute_code, value }));
  return list.length > 0 || entity[FIELD] !== undefined ? { ...entity, [FIELD]: list } : entity;
}

function valuesOf(entity: CallArguments): Record<string, unknown> {
  const list = entity[FIELD];
  if (!Array.isArray(list)) return {};
  const named = list.filter((one) => isPlainObject(one) && typeof one.attribute_code === 'string');
  return Object.fromEntries(
    named.map((one: { attribute_code: string; value: unknown }) => [one.attribute_code, one.value]),
  );
}
