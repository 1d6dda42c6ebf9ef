import type { AnyRoute } from '../../../kernel/route.ts';
import { bare, type ObjectType, type Type } from '../../../kernel/types.ts';
import { SearchCriteria } from '../../../storage/criteria/criteria.ts';

/** The argument of a route that takes search criteria; undefined: it takes none. */
export function criteriaOf({ input }: AnyRoute): string | undefined {
  return Object.entries(input).find(([, type]) => isCriteria(type))?.[0];
}

function isCriteria(type: Type): boolean {
  const shape = bare(type);
  return shape.kind === 'object' && shape.name === SearchCriteria.name;
}

/** The type of the records of a list, or of the `items` of a page; undefined: it is no list of records. */
export function itemOf(output: Type): ObjectType | undefined {
  const shape = bare(output);
  if (shape.kind === 'object') return shape.fields['items'] && itemOf(shape.fields['items']);
  if (shape.kind !== 'array') return undefined;
  const item = bare(shape.items);
  return item.kind === 'object' ? item : undefined;
}

/** A kind of input in the forms of actions. */
export type InputType = 'text' | 'password' | 'integer' | 'number' | 'checkbox' | 'time';

/** The input for an argument of a type; undefined: there is none. */
export function inputTypeOf(type: Type): InputType | undefined {
  const shape = bare(type);
  switch (shape.kind) {
    case 'string':
      if ('asTime' in shape) return 'time';
      return shape.secret ? 'password' : 'text';
    case 'integer':
    case 'number':
      return shape.kind;
    case 'boolean':
      return 'checkbox';
    default:
      return undefined;
  }
}
