import type { IncomingHttpHeaders } from 'node:http';
import type { Call, Scope } from './call.ts';
import type { GraphQLDeclaration } from './graphql.ts';
import type { Setting } from './settings.ts';

/** A GraphQL schema of queries at an address of its own, beside `/graphql`. */
export interface GraphQLService {
  /** Its address: `/cs-graphql`. */
  readonly path: string;
  /** Its types and queries. Their fields may have types of the storefront's schema. */
  readonly declarations: readonly GraphQLDeclaration[];
  /** Names in the schema of types that are declared under another name, since the storefront's schema has that one too. */
  readonly names: Readonly<Record<string, string>>;
  /** Fields of the storefront's schema that are left out where this schema is served, by type. */
  readonly replaces: Readonly<Record<string, readonly string[]>>;
  /** Whether `/graphql` serves its queries too. */
  readonly isShared: Setting<boolean>;
  /** The request header with the code of the store view; without it, the header `Store` has it. */
  readonly viewHeader: string;
  /** All request headers that select a response, for HTTP caches. */
  readonly varies: readonly string[];
  /** The scope of a request, by further headers. `call` has the caller and the store view. Throws for wrong headers. */
  scopeOf(call: Call, headers: IncomingHttpHeaders): Promise<Scope> | Scope;
}
