import { isRecord } from './fields.ts';
import { bare, type Fields, type Type } from './types.ts';

/** The entities that a route changes: one, several at once, or none that exists before the call. */
export type Entity = OneEntity | SeveralEntities | NoEntity;

/** A declaration that a route changes one entity. */
interface OneEntity {
  readonly is: 'one';
  /** Its kind, such as `product`: the same word in every service that changes it. */
  readonly kind: string;
  /** The path of its name in the arguments: `sku`, `product.sku`; of several, the first with a value counts. */
  readonly at: readonly string[];
  /** Paths of related names in the arguments, for the audit log. */
  readonly names: readonly string[];
}

/** A declaration that a route may change several entities at once. */
interface SeveralEntities {
  readonly is: 'several';
  /** Paths of the names, for the audit log; a path may cross lists: `prices.sku`. */
  readonly names: readonly string[];
}

/** A declaration that a route changes no entity that exists before the call. */
interface NoEntity {
  readonly is: 'none';
  readonly why: string;
}

/** The route changes one entity, named by the argument at a path. `or`: another path, for an empty first one. */
export function entity(kind: string, at: string, more: { or?: string; names?: readonly string[] } = {}): OneEntity {
  return { is: 'one', kind, at: more.or === undefined ? [at] : [at, more.or], names: more.names ?? [] };
}

/**
 * The route may change several entities at once: its operations run one after another, with those of other such routes of its
 * service.
 */
export function several(...names: string[]): SeveralEntities {
  return { is: 'several', names };
}

/** The route changes no entity that other operations change; `why` states the reason. */
export function none(why: string): NoEntity {
  return { is: 'none', why };
}

/** The paths of a declaration; those that identify the entity come first. */
export function pathsOf(declared: Entity): readonly string[] {
  if (declared.is === 'none') return [];
  return declared.is === 'one' ? [...declared.at, ...declared.names] : declared.names;
}

/** The values at a path of arguments, through lists. */
export function valuesAt(input: unknown, path: string): unknown[] {
  let values = [input];
  for (const step of path.split('.')) {
    const inner: unknown[] = [];
    for (const value of values) {
      const inside: unknown = isRecord(value) ? value[step] : undefined;
      if (Array.isArray(inside)) for (const element of inside) inner.push(element);
      else inner.push(inside);
    }
    values = inner;
  }
  return values;
}

/** Whether a path leads to a text or a number, or a list of them, in arguments. */
export function isPathOf(input: Fields, path: string): boolean {
  const type = typeAt(input, path);
  return type !== undefined && inside(type).kind !== 'object';
}

/** The type at a path of fields, through lists; undefined: there is none. */
export function typeAt(input: Fields, path: string): Type | undefined {
  let fields: Fields | undefined = input;
  let type: Type | undefined;
  for (const step of path.split('.')) {
    type = fields?.[step];
    const shape: Type | undefined = type && inside(type);
    fields = shape?.kind === 'object' ? shape.fields : undefined;
  }
  return type;
}

function inside(type: Type): Type {
  const shape = bare(type);
  return shape.kind === 'array' ? bare(shape.items) : shape;
}
