import type { CallOptions } from './options.ts';
import { printDocument, type SyntaxNode } from './print-document.ts';
import type { SentRequest, Transport } from './transport.ts';

/** What a document says of its types, as code generators write it. Nothing of it is there at run time. */
interface Typed<R, V> {
  readonly __apiType?: (variables: V) => R;
}

/** A document: text, a typed text, or its syntax tree, as `gql` and code generators make them. */
export type GraphQLDocument<R, V> = (SyntaxNode & Typed<R, V>) | ({ toString(): string } & Typed<R, V>);

/** An error of a GraphQL answer. */
export interface GraphQLFieldError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: { readonly category?: string } & Readonly<Record<string, unknown>>;
}

/** An answer to a document. Fields with an error are null in `data`, the others are there. */
export interface GraphQLAnswer<R> {
  readonly data: R | null;
  /** Empty where every field has its value. */
  readonly errors: readonly GraphQLFieldError[];
}

/** What may be said with a document. */
export interface GraphQLOptions extends Omit<CallOptions, 'fields'> {
  /** Which of several operations of the document is meant. */
  readonly operationName?: string | undefined;
  /** Code of the currency in which amounts are shown. */
  readonly currency?: string | undefined;
  /** GET: a query that caches on the way may keep; its address must not be longer than 8 KB. */
  readonly method?: 'GET' | 'POST' | undefined;
}

/** Variables behind a document: they may be left out where all of them may. */
export type VariablesAndOptions<V> =
  Record<never, never> extends V ? [variables?: V, options?: GraphQLOptions] : [variables: V, options?: GraphQLOptions];

/** Sends a document. Throws a SoukError where it is not executed at all. */
export async function sendDocument<R>(
  transport: Transport,
  document: GraphQLDocument<R, never>,
  variables: unknown,
  { operationName, currency, method = 'POST', store, headers, signal }: GraphQLOptions,
): Promise<GraphQLAnswer<R>> {
  const query = isTree(document) ? printDocument(document) : String(document);
  const request: SentRequest = {
    method,
    operation: `${method} /graphql`,
    headers: { ...(store ? { store } : {}), ...(currency ? { 'content-currency': currency } : {}) },
    ...(method === 'GET'
      ? { url: `/graphql?${search({ query, operationName, variables: variables && JSON.stringify(variables) })}` }
      : { url: '/graphql', body: { query, variables, operationName } }),
  };
  const { body } = await transport.send(request, { headers, signal });
  const { data = null, errors = [] } = body as { data?: R | null; errors?: GraphQLFieldError[] };
  return { data, errors };
}

function isTree(document: object | string): document is SyntaxNode {
  return typeof document === 'object' && 'kind' in document;
}

function search(parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
