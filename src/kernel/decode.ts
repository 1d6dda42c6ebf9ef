import { PlatformError, platformErrors } from './errors.ts';
import { fillTemplate } from './error-templates.ts';
import { toCamelCase, toInterfaceName, toUpperCamelCase } from './names.ts';
import {
  attributeReaders,
  elementReaders,
  readers,
  readTime,
  scalarNames,
  typeName,
  wrongType,
  type ScalarKind,
} from './scalars.ts';
import { memoizeByType, servedFields, type Target } from './served-fields.ts';
import { errorMessage } from './thrown.ts';
import {
  AttributeValue,
  bare,
  type ArrayType,
  type CustomAttribute,
  type CustomAttributesType,
  type Type,
} from './types.ts';

/**
 * Converts input from the wire into values of the declared types, by closures made once for each type. Every failure is a
 * PlatformError.
 */

/** The context of decoding, besides the types. */
export interface DecodeContext {
  /** Type of a custom attribute's value; undefined for an unknown attribute, which accepts any value. */
  attributeType(entity: string, code: string): 'string' | 'integer' | 'integers' | 'number' | 'mixed' | undefined;
  /** Maximum length of a list of objects while input limits are on; undefined: they are off. */
  readonly maxListItems?: number | undefined;
  /** Maximum list lengths at any time; default: `listLimits`. */
  readonly lists?: ListLimits | undefined;
}

/** Maximum list lengths, beyond the needs of any shop. */
export interface ListLimits {
  /** Elements of a nested list: the addresses of a customer, the options of a product. */
  readonly inside: number;
  /** Elements of a list that is an argument itself, such as the prices of many products. */
  readonly argument: number;
}

/** The default limits. */
export const listLimits: ListLimits = { inside: 5000, argument: 50_000 };

/**
 * Reads a value that is not null; returns null where the interface reads a value as null (text in place of a list of objects).
 */
export type Decoder = (value: unknown, context: DecodeContext) => unknown;

/** Compiles the decoder of a type in a composition, including the fields that modules add. */
export function compileDecoder(type: Type, target?: Target, place: keyof ListLimits = 'inside'): Decoder {
  const shape = bare(type);
  switch (shape.kind) {
    case 'object':
      return objectDecoder(shape, target);
    case 'array':
      return listDecoder(shape, target, place);
    case 'customAttributes':
      return customAttributesDecoder(shape);
    case 'mixed':
    case 'void':
      return (value) => value;
    default:
      return readers[shape.kind];
  }
}

interface Field {
  readonly name: string;
  readonly type: Type;
  readonly decode: Decoder;
}

/** Fields by every spelling: exactly as on the wire, and regardless of case and underscores. */
type FieldTable = ReadonlyMap<string, Field>;

const objectDecoder = memoizeByType((type, target): Decoder => {
  let fields: FieldTable | undefined;
  return (value, context) => {
    const result: Record<string, unknown> = {};
    if (typeof value !== 'object' || value === null) return result;
    fields ??= fieldTable(servedFields(type, target), target);
    let key = '';
    try {
      for (key of Object.keys(value)) {
        const field = fieldOf(fields, key);
        if (!field) throw platformErrors.notSupported({ fieldName: toUpperCamelCase(key) });
        if (result[field.name] !== undefined) continue;
        const fieldValue = (value as Record<string, unknown>)[key];
        result[field.name] = fieldValue === null || fieldValue === undefined ? null : field.decode(fieldValue, context);
      }
    } catch (error) {
      throw errorInField(key, error);
    }
    return result;
  };
});

function fieldTable(fields: readonly [string, Type][], target: Target | undefined): FieldTable {
  const table = new Map<string, Field>();
  for (const [name, type] of fields) {
    const shape = bare(type);
    const decode: Decoder = 'asTime' in shape ? (value) => readTime(value, name) : compileDecoder(type, target);
    const field = { name, type, decode };
    for (const spelling of [name, toCamelCase(name), plain(name)]) table.set(spelling, field);
  }
  return table;
}

function fieldOf(fields: FieldTable, key: string): Field | undefined {
  return fields.get(key) ?? fields.get(plain(key));
}

/** The field of a type by its key in any spelling; undefined if there is none. */
export const fieldFinder = memoizeByType((type, target): ((key: string) => Field | undefined) => {
  const fields = fieldTable(servedFields(type, target), target);
  return (key) => fieldOf(fields, key);
});

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** Adds the name of the field to a decoding error. Errors with parameters stay unchanged. */
export function errorInField(name: string, error: unknown): unknown {
  if (!(error instanceof PlatformError) || error.parameters) return error;
  const template = fillTemplate(platformErrors.inField.template, { field_name: name, details: error.template });
  return platformErrors.inField({ field_name: name, details: error.message }, { template });
}

function listDecoder(type: ArrayType, target: Target | undefined, place: keyof ListLimits): Decoder {
  const items = bare(type.items);
  if ('named' in type) return readNamedTexts;
  if (isScalar(items.kind)) return scalarListDecoder(items.kind);
  const decode = compileDecoder(items, target);
  return (value, context) => {
    const elements = listElements(value, type, place, context);
    return elements && elements.map((element) => decode(element, context));
  };
}

