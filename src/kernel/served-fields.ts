import type { Edition } from './registry.ts';
import { isAtLeast } from './release.ts';
import type { ObjectType, Type } from './types.ts';

/** The edition and release that types are compiled for. */
export interface Target {
  readonly edition: Edition;
  readonly release: string;
}

/** The fields of a type in an edition and release, in the order of the wire; all fields without a target. */
export function servedFields(type: ObjectType, target: Target | undefined): [name: string, type: Type][] {
  const fields = Object.entries(type.fields);
  return target ? fields.filter(([, field]) => isServed(field, target)) : fields;
}

function isServed(type: Type, target: Target): boolean {
  if (type.kind !== 'optional') return true;
  if (type.edition && type.edition !== target.edition) return false;
  return !type.since || isAtLeast(target.release, type.since);
}

/** Caches the result of `compile` for each object type and target; supports recursive types. */
export function memoizeByType<T>(compile: (type: ObjectType, target: Target | undefined) => T) {
  const everything = new WeakMap<ObjectType, T>();
  const byTarget = new Map<string, WeakMap<ObjectType, T>>();
  return (type: ObjectType, target: Target | undefined): T => {
    let known = everything;
    if (target) {
      const key = `${target.edition} ${target.release}`;
      known = byTarget.get(key) ?? new WeakMap();
      byTarget.set(key, known);
    }
    let result = known.get(type);
    if (result === undefined) {
      result = compile(type, target);
      known.set(type, result);
    }
    return result;
  };
}
