import type { Call, Services } from '../../kernel/call.ts';
import type {
  EnumValue,
  GraphQLField,
  GraphQLDeclaration,
  InstallationFields,
  MarkedField,
  ScalarRules,
  TypeText,
} from '../../kernel/graphql.ts';

/** An object type or interface with all its fields. */
export interface CollectedType {
  readonly kind: 'object' | 'interface';
  readonly name: string;
  readonly fields: Map<string, GraphQLField>;
  readonly implements: readonly string[];
  readonly typeOf: ((value: never, call: Call) => string) | undefined;
  /** Runs before each of its fields, and throws to withhold it. */
  readonly guard: Extract<GraphQLDeclaration, { kind: 'object' | 'interface' }>['guard'];
}

/** A type without resolvers: the types of its fields, and deprecation reasons. */
export interface CollectedInput {
  readonly name: string;
  readonly fields: Map<string, { readonly type: TypeText; readonly deprecated?: string }>;
}

/** A union of object types. */
interface CollectedUnion {
  readonly members: readonly string[];
  readonly typeOf: (value: never, call: Call) => string;
}

/** Everything that the modules of a composition declare, by name. */
export interface CollectedTypes {
  readonly types: ReadonlyMap<string, CollectedType>;
  readonly inputs: ReadonlyMap<string, CollectedInput>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
  readonly scalars: ReadonlyMap<string, ScalarRules>;
  readonly unions: ReadonlyMap<string, CollectedUnion>;
}

type FieldText = TypeText | MarkedField;

/**
 * Merges the declarations of modules: types with the fields that other modules and their interfaces add. Throws when two
 * modules declare the same type or field, or extend a missing type.
 */
export function collect(declarations: readonly GraphQLDeclaration[], services: Services): CollectedTypes {
  const types = new Map<string, CollectedType>(['Query', 'Mutation'].map((name) => [name, emptyType('object', name)]));
  const inputs = new Map<string, CollectedInput>();
  const enums = new Map<string, readonly string[]>();
  const scalars = new Map<string, ScalarRules>();
  const unions = new Map<string, CollectedUnion>();
  for (const one of declarations) declare(one, { types, inputs, enums, scalars, unions });
  for (const one of declarations) {
    if (one.kind === 'extension') addFields(typeNamed(types, one.name), one.fields);
    if (one.kind === 'inputExtension') addInputFields(inputNamed(inputs, one.name), one.fields);
    if (one.kind === 'enumExtension') addValues(enums, one.name, one.values);
  }
  // Names of declared fields take precedence over the fields of an installation.
  for (const one of declarations) {
    if (one.kind !== 'installation') continue;
    const input = inputs.get(one.name);
    if (input) addInputFields(input, unusedNames(one.fields(services), input.fields));
    else addInstallationFields(typeNamed(types, one.name), one.fields(services), types);
  }
  for (const type of types.values()) inherit(type, types);
  return { types, inputs, enums, scalars, unions };
}

function addValues(enums: Map<string, readonly string[]>, name: string, added: readonly EnumValue[]): void {
  const values = enums.get(name);
  if (!values) throw new Error(`Values are added to the enumeration ${name}, which nobody declares`);
  enums.set(name, [...values, ...added.map(valueOf)]);
}

/** The fields with a valid GraphQL name that is not in use. */
function unusedNames<F>(fields: Readonly<Record<string, F>>, used: { has(name: string): boolean }): Record<string, F> {
  const isFree = (name: string): boolean => /^(?!__)[_a-z]\w*$/i.test(name) && !used.has(name);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isFree(name)));
}

/** A field of an interface must fit all types that implement it, and all interfaces of those types. */
function addInstallationFields(
  type: CollectedType,
  fields: InstallationFields,
  types: ReadonlyMap<string, CollectedType>,
): void {
  const implementing = [...types.values()].filter((one) => one.implements.includes(type.name));
  const interfaces = implementing.flatMap((one) => one.implements.map((name) => typeNamed(types, name)));
  const used = { has: (name: string) => [type, ...implementing, ...interfaces].some((one) => one.fields.has(name)) };
  addFields(type, unusedNames(fields, used));
}