/** The elements of an input for a list of objects; null if the input is not a list. Throws for too many. */
export function listElements(
  value: unknown,
  type: ArrayType,
  place: keyof ListLimits,
  { maxListItems = Infinity, lists = listLimits }: DecodeContext,
): unknown[] | null {
  const list = withoutItemNode(value);
  if (typeof list !== 'object' || list === null) return null;
  const elements = Object.values(list);
  const items = bare(type.items);
  const limits = items.kind === 'object' ? [lists[place], maxListItems] : [lists.argument];
  const max = Math.min(...limits);
  if (elements.length > max) {
    const name = items.kind === 'object' ? `\\${toInterfaceName(items.name)}` : items.kind;
    throw platformErrors.listSize({ type: name, max });
  }
  return elements;
}

function isScalar(kind: string): kind is ScalarKind {
  return kind in readers;
}

function scalarListDecoder(kind: ScalarKind): Decoder {
  const read = elementReaders[kind];
  return (value, context) => scalarElements(value, kind, context).map(([, element]) => read(element));
}

/** The elements of a list of scalars, each with its name or position. Throws for a value that is not a list, and for too many. */
function scalarElements(
  value: unknown,
  kind: ScalarKind,
  { lists = listLimits }: DecodeContext,
): [name: string, element: unknown][] {
  const list = withoutItemNode(value);
  if (typeof list !== 'object' || list === null) throw wrongType(typeName(list), `${scalarNames[kind]}[]`);
  const elements = Object.entries(list);
  // Scalars take little memory: a nested list of them may be as long as an argument.
  if (elements.length > lists.argument) throw platformErrors.listSize({ type: scalarNames[kind], max: lists.argument });
  return elements;
}

const readNamedTexts: Decoder = (value, context) =>
  Object.fromEntries(
    scalarElements(value, 'string', context).map(([name, element]) => [name, elementReaders.string(element)]),
  );

/** XML wraps the elements of a list in `item` nodes: one of them is the value itself, several are a list. */
function withoutItemNode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('item' in value)) return value;
  const { item } = value;
  if (item === null || item === undefined) return value;
  return Array.isArray(item) ? item : [item];
}

/** As `withoutItemNode`, but leaves a map with a code called `item` unchanged. */
function withoutItemNodes(value: object): object {
  const { item }: { readonly item?: unknown } = value;
  if (typeof item !== 'object' || item === null) return value;
  return Array.isArray(item) ? item : [item];
}

/** As `withoutItemNode`, for a value of any type: with other members it is not a list. */
function withoutOnlyItemNode(value: unknown): unknown {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 1
    ? withoutItemNode(value)
    : value;
}

const readIds = scalarListDecoder('integer');
const attributeValueName = `\\${toInterfaceName(AttributeValue.name)}`;

function customAttributesDecoder({ entity }: CustomAttributesType): Decoder {
  return (value, context) => {
    if (typeof value !== 'object' || value === null) throw platformErrors.invalidData();
    const attributes = new Map<string, CustomAttribute>();
    const list = withoutItemNodes(value);
    const pairs: unknown[] = Array.isArray(list) ? list : Object.entries(list).map(toPair);
    const { inside } = context.lists ?? listLimits;
    if (pairs.length > inside) throw platformErrors.listSize({ type: attributeValueName, max: inside });
    for (const pair of pairs) {
      const attribute = readAttribute(pair, entity, context);
      attributes.set(attribute.attribute_code, attribute);
    }
    return [...attributes.values()];
  };
}

/** A map of codes to values is accepted in place of a list. */
function toPair([attribute_code, value]: [string, unknown]): unknown {
  return typeof value === 'object' ? value : { attribute_code, value };
}

function codeOf(code: unknown): string {
  return typeof code === 'string' || typeof code === 'number' ? String(code) : '';
}

function codeMissing(value: unknown): PlatformError {
  const isEmpty = value === undefined || value === null;
  return isEmpty ? platformErrors.customAttributeEmpty() : platformErrors.customAttributeCode();
}

/** The members of an attribute in a request, in both spellings of the interface. */
interface AttributeMembers {
  readonly attribute_code?: unknown;
  readonly attributeCode?: unknown;
  readonly value?: unknown;
}

function readAttribute(pair: unknown, entity: string, context: DecodeContext): CustomAttribute {
  const fields: AttributeMembers | null = typeof pair === 'object' ? pair : { value: pair };
  const code = codeOf(fields?.attribute_code ?? fields?.attributeCode);
  const value = withoutOnlyItemNode(fields?.value);
  if (code === '' || code === '0') throw codeMissing(value);
  if (value === undefined) throw platformErrors.customAttributeValue({ attribute_code: code });
  const type = context.attributeType(entity, code);
  if (value === null || type === undefined || type === 'mixed') return { attribute_code: code, value };
  try {
    return {
      attribute_code: code,
      value: type === 'integers' ? readIds(value, context) : attributeReaders[type](value),
    };
  } catch (error) {
    throw platformErrors.customAttributeInvalid({ attribute_code: code, details: errorMessage(error) });
  }
}
