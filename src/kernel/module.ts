import type { Kysely } from 'kysely';
import type { AclResource } from './acl.ts';
import type { SharedCaches } from './caches.ts';
import type { Call, ContributionPoints, Contributions, Services, Tables } from './call.ts';
import type { AddCommands } from './commands.ts';
import type { DeclaredConfiguration } from './configuration.ts';
import type { DecodeContext } from './decode.ts';
import type { Face } from './faces.ts';
import type { Files } from './files.ts';
import type { GraphQLDeclaration } from './graphql.ts';
import type { Guard } from './guards.ts';
import type { InstallationMetrics } from './metrics.ts';
import type { Platform } from './platform.ts';
import type { AnyRoute, ForcedValues } from './route.ts';
import type { StoreScopes } from './scopes.ts';
import type { Fields, ObjectType } from './types.ts';

/** A step of the database schema; each runs once, in order, in a transaction. */
export interface Migration {
  /** Unique within the module and sortable: `001-products`. */
  readonly name: string;
  up(db: Kysely<Tables>, dialect: DialectTypes): Promise<void>;
}

/** What differs between the databases when tables are made. */
export interface DialectTypes {
  readonly kind: 'sqlite' | 'postgres';
  /** Column type of a JSON document. */
  readonly document: 'text' | 'jsonb';
  /** Column type of a searchable decimal, compared as a double. */
  readonly decimal: 'real' | 'double precision';
}

/** First rows for something that a module contributes to another, whose tables they are in. */
export interface ContributedRows {
  /** Unique within the module that writes them: the rows are written once under it. */
  readonly name: string;
  write(call: Call): Promise<void>;
}

/** Fields that a module adds to the extension attributes of another module's type. */
interface TypeExtension {
  readonly type: ObjectType;
  readonly fields: Fields;
}

/** Everything a module is, in one place: routes, tables, first data, services, commands, what a server runs and shows. */
export interface ModuleManifest<
  N extends string = string,
  R extends AnyRoute = AnyRoute,
  X extends readonly TypeExtension[] = readonly TypeExtension[],
> {
  /** Name in the interface, such as `Catalog`. */
  readonly name: N;
  readonly edition?: 'commercial';
  readonly routes?: readonly R[];
  /** Types, queries and mutations of the GraphQL schema. */
  readonly graphql?: readonly GraphQLDeclaration[];
  /** The permissions that the module has, each with the one that it stands under. */
  readonly acl?: readonly AclResource[];
  readonly migrations?: readonly Migration[];
  /** Tables that nothing is made of that everybody is shown: carts, orders. Answers that are kept for all outlive their changes. */
  readonly unshown?: readonly (keyof Tables & string)[];
  /** Writes the rows of a fresh installation; runs once after the migrations of all modules. */
  readonly install?: (call: Call) => Promise<void>;
  /** Rows for what other modules contribute to this one; written when they first do, after the rows of all modules. */
  readonly installContributed?: (contributions: Contributions) => readonly ContributedRows[];
  readonly extends?: X;
  /** Makes the module's service object(s), once at start. */
  readonly services?: (platform: ServiceDependencies) => Partial<Services>;
  /** Paths of the platform configuration that the module reads, with what they ship with and take. */
  readonly configuration?: DeclaredConfiguration;
  readonly commands?: AddCommands;
  /** Start what goes on in the background of each server, once it listens. */
  readonly workers?: readonly ((platform: Platform) => Worker)[];
  /** What `/metrics` tells of the module. */
  readonly metrics?: InstallationMetrics;
  /** What the server shows outside of the interface. */
  readonly faces?: readonly Face[];
  /** Make what refuses calls that their callers may make. */
  readonly guards?: readonly ((platform: Platform) => Guard)[];
  readonly forced?: Partial<ForcedValues>;
  /** Tells the websites and store views; one module does. */
  readonly scopes?: (services: Services) => StoreScopes;
  /** Tells the types of custom attributes, which bodies are decoded by. */
  readonly attributeType?: (services: Services) => DecodeContext['attributeType'];
  /** Throws when what the modules contribute does not fit together; there is no start then. */
  readonly checkContributions?: (contributions: Contributions) => void;
  readonly contributes?: { readonly [K in keyof ContributionPoints]?: readonly ContributionPoints[K][] };
}

/** What goes on in the background of a server. */
export interface Worker {
  /** Lets what is under way finish, then ends. */
  stop(): Promise<void>;
}

/** What the composition root hands to a module that makes services. */
export interface ServiceDependencies {
  /** Services of the modules before this one, filled in as modules start; read at call time. */
  readonly services: Services;
  /** The files that all machines see. */
  readonly files: Files;
  /** Folder of what this machine writes; the key of stored secrets lies here. */
  readonly varFolder: string;
  /** The setting SOUK_SECRET_KEY; undefined: the key is kept in `varFolder`. */
  readonly secretKey: string | undefined;
  /** The permissions that all modules declare, by id, each before those under it. */
  readonly permissions: ReadonlyMap<string, AclResource>;
  readonly caches: SharedCaches;
}

/** Declares a module. Its name, routes and added fields keep their types, for typed callers. */
export function module<
  N extends string,
  R extends AnyRoute = never,
  const X extends readonly TypeExtension[] = readonly [],
>(manifest: ModuleManifest<N, R, X>): ModuleManifest<N, R, X> {
  return manifest;
}
