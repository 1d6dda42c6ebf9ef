import type { ModuleManifest } from './module.ts';
import type { AnyRoute } from './route.ts';
import type { Fields, ObjectType, Type } from './types.ts';

/** Gives the routes of one composition their types: those declared, with the fields that its modules add. */
type ComposeRoute = (route: AnyRoute) => AnyRoute;

/**
 * Makes the types of a composition out of declared ones and what `modules` add to them. Declared types stay as they are, so
 * that compositions of other modules in the same process have types of their own. Throws where two give a type the same field.
 */
export function composeTypes(modules: readonly ModuleManifest[]): ComposeRoute {
  const added = collectExtensions(modules);
  const made = new Map<ObjectType, ObjectType>();

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
    let composed = made.get(type);
    if (!composed) {
      // Known before its fields are made: what a module adds may lead back to it.
      const fields: Record<string, Type> = {};
      made.set(type, (composed = { ...type, fields }));
      Object.assign(fields, composeFields({ ...type.fields, ...added.get(type) }));
    }
    return composed;
  }

  function composeFields(fields: Fields): Fields {
    return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, compose(type)]));
  }

  return (route) => ({ ...route, input: composeFields(route.input), output: compose(route.output) });
}

/** What modules add to each type. */
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
