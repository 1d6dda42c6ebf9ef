import {
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery } from 'graphql-jit';
import { graphqlErrors } from './errors.ts';
import { checkLimits, MAX_TOKENS, rowsOf, type QueryLimits } from './limits.ts';

/** An operation that has been read, checked and compiled. */
interface CompiledOperation {
  readonly kind: 'query' | 'mutation';
  /** Whether it answers all guests of a store view the same, until something changes that everybody is shown. */
  readonly isSameForGuests: boolean;
  run(context: object, variables: Readonly<Record<string, unknown>>): Promise<ExecutionResult>;
}

/** What becomes of a document: an operation, or what is wrong with it. */
type ReadDocument = CompiledOperation | { readonly kind: 'invalid'; readonly errors: readonly GraphQLError[] };

/** Most compiled operations in memory; storefronts send the same few hundred again and again. */
const KEPT = 1000;

/** Documents of one schema; each is read, checked and compiled once. */
export interface Documents {
  /** Throws for what is no document: a syntax error, no such operation, too much asked for. */
  read(source: string, operationName: string | undefined): ReadDocument;
}

/** Makes the documents of a schema, within limits. */
export function createDocuments(schema: GraphQLSchema, limits: () => QueryLimits): Documents {
  const kept = new Map<string, { readonly limits: QueryLimits; readonly read: ReadDocument }>();
  return {
    read(source, operationName) {
      const key = `${operationName ?? ''}\n${source}`;
      const own = limits();
      const found = kept.get(key);
      if (found && isSame(found.limits, own)) return found.read;
      const read = readWhole(schema, source, operationName, own);
      // Wrong documents are of a kind each: keeping them would push out the others.
      if (read.kind !== 'invalid') {
        if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
        kept.set(key, { limits: own, read });
      }
      return read;
    },
  };
}

function isSame(one: QueryLimits, other: QueryLimits): boolean {
  return one.depth === other.depth && one.complexity === other.complexity && one.rows === other.rows;
}

function readWhole(...given: Parameters<typeof readDocument>): ReadDocument {
  try {
    return readDocument(...given);
  } catch (error) {
    // The parser goes down with each bracket, and the stack has an end.
    if (error instanceof RangeError) throw new GraphQLError(graphqlErrors.nested().text);
    throw error;
  }
}

function readDocument(
  schema: GraphQLSchema,
  source: string,
  operationName: string | undefined,
  limits: QueryLimits,
): ReadDocument {
  const document = parse(source, { maxTokens: MAX_TOKENS });
  const operation = operationNamed(document, operationName);
  if (operation.kind === 'invalid') return operation;
  const { node } = operation;
  try {
    checkLimits(document, limits);
  } catch (error) {
    return invalid((error as Error).message);
  }
  const errors = validate(schema, document, undefined, { maxErrors: 20 });
  if (errors.length > 0) return { kind: 'invalid', errors };
  const compiled = compileQuery(schema, document, operationName, { disableLeafSerialization: false });
  if (!('query' in compiled)) return { kind: 'invalid', errors: compiled.errors ?? [] };
  const kind = node.operation === 'mutation' ? 'mutation' : 'query';
  const rows = rowsOf(schema, document, node);
  return {
    kind,
    isSameForGuests: kind === 'query' && isSameForGuests(schema, document, node),
    run: async (context, variables) => {
      const asked = rows(variables);
      if (asked > limits.rows) return invalid(graphqlErrors.rows([limits.rows, asked]).text);
      return compiled.query(undefined, context, variables);
    },
  };
}

function invalid(message: string): Extract<ReadDocument, { kind: 'invalid' }> {
  return { kind: 'invalid', errors: [new GraphQLError(message)] };
}

/** Whether all that an operation asks for is the same for guests, and nothing of it changes by the moment. */
function isSameForGuests(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const types = new TypeInfo(schema);
  let isSame = true;
  const enter = (): void => {
    const { extensions } = types.getFieldDef() ?? {};
    const isRoot = types.getParentType() === schema.getQueryType();
    if (extensions?.isLive || (isRoot && !extensions?.sameForGuests)) isSame = false;
  };
  const inUse = (node: ASTNode): unknown => visit(node, visitWithTypeInfo(types, { Field: { enter } }));
  inUse(operation);
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) inUse(one);
  return isSame;
}

function operationNamed(
  document: DocumentNode,
  name: string | undefined,
): { readonly kind: 'found'; readonly node: OperationDefinitionNode } | Extract<ReadDocument, { kind: 'invalid' }> {
  const node = getOperationAST(document, name ?? null);
  if (node?.operation === OperationTypeNode.SUBSCRIPTION) return invalid(graphqlErrors.subscription().text);
  if (node) return { kind: 'found', node };
  const several = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION).length > 1;
  const why =
    several && name === undefined ? graphqlErrors.operationName() : graphqlErrors.unknownOperation([name ?? '']);
  return invalid(why.text);
}
