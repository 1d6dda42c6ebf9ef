import type { ModuleManifest } from './module.ts';
import type { AnyRoute } from './route.ts';
import type { Fields, ObjectType, Type } from './types.ts';

/** Replaces the types of a route by those of the composition, with the fields of its modules. */
type ComposeRoute = (route: AnyRoute) => AnyRoute;

/**
 * Composes types from declared types and the fields that `modules` add. Declared types stay unchanged, so that other
 * compositions in the same process have types of their own. Throws when two modules add the same field to a type.
 */
export function composeTypes(modules: readonly ModuleManifest[]): ComposeRoute {
  const added = collectExtensions(modules);
  const composedTypes = new Map<ObjectType, ObjectType>();

  function compose<T extends Type>(type: T): T;
  function compose(type: Type): Type {
    switch (type.kind) {
      case 'object':
        return composeObject(type);
      case 'array':
        return { ...type, items: compose(type.items) };
      case 'optional':
        return { ...type, type: compose(type.type) };
      case 'lazy':
        return { ...type, get: () => composeObject(type.get()) };
      default:
        return type;
    }
  }

  function composeObject(type: ObjectType): ObjectType {
    let composed = composedTypes.get(type);
    if (!composed) {
      // Registered before its fields are made, since added fields may refer to it.
      const fields: Record<string, Type> = {};
      composedTypes.set(type, (composed = { ...type, fields }));
      Object.assign(fields, composeFields({ ...type.fields, ...added.get(type) }));
    }
    return composed;
  }

  function composeFields(fields: Fields): Fields {
    return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, compose(type)]));
  }

  return (route) => ({ ...route, input: composeFields(route.input), output: compose(route.output) });
}

/** Fields that modules add, by type. */
function collectExtensions(modules: readonly ModuleManifest[]): ReadonlyMap<ObjectType, Fields> {
  const added = new Map<ObjectType, Fields>();
  for (const { name: module, extends: extensions = [] } of modules) {
    for (const { type, fields } of extensions) {
      const known: Fields = { ...type.fields, ...added.get(type) };
      const twice = Object.keys(fields).find((name) => known[name]);
      if (twice !== undefined) {
        throw new Error(`${module} adds the field ${twice} to a type that has one: ${type.name}`);
      }
      added.set(type, { ...added.get(type), ...fields });
    }
  }
  return added;
}
