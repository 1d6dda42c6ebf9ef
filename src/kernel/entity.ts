import { bare, type Fields, type Type } from './types.ts';

/** What a route changes: one entity, several at once, or none that could be named before it is made. */
export type Entity = OneEntity | SeveralEntities | NoEntity;

/** A declaration that a route changes one entity. */
interface OneEntity {
  readonly is: 'one';
  /** What it is, such as `product`: the same word in every service that changes it. */
  readonly kind: string;
  /** Where in the arguments it is named: `sku`, `product.sku`; of several the first that is given. */
  readonly at: readonly string[];
  /** What else in the arguments names something that is concerned, for the audit log. */
  readonly names: readonly string[];
}

/** A declaration that a route may change several entities at once. */
interface SeveralEntities {
  readonly is: 'several';
  /** What names them, for the audit log; a path leads through lists: `prices.sku`. */
  readonly names: readonly string[];
}

/** A declaration that a route changes no entity that exists before the call. */
interface NoEntity {
  readonly is: 'none';
  readonly why: string;
}

/** The route changes one entity, which the argument at a path names. `or`: another path, where nothing is at the first. */
export function entity(kind: string, at: string, more: { or?: string; names?: readonly string[] } = {}): OneEntity {
  return { is: 'one', kind, at: more.or === undefined ? [at] : [at, more.or], names: more.names ?? [] };
}

/** The route may change several entities at once: its operations, and those of such routes of its service, follow one another. */
export function several(...names: string[]): SeveralEntities {
  return { is: 'several', names };
}

/** The route changes nothing that another operation could concern, and why. */
export function none(why: string): NoEntity {
  return { is: 'none', why };
}

/** The paths of a declaration: first those that identify the entity. */
export function pathsOf(declared: Entity): readonly string[] {
  if (declared.is === 'none') return [];
  return declared.is === 'one' ? [...declared.at, ...declared.names] : declared.names;
}

/** The values at a path of arguments, through lists. */
export function valuesAt(input: unknown, path: string): unknown[] {
  let values = [input];
  for (const step of path.split('.')) {
    values = values.flatMap((value) => {
      const inside: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined;
      return Array.isArray(inside) ? (inside as unknown[]) : [inside];
    });
  }
  return values;
}

/** Whether a path leads to a text or a number, or a list of them, in arguments. */
export function isPathOf(input: Fields, path: string): boolean {
  const [name, ...steps] = path.split('.');
  let type: Type | undefined = input[name!];
  for (const step of steps) {
    const shape = type && inside(type);
    type = shape?.kind === 'object' ? shape.fields[step] : undefined;
  }
  return type !== undefined && inside(type).kind !== 'object';
}

function inside(type: Type): Type {
  const shape = bare(type);
  return shape.kind === 'array' ? bare(shape.items) : shape;
}
