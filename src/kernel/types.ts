/**
 * The data types of the interface: one algebra from which decoding, encoding, Swagger, JSON schema and the static TypeScript
 * types are derived. Field names are snake_case, as on the wire.
 */

/** A text. */
export interface StringType {
  readonly kind: 'string';
  readonly secret?: SecretKind;
}
/** A time: a text, stored and returned as `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface TimeType extends StringType {
  readonly asTime: true;
}
/** A whole number. */
export interface IntegerType {
  readonly kind: 'integer';
}
/** A whole number that the interface describes as an integer but returns as text: the id returned by some services. */
export interface IntegerTextType extends IntegerType {
  readonly asText: true;
}
/** A whole number that the interface describes as an integer but returns as a flag of success. */
export interface IntegerFlagType extends IntegerType {
  readonly asFlag: true;
}
/** A number with a fraction. */
export interface NumberType {
  readonly kind: 'number';
}
/** True or false. */
export interface BooleanType {
  readonly kind: 'boolean';
}
/** Any value, unchanged: the value of a custom attribute. Described as a string, as in the interface. */
export interface MixedType {
  readonly kind: 'mixed';
  /** Name of the interface's type, where it has one for a value of any form. */
  readonly name?: string;
  readonly secret?: SecretKind;
}
/** The output of a service without a return value; encoded as `[]`. */
export interface VoidType {
  readonly kind: 'void';
}
/** A list with elements of type `items`. */
export interface ArrayType<I extends Type = Type> {
  readonly kind: 'array';
  readonly items: I;
  readonly secret?: SecretKind;
}
/**
 * A list of texts whose elements may have keys, as in PHP: decoded as an object; elements without a key have their position as
 * key.
 */
export interface NamedListType extends ArrayType<StringType> {
  readonly named: true;
}
/** Custom attributes of an EAV entity: a list of {attribute_code, value}, each value checked by its attribute's type. */
export interface CustomAttributesType {
  readonly kind: 'customAttributes';
  /** Entity type code, such as `catalog_product`. */
  readonly entity: string;
}
/** An optional field or argument. */
export interface OptionalType<T extends Type = Type> {
  readonly kind: 'optional';
  readonly type: T;
  /** First release with the field, when newer than the base one. */
  readonly since?: string;
  readonly edition?: 'commercial';
  /** It is optional only where the field is unknown: the interface declares it as required. */
  readonly isRequired?: true;
}
/** An object with named fields. */
export interface ObjectType<F extends Fields = Fields, N extends string = string> {
  readonly kind: 'object';
  /** The name of the definition in the schema, such as `catalog-data-product-interface`. */
  readonly name: N;
  /** True for `…-extension-interface` types, to which other modules may add fields (`ModuleManifest.extends`). */
  readonly extension: boolean;
  readonly fields: F;
}
/** A reference to a type that is defined later (a tree); `T` is its static shape. */
export interface LazyType<T = unknown> {
  readonly kind: 'lazy';
  readonly get: () => ObjectType;
  readonly __shape?: T;
}

/** A data type of the interface. */
export type Type =
  | StringType
  | IntegerType
  | NumberType
  | BooleanType
  | MixedType
  | VoidType
  | ArrayType
  | CustomAttributesType
  | OptionalType
  | ObjectType
  | LazyType;
/** Types of fields or arguments, by name. */
export type Fields = { readonly [name: string]: Type };

type Simplify<T> = { [K in keyof T]: T[K] } & {};
type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends OptionalType ? K : never }[keyof F];

/** One custom attribute on the wire. */
export interface CustomAttribute {
  attribute_code: string;
  value: unknown;
}

/**
 * The static shape of a decoded value. The interface requires arguments, but not the fields of objects, so each field may be
 * absent (unchanged) or null (the inherited value).
 */
export type In<T> = T extends StringType | IntegerTextType
  ? string
  : T extends IntegerType | NumberType
    ? number
    : T extends BooleanType
      ? boolean
      : T extends MixedType
        ? unknown
        : T extends VoidType
          ? void
          : T extends CustomAttributesType
            ? CustomAttribute[]
            : T extends NamedListType
              ? Readonly<Record<string, string>>
              : T extends ArrayType<infer I>
                ? In<I>[]
                : T extends OptionalType<infer O>
                  ? In<O> | null
                  : T extends LazyType<infer S>
                    ? S
                    : T extends ObjectType<infer F>
                      ? { [K in keyof F]?: In<F[K]> | null }
                      : never;

/**
 * The static shape of a value to encode: required fields are always present (null when unknown), optional ones may be absent.
 * For an unspecific type it is unknown, so that inference from a handler's result terminates.
 */
