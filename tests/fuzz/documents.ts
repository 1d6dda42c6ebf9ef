import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import * as fc from '../support/properties.ts';
import { anyValue, edgeNumbers, edgeTexts, type References } from './hostile.ts';
import { selectAll } from './schema.ts';

/** A GraphQL request. */
export interface FuzzDocument {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

interface DocumentOptions {
  readonly references: References;
  /** One value in this many has another type than the declared one. */
  readonly wrongOneIn: number;
  /** Selections to use instead of all fields, by root field. */
  readonly selections: Readonly<Record<string, string | undefined>>;
}

/** Input objects inside each other at most. */
const DEEPEST = 5;
const ABSENT = Symbol('absent');

/** Generates requests of one root field each: all fields to some depth are selected, and arguments are sent as variables. */
export function documentsOf(schema: GraphQLSchema, names: (name: string) => boolean, options: DocumentOptions) {
  const roots = [
    ['query', schema.getQueryType()!],
    ['mutation', schema.getMutationType()!],
  ] as const;
  const values = inputValues(options);
  return fc.oneof(
    ...roots.flatMap(([kind, type]) =>
      Object.values(type.getFields())
        .filter(({ name }) => names(name))
        .map((field) => documentOf(kind, field, options, values)),
    ),
  );
}

type Values = (type: GraphQLInputType, name: string, depth?: number) => fc.Arbitrary<unknown>;

function documentOf(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  { selections }: DocumentOptions,
  values: Values,
): fc.Arbitrary<FuzzDocument> {
  const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join();
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join();
  const sent = someOf(
    field.args.map(({ name, type }) => ({ name, value: values(type, name), isRequired: isNonNullType(type) })),
  );
  return fc.tuple(fc.constantFrom(3, 1), sent).map(([depth, variables]) => {
    const selection = selections[field.name] ?? selectAll(field.type, depth);
    const call = `${field.name}${passed ? `(${passed})` : ''}`;
    return { query: `${kind}${declared ? `(${declared})` : ''} { ${call} ${selection} }`, variables };
  });
}

interface FieldValue {
  readonly name: string;
  readonly value: fc.Arbitrary<unknown>;
  readonly isRequired: boolean;
}

/** Records of some of the fields: nearly all required ones, and every third of the others. */
function someOf(fields: readonly FieldValue[]): fc.Arbitrary<Record<string, unknown>> {
  const values = fields.map(({ value, isRequired }) =>
    fc.oneof(
      { arbitrary: fc.constant<unknown>(ABSENT), weight: isRequired ? 1 : 2 },
      { arbitrary: value, weight: isRequired ? 30 : 1 },
    ),
  );
  return fc
    .tuple(...values)
    .map((all) => Object.fromEntries(all.flatMap((value, i) => (value === ABSENT ? [] : [[fields[i]!.name, value]]))));
}

function inputValues({ references, wrongOneIn }: DocumentOptions): Values {
  const made = new Map<string, fc.Arbitrary<unknown>>();
  return valueOf;

  function valueOf(type: GraphQLInputType, name: string, depth = 0): fc.Arbitrary<unknown> {
    const key = `${depth} ${name} ${String(type)}`;
    const found = made.get(key);
    if (found) return found;
    const arbitrary = fc.oneof(
      { arbitrary: rightValue(getNullableType(type), name, depth), weight: wrongOneIn - 1 },
      { arbitrary: anyValue, weight: 1 },
    );
    made.set(key, arbitrary);
    return arbitrary;
  }

  function rightValue(type: GraphQLInputType, name: string, depth: number): fc.Arbitrary<unknown> {
    if (isListType(type)) {
      return fc.array(valueOf(type.ofType, name, depth + 1), { maxLength: depth < DEEPEST ? 2 : 0 });
    }
    const named = getNamedType(type);
    if (isEnumType(named)) return fc.constantFrom(...named.getValues().map((one) => one.name));
    if (!isInputObjectType(named)) return scalar(named.name, references(name) ?? []);
    if (depth >= DEEPEST) return fc.constant({});
    return someOf(
      Object.values(named.getFields()).map((field) => ({
        name: field.name,
        value: valueOf(field.type, field.name, depth + 1),
        isRequired: isRequiredInputField(field),
      })),
    );
  }
}

function scalar(type: string, known: readonly unknown[]): fc.Arbitrary<unknown> {
  if (type === 'Boolean') return fc.boolean();
  const isNumber = type === 'Int' || type === 'Float';
  const fit = isNumber ? known.filter((value) => typeof value === 'number') : known.map(String);
  const edge = fc.constantFrom<unknown>(...(isNumber ? edgeNumbers : edgeTexts));
  if (fit.length === 0) return edge;
  return fc.oneof({ arbitrary: fc.constantFrom<unknown>(...fit), weight: 4 }, { arbitrary: edge, weight: 1 });
}
