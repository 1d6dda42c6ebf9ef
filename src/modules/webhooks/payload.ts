import { objectOf } from '../../kernel/plain-objects.ts';
/** A field of a hook's payload: its path in the payload, and its path in the value of the method. */
export interface SelectedField {
  readonly name: string;
  readonly source: string;
}

/**
 * Builds a payload from the fields of a hook; without fields it is the whole value. `items[].sku` is a field of each
 * element of a list.
 */
export function selectFields(offered: unknown, fields: readonly SelectedField[]): unknown {
  if (fields.length === 0) return offered;
  const selected: Record<string, unknown> = {};
  for (const { name, source } of fields)
    put(selected, stepsOf(name), take(offered, stepsOf(source === '' ? name : source)));
  return selected;
}

/** A step into a value; `[]` stands for each element of the list there. */
function stepsOf(path: string): string[] {
  return path.replaceAll('[]', '.[]').split('.');
}

function take(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (step === '[]') return Array.isArray(value) ? value.map((one) => take(one, rest)) : [];
  const inside: unknown =
    typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
  return inside === undefined ? null : take(inside, rest);
}

function put(target: Record<string, unknown>, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) set(target, step, value);
  else if (rest[0] === '[]' && Array.isArray(value)) {
    const present = ownOf(target, step);
    const list: unknown[] = Array.isArray(present) ? present : value.map(() => undefined);
    const inner = rest.slice(1);
    for (const [i, one] of value.entries()) {
      if (inner.length === 0) list[i] = one;
      else put((list[i] = objectOf(list[i])), inner, one);
    }
    set(target, step, list);
  } else {
    const inner = objectOf(ownOf(target, step));
    set(target, step, inner);
    put(inner, rest[0] === '[]' ? rest.slice(1) : rest, value);
  }
}

/** The own value of a field, ignoring inherited ones such as __proto__. */
function ownOf(target: object, name: string): unknown {
  return Object.hasOwn(target, name) ? Reflect.get(target, name) : undefined;
}

function set(target: Record<string, unknown>, name: string, value: unknown): void {
  // A name such as __proto__ is a name like another.
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