export type Out<T> = Type extends T
  ? unknown
  : T extends ArrayType<infer I>
    ? Out<I>[]
    : T extends OptionalType<infer O>
      ? Out<O> | null | undefined
      : T extends ObjectType<infer F>
        ? Simplify<
            { [K in Exclude<keyof F, OptionalKeys<F>>]: Out<F[K]> | null } & { [K in OptionalKeys<F>]?: Out<F[K]> }
          >
        : In<T>;

/** The static shape of a route's decoded arguments: required ones are present and not null. */
export type Arguments<F extends Fields> = Simplify<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: In<F[K]> } & { [K in OptionalKeys<F>]?: In<F[K]> }
>;

/** A text. */
export const string: StringType = { kind: 'string' };
/** A time, described as a string. Input may be a date, or a time with a zone; empty text is null, other text is rejected. */
export const time: TimeType = { kind: 'string', asTime: true };
/** A whole number. */
export const integer: IntegerType = { kind: 'integer' };
/** For responses only: described as an integer, returned as text. */
export const integerText: IntegerTextType = { kind: 'integer', asText: true };
/** For responses only: described as an integer, returned as true or false. */
export const integerFlag: IntegerFlagType = { kind: 'integer', asFlag: true };
/** A number with a fraction. */
export const number: NumberType = { kind: 'number' };
/** True or false. */
export const boolean: BooleanType = { kind: 'boolean' };
/** Any value. */
export const mixed: MixedType = { kind: 'mixed' };
/** Any value, for which the interface has a type without fields. */
export function unstructured(name: string): MixedType {
  return { kind: 'mixed', name };
}
/** The output of a service without a return value. */
export const nothing: VoidType = { kind: 'void' };

/** A list of `items`. */
export function array<I extends Type>(items: I): ArrayType<I> {
  return { kind: 'array', items };
}

/** An optional field or argument; `marks` limit it to a release or edition. */
export function optional<T extends Type>(
  type: T,
  marks: { since?: string; edition?: 'commercial'; isRequired?: true } = {},
): OptionalType<T> {
  return { kind: 'optional', type, ...marks };
}

/** A list of texts whose elements may have keys. */
export const namedList: NamedListType = { kind: 'array', items: string, named: true };

/**
 * Why a value is hidden from people who inspect calls: it proves an identity (passwords, tokens, confirmation keys, links), it
 * can be spent (codes of gift cards), or it gives a discount once (codes of coupons).
 */
export type SecretKind = 'credential' | 'money' | 'coupon';

/** A value for the handler alone: it is masked wherever calls are recorded, logged, audited or stored (`kernel/secrets.ts`). */
export function secret<T extends StringType | MixedType | ArrayType>(
  type: T,
  kind: SecretKind = 'credential',
): T & { readonly secret: SecretKind } {
  return { ...type, secret: kind };
}

/** A data type of the interface under its schema name. */
export function object<F extends Fields, N extends string>(name: N, fields: F): ObjectType<F, N> {
  return declared(name, false, fields);
}

/** An extension-attributes type, open to fields of other modules (`ModuleManifest.extends`). */
export function extension<F extends Fields, N extends string>(name: N, fields: F): ObjectType<F, N> {
  return declared(name, true, fields);
}

/** A type as declared; compositions that add fields make a copy (`kernel/compose-types.ts`). */
function declared<F extends Fields, N extends string>(name: N, extension: boolean, fields: F): ObjectType<F, N> {
  return Object.freeze({ kind: 'object', name, extension, fields: Object.freeze(fields) });
}

/** The `custom_attributes` field of an EAV entity type. */
export function customAttributes(entity: string): CustomAttributesType {
  return { kind: 'customAttributes', entity };
}

/** A reference to a type defined later or to itself. */
export function lazy<T>(get: () => ObjectType): LazyType<T> {
  return { kind: 'lazy', get };
}

/** The type inside `optional` and `lazy` wrappers. */
export function bare(type: Type): Exclude<Type, OptionalType | LazyType> {
  if (type.kind === 'optional') return bare(type.type);
  if (type.kind === 'lazy') return type.get();
  return type;
}

/** Whether a field or argument is optional. */
export function isOptional(type: Type): boolean {
  return type.kind === 'optional';
}

/** Whether the interface's schema lists a field as required. */
export function isRequired(type: Type): boolean {
  return type.kind !== 'optional' || type.isRequired === true;
}

/** Whether a field is left out of responses when it is empty: custom attributes and extension attributes. */
export function isOnlyFilled(type: Type): boolean {
  const shape = bare(type);
  return shape.kind === 'customAttributes' || (shape.kind === 'object' && shape.extension);
}

/** The wire's definition of one custom attribute, shared by every entity. */
export const AttributeValue = object('framework-attribute-interface', { attribute_code: string, value: mixed });
