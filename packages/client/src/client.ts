import { createHandle, type BulkHandle } from './bulk.ts';
import { toSearchCriteria, type Criteria } from './criteria.ts';
import { sendDocument, type GraphQLAnswer, type GraphQLDocument, type GraphQLOptions } from './graphql.ts';
import { createList, type List } from './list.ts';
import { readOperation, type Operation, type OperationTable } from './operation.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { appendQuery } from './query.ts';
import { bulkElement, bulkPath, chooseOperation, placeArguments, type AnyArguments } from './routing.ts';
import { createTransport, TokenKeeper, type Transport } from './transport.ts';

/** How a route is called: at once, later, or many times later. */
type Way = '' | '/async' | '/async/bulk';

/** Makes the client of the operations of a table; what the types call a `Client`. */
export function clientOf(table: OperationTable, options: ClientOptions, tokens?: TokenKeeper): object {
  const keeper = tokens ?? new TokenKeeper(options.token);
  const caller = new Caller(createTransport(options, keeper), options);
  const groups = (way: Way): object =>
    lazily(table, (group, methods) =>
      lazily(methods, (method, lines) => caller.method(`${group}.${method}`, lines.map(readOperation), way)),
    );
  return Object.assign(groups(''), {
    async: groups('/async'),
    bulk: groups('/async/bulk'),
    request: async (route: string, sent: AnyArguments = {}, call: CallOptions = {}) => {
      const line = Object.values(table)
        .flatMap((methods) => Object.values(methods).flat())
        .find((one) => one === route || one.startsWith(`${route} `));
      if (!line) throw new TypeError(`there is no route ${route}`);
      const operation = readOperation(line);
      if (isListing(operation)) return await caller.list(operation, sent, call).page();
      return await caller.perform(operation, sent, call);
    },
    graphql: (document: GraphQLDocument<unknown, never>, variables?: unknown, call: GraphQLOptions = {}) =>
      caller.graphql(document, variables, call),
    follow: (bulkUuid: string) => caller.handle(bulkUuid, {}),
    with: (changes: Partial<ClientOptions>) => {
      const isOther = 'token' in changes || 'baseUrl' in changes;
      return clientOf(table, { ...options, ...changes }, isOther ? undefined : keeper);
    },
  });
}

/** An operation with search criteria among its arguments. */
type ListingOperation = Operation & { readonly criteria: string };

function isListing(operation: Operation): operation is ListingOperation {
  return operation.criteria !== undefined;
}

/** An object whose members are made when they are first asked for. */
function lazily<T>(sources: Readonly<Record<string, T>>, make: (name: string, source: T) => unknown): object {
  const result = {};
  for (const [name, source] of Object.entries(sources)) {
    let made: unknown;
    Object.defineProperty(result, name, { enumerable: true, get: () => (made ??= make(name, source)) });
  }
  return result;
}

/** Performs calls of operations. */
class Caller {
  readonly #transport: Transport;
  readonly #store: string | undefined;

  constructor(transport: Transport, { store }: ClientOptions) {
    this.#transport = transport;
    this.#store = store;
  }

  /** The function that a method of the client is. */
  method(name: string, operations: readonly Operation[], way: Way): unknown {
    if (way === '') {
      const listing = operations.find(isListing);
      if (listing)
        return (asked: Criteria<unknown> & AnyArguments = {}, call: CallOptions = {}) =>
          this.list(listing, asked, call);
      return async (sent: AnyArguments = {}, call: CallOptions = {}) =>
        await this.perform(chooseOperation(name, operations, sent), sent, call);
    }
    const deferrable = operations.filter(({ isDeferrable }) => isDeferrable);
    if (deferrable.length === 0) return undefined;
    if (way === '/async') {
      return async (sent: AnyArguments = {}, call: CallOptions = {}) =>
        await this.accept(chooseOperation(name, deferrable, sent), sent, call);
    }
    return async (elements: readonly AnyArguments[], call: CallOptions = {}) => {
      const [chosen, ...others] = new Set(elements.map((element) => chooseOperation(name, deferrable, element)));
      if (!chosen || others.length > 0) throw new TypeError(`${name}: a bulk has elements, all for one route`);
      return await this.#accepted(
        '/async/bulk' + bulkPath(chosen),
        chosen,
        elements.map((one) => bulkElement(chosen, one)),
        call,
      );
    };
  }

  async perform(operation: Operation, sent: AnyArguments, call: CallOptions): Promise<unknown> {
    const { path, rest } = placeArguments(operation, sent);
    const { hasBody, empty } = operation;
    const body = await this.#send(operation, path, hasBody ? rest : undefined, hasBody ? {} : rest, call);
    return empty && Array.isArray(body) && body.length === 0 ? (empty === 'null' ? null : undefined) : body;
  }

  list(operation: ListingOperation, asked: Criteria<unknown> & AnyArguments, call: CallOptions): List<unknown> {
    const { where, anyOf, sort, pageSize, page, searchCriteria, ...others } = asked;
    const criteria = toSearchCriteria({ where, anyOf, sort, pageSize, searchCriteria });
    return createList(criteria, page ?? searchCriteria?.current_page ?? 1, (paged) =>
      this.perform(operation, { ...others, [operation.criteria]: paged }, call),
    );
  }

  accept(operation: Operation, sent: AnyArguments, call: CallOptions): Promise<BulkHandle<unknown>> {
    const { path, rest } = placeArguments(operation, sent);
    const { hasBody } = operation;
    return this.#accepted(`/async${path}`, operation, hasBody ? rest : undefined, call, hasBody ? {} : rest);
  }

  handle<R>(bulkUuid: string, { store, headers }: CallOptions): BulkHandle<R> {
    return createHandle<R>(bulkUuid, (view, call) => {
      const path = `/V1/bulk/${encodeURIComponent(bulkUuid)}/${view}`;
      return this.#send(
        { method: 'GET', path: `/V1/bulk/:bulkUuid/${view}` },
        path,
        undefined,
        {},
        { store, headers, ...call },
      );
    });
  }

  graphql<R>(document: GraphQLDocument<R, never>, variables: unknown, call: GraphQLOptions): Promise<GraphQLAnswer<R>> {
    return sendDocument(this.#transport, document, variables, { ...call, store: call.store ?? this.#store });
  }

  async #accepted(
    path: string,
    operation: Operation,
    body: unknown,
    call: CallOptions,
    query: AnyArguments = {},
  ): Promise<BulkHandle<unknown>> {
    const answer = await this.#send(operation, path, body, query, call);
    return this.handle((answer as { bulk_uuid: string }).bulk_uuid, call);
  }

  async #send(
    { method, path: pattern }: Pick<Operation, 'method' | 'path'>,
    path: string,
    body: unknown,
    query: AnyArguments,
    call: CallOptions,
  ): Promise<unknown> {
    const { store = this.#store, fields } = call;
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, fields })) appendQuery(search, name, value);
    const text = search.toString();
    const scope = store ? `/${encodeURIComponent(store)}` : '';
    const url = `/rest${scope}${path}${text && `?${text}`}`;
    const answer = await this.#transport.send({ method, url, body, operation: `${method} ${pattern}` }, call);
    return answer.body;
  }
}
