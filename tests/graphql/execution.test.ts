import {
  buildSchema,
  execute,
  getOperationAST,
  GraphQLObjectType,
  isInterfaceType,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { prepare } from '../../src/faces/graphql/executor/execute.ts';
import { WorkMeter } from '../../src/faces/graphql/executor/meter.ts';
import { serializeInTurns } from '../../src/faces/graphql/executor/serialize.ts';
import * as fc from '../support/properties.ts';

/** A value of the schema below: objects by name, `fails` and `late` fields by the kind of the object. */
interface Thing {
  readonly kind: string;
  readonly depth: number;
}

const KINDS = ['Book', 'Cup', 'Lamp'];
const FIELDS = `id: ID! name(upper: Boolean = false, like: [String!]): String count: Int! price: Float isNew: Boolean state: State
  broken: String required: String! wrong: Int tags: [String] one: Thing late: Thing! many: [Thing!] loose(n: Int = 3): [Thing] nested: [[Thing]]`;
const schema: GraphQLSchema = buildSchema(`enum State { NEW OLD }
  interface Thing { ${FIELDS} }
  ${KINDS.map((kind) => `type ${kind} implements Thing { ${FIELDS} own${kind}: String }`).join(' ')}
  type Query { thing: Thing book: Book! things(n: Int): [Thing!]! maybe: Thing }
  type Mutation { first: Thing second: Thing! third: Int }`);

const below = ({ depth }: Thing, at: number): Thing => ({ kind: KINDS[(depth + at) % 3]!, depth: depth + 1 });
const belowAll = (thing: Thing, n: number): Thing[] => Array.from({ length: n }, (_, at) => below(thing, at));
const later = async <T>(value: T): Promise<T> => value;
const refuse = (text: string): never => {
  throw new Error(text);
};

type Resolver = (thing: Thing, args: never) => unknown;
const resolvers: Readonly<Record<string, Resolver>> = {
  id: ({ depth }) => depth,
  name: ({ kind }, { upper, like = [] }: { upper: boolean; like?: readonly string[] }) =>
    [upper ? kind.toUpperCase() : kind, ...like].join(' '),
  count: async ({ depth }) => depth,
  price: ({ depth }) => depth / 4,
  isNew: ({ depth }) => depth % 2 === 0,
  state: ({ depth }) => (depth % 2 === 0 ? 'NEW' : 'LOST'),
  broken: async ({ kind }) => refuse(`no ${kind}`),
  required: ({ kind }) => (kind === 'Lamp' ? null : later(kind)),
  wrong: () => 'text',
  tags: () => ['a', null, later('c'), new Error('no tag')],
  one: (thing) => below(thing, 0),
  late: (thing) => later(thing.kind === 'Cup' && thing.depth > 2 ? null : below(thing, 1)),
  many: (thing) => later(belowAll(thing, 2)),
  loose: (thing, { n }: { n: number | null }) => [
    ...belowAll(thing, n ?? 1),
    null,
    new Error('no thing'),
    later(below(thing, 2)),
  ],
  nested: (thing) => [belowAll(thing, 2), null, later([below(thing, 1)])],
  ownBook: () => 'a book',
  ownCup: () => later('a cup'),
  ownLamp: () => refuse('no lamp'),
};
const start: Thing = { kind: 'Book', depth: 0 };
const roots: Readonly<Record<string, Resolver>> = {
  thing: () => start,
  book: () => later(start),
  things: (_, { n }: { n: number | null }) => belowAll(start, n ?? 2),
  maybe: () => refuse('nothing'),
  first: () => later(start),
  second: () => below(start, 1),
  third: () => refuse('no third'),
};
for (const type of Object.values(schema.getTypeMap())) {
  if (isInterfaceType(type)) type.resolveType = ({ kind }: Thing) => kind;
  if (!(type instanceof GraphQLObjectType) || type.name.startsWith('__')) continue;
  for (const field of Object.values(type.getFields())) {
    const resolve = (['Query', 'Mutation'].includes(type.name) ? roots : resolvers)[field.name] as typeof field.resolve;
    if (resolve) field.resolve = resolve;
  }
}

const free = (): WorkMeter =>
  new WorkMeter({ nodes: 1e9, cpu: 1e9 }, { seconds: 0, began: performance.now(), isGone: () => false });

/** Executes a document by the executor under test; `meter`: its budget. */
async function executed(document: string, variables: object = {}, meter = free()): Promise<ExecutionResult> {
  const parsed = parse(document);
  const operation = getOperationAST(parsed)!;
  return prepare(schema, parsed, operation).run({}, variables as Record<string, unknown>, meter);
}

/** Documents that are valid, with fields, aliases, arguments, conditions and fragments as they come. */
const leaves = ['id', 'count', 'price', 'isNew', 'state', 'broken', 'required', 'wrong', 'tags', '__typename'];
const names = ['name', 'name(upper: true)', 'name(upper: $on, like: ["a", $text])', 'name(like: null)'];
const leaf = fc.oneof(
  fc.constantFrom(...leaves),
  fc.constantFrom(...names).map((name, at = 0) => `${name}${at || ''}`),
);
const condition = fc.constantFrom(
  '',
  '',
  '',
  ' @skip(if: $on)',
  ' @include(if: $on)',
  ' @include(if: $off) @skip(if: false)',
);
const { fields: selection } = fc.letrec<{ fields: string }>((tie) => ({
  fields: fc
    .array(
      fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.tuple(leaf, condition).map(([text, when]) => ({ text: `${text}${when}`, below: '' })),
        fc
          .tuple(
            fc.constantFrom(
              'one',
              'late',
              'many',
              'loose',
              'loose(n: $n)',
              'loose(n: 0)',
              'nested',
              '... on Thing',
              '...',
            ),
            condition,
            tie('fields'),
          )
          .map(([text, when, inner]) => ({ text: `${text}${when}`, below: inner })),
        fc.constantFrom(...KINDS).map((kind) => ({ text: `... on ${kind}`, below: ` { own${kind} late { id } }` })),
        fc.constantFrom({ text: '...F', below: '' }, { text: '...G', below: '' }),
      ),
      { minLength: 1, maxLength: 5 },
    )
    // Other arguments of the same name are a conflict: each field gets a name of its own, but for those that merge.
    .map((list) => ` { ${list.map(({ text, below: inner }, at) => aliased(text, at) + inner).join(' ')} }`),
}));