/** The types of a schema while they are collected. */
interface OpenTypes {
  readonly types: Map<string, CollectedType>;
  readonly inputs: Map<string, CollectedInput>;
  readonly enums: Map<string, readonly string[]>;
  readonly scalars: Map<string, ScalarRules>;
  readonly unions: Map<string, CollectedUnion>;
}

function declare(one: GraphQLDeclaration, open: OpenTypes): void {
  const { types, inputs, enums, scalars, unions } = open;
  const unused = (name: string): void => {
    if (Object.values(open).some((declared) => declared.has(name)))
      throw new Error(`The type ${name} is declared twice`);
  };
  switch (one.kind) {
    case 'object':
    case 'interface': {
      unused(one.name);
      const type = {
        ...emptyType(one.kind, one.name),
        implements: one.implements,
        typeOf: one.typeOf,
        guard: one.guard,
      };
      addFields(type, one.fields);
      types.set(one.name, type);
      break;
    }
    case 'values':
      for (const [name, fields] of Object.entries(one.types)) {
        unused(name);
        const type = emptyType('object', name);
        types.set(name, type);
        addFields(type, Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, valueField(text)])));
      }
      break;
    case 'inputs':
      for (const [name, fields] of Object.entries(one.types)) {
        unused(name);
        const input: CollectedInput = { name, fields: new Map() };
        inputs.set(name, input);
        addInputFields(input, fields);
      }
      break;
    case 'enums':
      for (const [name, values] of Object.entries(one.types)) {
        unused(name);
        enums.set(name, values.map(valueOf));
      }
      break;
    case 'scalars':
      for (const [name, rules] of Object.entries(one.types)) {
        unused(name);
        scalars.set(name, rules);
      }
      break;
    case 'union':
      unused(one.name);
      unions.set(one.name, one);
      break;
    default:
  }
}

function emptyType(kind: 'object' | 'interface', name: string): CollectedType {
  return { kind, name, fields: new Map(), implements: [], typeOf: undefined, guard: undefined };
}

function typeNamed(types: ReadonlyMap<string, CollectedType>, name: string): CollectedType {
  const type = types.get(name);
  if (!type) throw new Error(`Fields are added to the type ${name}, which nobody declares`);
  return type;
}

function inputNamed(inputs: ReadonlyMap<string, CollectedInput>, name: string): CollectedInput {
  const input = inputs.get(name);
  if (!input) throw new Error(`Fields are added to the input ${name}, which nobody declares`);
  return input;
}

function addInputFields(
  input: CollectedInput,
  fields: Readonly<Record<string, FieldText | GraphQLField<never>>>,
): void {
  for (const [name, one] of Object.entries(fields)) addOnce(input, name, inputField(one));
}

function addFields(type: CollectedType, fields: Readonly<Record<string, TypeText | GraphQLField<never>>>): void {
  for (const [name, one] of Object.entries(fields)) {
    addOnce(type, name, typeof one === 'string' ? { type: one, args: {}, options: {} } : one);
  }
}

function addOnce<F>(to: { readonly name: string; readonly fields: Map<string, F> }, name: string, field: F): void {
  if (to.fields.has(name)) throw new Error(`The field ${to.name}.${name} is declared twice`);
  to.fields.set(name, field);
}

function valueField(text: FieldText): GraphQLField {
  if (typeof text === 'string') return { type: text, args: {}, options: {} };
  const { type, ...options } = text;
  return { type, args: {}, options };
}

function valueOf(one: EnumValue): string {
  return typeof one === 'string' ? one : one.value;
}

function inputField(one: FieldText | GraphQLField<never>): { type: TypeText; deprecated?: string } {
  if (typeof one === 'string') return { type: one };
  return 'args' in one ? { type: one.type } : one;
}

/** Adds the fields of a type's interfaces that it does not declare itself. */
function inherit(type: CollectedType, types: ReadonlyMap<string, CollectedType>): void {
  for (const name of type.implements) {
    for (const [key, field] of typeNamed(types, name).fields) {
      if (!type.fields.has(key)) type.fields.set(key, field);
    }
  }
}
