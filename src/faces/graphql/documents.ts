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
import { allContent, contentTags, type ContentTag } from '../../kernel/content-tags.ts';
import { errorMessage } from '../../kernel/thrown.ts';
import { createDocumentCache } from './document-cache.ts';
import { graphqlErrors } from './errors.ts';
import { prepare } from './executor/execute.ts';
import { operationLabel } from './operation-label.ts';
import type { WorkLimits, WorkMeter } from './executor/meter.ts';
import { checkLimits, MAX_TOKENS, rowsOf, type QueryLimits } from './limits.ts';

/** An operation of a parsed and valid document. */
export interface ReadOperation {
  readonly kind: 'query' | 'mutation';
  /** For people: `query products`. */
  readonly name: string;
  /** Whether callers of the same kind (`cacheIdOf`) get equal responses until public data changes. */
  readonly isShared: boolean;
  /** The content that its response shows, for HTTP caches. */
  readonly shows: readonly ContentTag[];
  /** Executes it. Rejects when the meter stops a query. */
  run(context: object, variables: Readonly<Record<string, unknown>>, meter: WorkMeter): Promise<ExecutionResult>;
  /** Bytes of memory, roughly. A method, for the reason that `StoppingSession` in execution/deadline.ts is a class. */
  size(): number;
}

/** The result of reading a document: an operation, or the errors of the document. */
type ReadDocument = ReadOperation | InvalidDocument;

interface InvalidDocument {
  readonly kind: 'invalid';
  readonly errors: readonly GraphQLError[];
  /** As that of an operation; undefined: the document does not say which operation is meant. */
  readonly name?: string;
}

/** Maximum size of all cached operations, in bytes. */
const CACHED_BYTES = 2 ** 26;
/** Memory per character of a parsed document, in bytes: tokens and nodes with their locations. */
const CHARACTER_BYTES = 80;
/** Memory per planned field, in bytes. */
const FIELD_BYTES = 400;

/** Documents of one schema. */
export interface Documents {
  /** Throws for a syntax error, a missing operation, or an operation beyond the limits. */
  read(source: string, operationName: string | undefined): ReadDocument;
}

/** The limits of a request, checked before and during execution. */
export type RequestLimits = QueryLimits & WorkLimits;

/** Makes the documents of a schema, within limits; `most`: bytes of operations that are cached. */
export function createDocuments(schema: GraphQLSchema, limits: () => QueryLimits, most = CACHED_BYTES): Documents {
  const cache = createDocumentCache<CachedOperation>(most);
  return {
    read(source, operationName) {
      const key = `${operationName ?? ''}\n${source}`;
      const own = limits();
      const found = cache.get(key);
      if (found && isSame(found.limits, own)) return found.read;
      if (found) cache.drop(key);
      const read = readWhole(schema, source, operationName, own);
      // Each invalid document differs: caching them would evict valid ones.
      if (read.kind !== 'invalid') cache.offer(key, cached(read, own));
      return read;
    },
  };
}

interface CachedOperation {
  readonly limits: QueryLimits;
  readonly read: ReadOperation;
  size(): number;
}

function cached(read: ReadOperation, limits: QueryLimits): CachedOperation {
  return { limits, read, size: read.size };
}

function isSame(one: QueryLimits, other: QueryLimits): boolean {
  return one.depth === other.depth && one.complexity === other.complexity && one.rows === other.rows;
}

function readWhole(...args: Parameters<typeof readDocument>): ReadDocument {
  try {
    return readDocument(...args);
  } catch (error) {
    // The parser recurses at each bracket, and the stack is limited.
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
  const name = operationLabel(node);
  try {
    checkLimits(document, limits);
  } catch (error) {
    return { ...invalid(errorMessage(error)), name };
  }
  const errors = validate(schema, document, undefined, { maxErrors: 20 });
  if (errors.length > 0) return { kind: 'invalid', errors, name };
  const executable = prepare(schema, document, node);
  const kind = node.operation === OperationTypeNode.MUTATION ? 'mutation' : 'query';
  const rows = rowsOf(schema, document, node);
  return {
    kind,
    name,
    ...(kind === 'query' ? sharingOf(schema, document, node) : { isShared: false, shows: [] }),
    size: () => source.length * CHARACTER_BYTES + executable.size() * FIELD_BYTES,
    run: async (context, variables, meter) => {
      const requestedRows = rows(variables);
      if (requestedRows > limits.rows) return invalid(graphqlErrors.rows([limits.rows, requestedRows]).text);
      try {
        return await executable.run(context, variables, meter);
      } catch (error) {
        const exhaustion = meter.exhaustion();
        if (exhaustion) return invalid(exhaustion.text);
        throw error;
      }
    },
  };
}

function invalid(message: string): InvalidDocument {
  return { kind: 'invalid', errors: [new GraphQLError(message)] };
}

/**
 * Whether callers of the same kind get equal responses: no field is private to a customer or depends on the time. And the content
 * that such a response shows.
 */
function sharingOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Pick<ReadOperation, 'isShared' | 'shows'> {
  const types = new TypeInfo(schema);
  let isShared = true;
  const shown = new Set<ContentTag>();
  const enter = (): void => {
    const { extensions } = types.getFieldDef() ?? {};
    const isRoot = types.getParentType() === schema.getQueryType();
    if (extensions?.isOwn || (isRoot && !extensions?.isShared)) isShared = false;
    const shows: unknown = extensions?.shows ?? (isRoot ? allContent : []);
    for (const tag of allContent) if (Array.isArray(shows) && shows.includes(tag)) shown.add(tag);
  };
  const inUse = (node: ASTNode): unknown => visit(node, visitWithTypeInfo(types, { Field: { enter } }));
  inUse(operation);
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) inUse(one);
  return { isShared, shows: allContent.filter((tag) => shown.has(tag) || tag === contentTags.everything) };
}

function operationNamed(
  document: DocumentNode,
  name: string | undefined,
): { readonly kind: 'found'; readonly node: OperationDefinitionNode } | InvalidDocument {
  const node = getOperationAST(document, name ?? null);
  if (node?.operation === OperationTypeNode.SUBSCRIPTION) return invalid(graphqlErrors.subscription().text);
  if (node) return { kind: 'found', node };
  const several = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION).length > 1;
  const why =
    several && name === undefined ? graphqlErrors.operationName() : graphqlErrors.unknownOperation([name ?? '']);
  return invalid(why.text);
}