function aliased(text: string, at: number): string {
  const field = /^\w+/.exec(text)?.[0];
  const mergesWithOthers = field === undefined || field === 'one' || field === 'late' || !/[(@]/.test(text);
  return mergesWithOthers ? text : `${field}${at}${text.replaceAll(/\W/g, '')}: ${text}`;
}

const fragments =
  'fragment F on Thing { id one { ...G name } } fragment G on Thing { count late { __typename required } }';
const header = '($on: Boolean = true, $off: Boolean!, $n: Int, $text: String!)';
const used =
  'on: thing @skip(if: $on) { id } off: thing @skip(if: $off) { ...F } n: things(n: $n) { id } text: thing { name(like: [$text]) }';
const queries = fc
  .array(fc.tuple(fc.constantFrom('thing', 'book', 'things', 'things(n: $n)', 'maybe'), selection), {
    minLength: 1,
    maxLength: 3,
  })
  .map(
    (list) =>
      `query${header} { ${used} ${list.map(([name, text], at) => `r${at}: ${name}${text}`).join(' ')} } ${fragments}`,
  );
const choices = fc.record(
  { on: fc.boolean(), off: fc.boolean(), n: fc.option(fc.nat(4)), text: fc.string() },
  { requiredKeys: ['off', 'text'] },
);

/**
 * Errors in a common order. Where null was put in the place of an object because of required fields below, the executors may report
 * different ones of its errors, depending on which came first: then the place counts, with no more than that.
 */
function errorsOf({ data, errors = [] }: ExecutionResult): string[] {
  const told = errors.map(({ message, path = [], locations }) => {
    if (!data) return 'all';
    let value: unknown = data;
    const known = path.findIndex(
      (key) => (value = (value as Record<string | number, unknown> | null)?.[key] ?? null) === null,
    );
    return known === path.length - 1
      ? JSON.stringify([path, message, locations])
      : JSON.stringify(path.slice(0, known + 1));
  });
  return [...new Set(told)].sort();
}

describe('the executor', () => {
  it('answers as the one of graphql-js does, whenever others get their turn', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(queries, choices, fc.infiniteStream(fc.boolean()), async (document, variables, turns) => {
        const parsed = parse(document);
        fc.pre(validate(schema, parsed).length === 0);
        compared += 1;
        const expected = await execute({ schema, document: parsed, contextValue: {}, variableValues: variables });
        const found = await executed(document, variables);
        expect(JSON.stringify(found.data)).toBe(JSON.stringify(expected.data));
        expect(errorsOf(found)).toEqual(errorsOf(expected));
        const interrupting = Object.assign(free(), { isSpellOver: () => turns.next().value as boolean });
        const interrupted = await executed(document, variables, interrupting);
        expect(JSON.stringify(interrupted.data)).toBe(JSON.stringify(expected.data));
        expect((await serializeInTurns({ data: found.data })).toString()).toBe(JSON.stringify({ data: found.data }));
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('carries out mutations one after another', async () => {
    const { data, errors } = await executed('mutation { third first { name } second { one { id } } }');
    expect(data).toEqual({ third: null, first: { name: 'Book' }, second: { one: { id: '2' } } });
    expect(errors?.map(({ path, message }) => [path, message])).toEqual([[['third'], 'no third']]);
  });

  it('takes any name in a response, and conditions that are null', async () => {
    const { data } = await executed('{ thing { __proto__: name constructor: id } }');
    expect(JSON.stringify(data)).toBe('{"thing":{"__proto__":"Book","constructor":"0"}}');
    const isNull = 'query($on: Boolean = true) { thing { id one @skip(if: $on) { id } } }';
    const refused = await executed(isNull, { on: null });
    expect(refused.data).toEqual({ thing: null });
    expect(refused.errors?.map(({ message }) => message)).toEqual([
      'Argument "if" of non-null type "Boolean!" must not be null.',
    ]);
  });

  it('plans no more than it meets: fields of interfaces are not multiplied by their types at each depth', async () => {
    const document = parse(`{ thing ${'{ id loose '.repeat(6)}{ id }${' }'.repeat(6)} }`);
    const operation = prepare(schema, document, getOperationAST(document)!);
    expect((await operation.run({}, {}, free())).errors).toBeDefined();
    // The first fields, and two for each of three types at each of the six depths, and below.
    expect(operation.size()).toBeLessThanOrEqual(1 + 6 * 3 * 2 + 3);
  });
});
