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
import { compileQuery, type CompiledQuery } from 'graphql-jit';
import { graphqlErrors } from './errors.ts';
import { checkLimits, MAX_TOKENS, rowsOf, type QueryLimits } from './limits.ts';

/** An operation that has been read, checked and compiled. */
interface CompiledOperation {
  readonly kind: 'query' | 'mutation';
  /** Whether it answers all callers of a kind the same (`cacheIdOf`), until something changes that everybody is shown. */
  readonly isShared: boolean;
  run(context: object, variables: Readonly<Record<string, unknown>>): Promise<ExecutionResult>;
  /** Characters of its code. */
  readonly size: number;
}

/** What becomes of a document: an operation, or what is wrong with it. */
type ReadDocument = CompiledOperation | { readonly kind: 'invalid'; readonly errors: readonly GraphQLError[] };

/**
 * Greatest size of all compiled operations in memory, in characters of their code, which take two bytes each with what belongs to
 * them. A character of a document about products becomes several hundred of code, and anybody may send documents that differ.
 */
const KEPT_CODE = 2 ** 25;

/** Documents of one schema; each is read, checked and compiled once. */
export interface Documents {
  /** Throws for what is no document: a syntax error, no such operation, too much asked for. */
  read(source: string, operationName: string | undefined): ReadDocument;
}

/** Makes the documents of a schema, within limits; `most`: characters of code that are kept. */
export function createDocuments(schema: GraphQLSchema, limits: () => QueryLimits, most = KEPT_CODE): Documents {
  // Those used last come last.
  const kept = new Map<string, KeptOperation>();
  let size = 0;
  const keep = (key: string, operation: KeptOperation): void => {
    kept.set(key, operation);
    size += sizeOf(key, operation);
  };
  const drop = (key: string, operation: KeptOperation): void => {
    kept.delete(key);
    size -= sizeOf(key, operation);
  };
  return {
    read(source, operationName) {
      const key = `${operationName ?? ''}\n${source}`;
      const own = limits();
      const found = kept.get(key);
      if (found) drop(key, found);
      if (found && isSame(found.limits, own)) {
        keep(key, found);
        return found.read;
      }
      const read = readWhole(schema, source, operationName, own);
      // Wrong documents are of a kind each: keeping them would push out the others.
      if (read.kind !== 'invalid') keep(key, { limits: own, read });
      for (const [oldest, operation] of kept) {
        if (size <= most) break;
        drop(oldest, operation);
      }
      return read;
    },
  };
}

interface KeptOperation {
  readonly limits: QueryLimits;
  readonly read: CompiledOperation;
}

function sizeOf(key: string, { read }: KeptOperation): number {
  return key.length + read.size;
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
  const compiled = compile(schema, document, operationName);
  if (compiled.errors) return { kind: 'invalid', errors: compiled.errors };
  const { query, size } = compiled;
  const kind = node.operation === 'mutation' ? 'mutation' : 'query';
  const rows = rowsOf(schema, document, node);
  return {
    kind,
    isShared: kind === 'query' && isShared(schema, document, node),
    size,
    run: async (context, variables) => {
      const asked = rows(variables);
      if (asked > limits.rows) return invalid(graphqlErrors.rows([limits.rows, asked]).text);
      return query(undefined, context, variables);
    },
  };
}

/** Compiles an operation; its size in characters of code, which the library gives for debugging alone. */
function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined) {
  const options = { disableLeafSerialization: false, debug: true };
  const compiled = compileQuery(schema, document, operationName, options) as CompiledForDebugging | ExecutionResult;
  if (!('query' in compiled)) return { errors: compiled.errors ?? [] };
  const { query, __DO_NOT_USE_THIS_OR_YOU_WILL_BE_FIRED_compilation: code } = compiled;
  return { query, size: code.length };
}

type CompiledForDebugging = CompiledQuery & { readonly __DO_NOT_USE_THIS_OR_YOU_WILL_BE_FIRED_compilation: string };

function invalid(message: string): Extract<ReadDocument, { kind: 'invalid' }> {
  return { kind: 'invalid', errors: [new GraphQLError(message)] };
}

/** Whether all that an operation asks for is the same for callers of a kind, and nothing of it is a customer's own or changes by the moment. */
function isShared(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const types = new TypeInfo(schema);
  let isSame = true;
  const enter = (): void => {
    const { extensions } = types.getFieldDef() ?? {};
    const isRoot = types.getParentType() === schema.getQueryType();
    if (extensions?.isOwn || (isRoot && !extensions?.isShared)) isSame = false;
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
