import { secretKind } from '../../kernel/secrets.ts';
import { servedFields, type Target } from '../../kernel/served-fields.ts';
import {
  AttributeValue,
  bare,
  isOptional,
  isRequired,
  type Fields,
  type ObjectType,
  type Type,
} from '../../kernel/types.ts';

/** The kinds of fields in the forms of records. */
type FieldKind = 'text' | 'secret' | 'time' | 'integer' | 'number' | 'flag' | 'any' | 'object' | 'list';

/** A field in the form of a record. */
export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Whether the interface declares it as required. */
  readonly isRequired: boolean;
  /** Of an object, or of a list of objects: the name of its type. */
  readonly type?: string;
  /** Of a list of single values: their kind. */
  readonly items?: FieldKind;
}

/** The input of a route as its form needs it. */
export interface RouteFields {
  /** The arguments of the route. */
  readonly fields: readonly FormField[];
  /** The fields of the object types in it, by name; types can contain themselves. */
  readonly types: Readonly<Record<string, readonly FormField[]>>;
}

/** Describes the arguments of a route in an edition and release. */
export function describeFields(input: Fields, target: Target): RouteFields {
  const types = new Map<string, readonly FormField[]>();
  const typeName = (type: ObjectType): string => {
    if (!types.has(type.name)) {
      // Entered before its fields are described: types refer to themselves.
      types.set(type.name, []);
      types.set(
        type.name,
        servedFields(type, target).map(([name, field]) => describeField(name, field)),
      );
    }
    return type.name;
  };
  const describeField = (name: string, type: Type, required = isRequired(type)): FormField => {
    const shape = bare(type);
    const head = { name, kind: kindOf(shape), isRequired: required };
    if (shape.kind === 'object') return { ...head, type: typeName(shape) };
    if (shape.kind === 'customAttributes') return { ...head, type: typeName(AttributeValue) };
    if (shape.kind !== 'array') return head;
    const items = bare(shape.items);
    return items.kind === 'object' ? { ...head, type: typeName(items) } : { ...head, items: kindOf(items) };
  };
  const fields = Object.entries(input).map(([name, type]) => describeField(name, type, !isOptional(type)));
  return { fields, types: Object.fromEntries(types) };
}

function kindOf(type: Type): FieldKind {
  const shape = bare(type);
  switch (shape.kind) {
    case 'string':
      if ('asTime' in shape) return 'time';
      // Codes of gift cards and coupons are read by the people who may list them.
      return secretKind(shape) === 'credential' ? 'secret' : 'text';
    case 'integer':
    case 'number':
    case 'object':
      return shape.kind;
    case 'boolean':
      return 'flag';
    case 'array':
    case 'customAttributes':
      return 'list';
    default:
      return 'any';
  }
}
