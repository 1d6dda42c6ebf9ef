import type { ContentTag } from './content-tags.ts';
import type { Kysely } from 'kysely';
import type { AclResource } from './acl.ts';
import type { SharedCaches } from './caches.ts';
import type { Call, ContributionPoints, Contributions, Services, Tables } from './call.ts';
import type { AddCommands, CommandGroup } from './commands.ts';
import type { DeclaredConfiguration } from './configuration.ts';
import type { DecodeContext } from './decode.ts';
import type { Face } from './faces.ts';
import type { Files } from './files.ts';
import type { GraphQLDeclaration } from './graphql.ts';
import type { GraphQLService } from './graphql-services.ts';
import type { Guard } from './guards.ts';
import type { InstallationMetrics } from './metrics.ts';
import type { Platform } from './platform.ts';
import type { Registry } from './registry.ts';
import type { AnyRoute, ForcedValues } from './route.ts';
import type { StoreScopes } from './scopes.ts';
import type { ModuleTexts, Translations } from './texts.ts';
import type { Fields, ObjectType } from './types.ts';

/** A step of the database schema; each runs once, in order, in a transaction. */
export interface Migration {
  /** Unique within the module and sortable: `001-products`. */
  readonly name: string;
  /** Changes tables of the module; in a vendor's module, only those with its prefix. An error rolls all migrations back. */
  up(db: Kysely<Tables>, dialect: DialectTypes): Promise<void>;
}

/** Differences between the databases in the definition of tables. */
export interface DialectTypes {
  /** The database of the installation. */
  readonly kind: 'sqlite' | 'postgres';
  /** Column type of a JSON document. */
  readonly document: 'text' | 'jsonb';
  /** Column type of a searchable decimal, compared as a double. */
  readonly decimal: 'real' | 'double precision';
}

/** Initial rows for a module's contribution to another module, in the tables of the latter. */
export interface ContributedRows {
  /** Unique within the module that writes them; the rows of a name are written once. */
  readonly name: string;
  write(call: Call): Promise<void>;
}

/** Fields that a module adds to the extension attributes of another module's type. */
interface TypeExtension {
  readonly type: ObjectType;
  readonly fields: Fields;
}

/** The definition of a module: routes, tables, initial data, services, commands, workers and pages. */
export interface ModuleManifest<
  N extends string = string,
  R extends AnyRoute = AnyRoute,
  X extends readonly TypeExtension[] = readonly TypeExtension[],
> {
  /** Name in the interface: `Catalog`; of a module from outside of this repository with its vendor: `Acme_Loyalty`. */
  readonly name: N;
  /** Version of a module from outside of this repository. */
  readonly version?: string;
  /** The versions of the platform with which such a module works, as a range: `^0.2`. */
  readonly compatible?: string;
  /** For a module of the commercial edition only; absent: of both editions. */
  readonly edition?: 'commercial';
  /**
   * The services of other modules that the files of the module use, in the order of those modules. The platform starts only if
   * earlier modules offer all of them. Services of layers below the modules (`access`, `configuration`) are not listed. A need is
   * never optional: where one module works without the other, the earlier one has a contribution point (`contributes`).
   */
  readonly needs?: readonly (keyof Services)[];
  /** Routes of the REST interface. */
  readonly routes?: readonly R[];
  /** Types, queries and mutations of the GraphQL schema. */
  readonly graphql?: readonly GraphQLDeclaration[];
  /** GraphQL schemas at addresses of their own. */
  readonly graphqlServices?: readonly GraphQLService[];
  /** The permissions of the module, each with its parent. */
  readonly acl?: readonly AclResource[];
  /** The definition of the module's tables, as steps that run once each. */
  readonly migrations?: readonly Migration[];
  /** Tables with non-public data, such as carts and orders. Their changes do not invalidate cached responses. */
  readonly unshown?: readonly (keyof Tables & string)[];
  /**
   * The tags of the responses that show the rows of a table: a change purges those from HTTP caches, and all responses for a table
   * that is neither here nor in `unshown`.
   */
  readonly shownAs?: { readonly [T in keyof Tables]?: readonly ContentTag[] };
  /** Writes the initial rows of a new installation; runs once after the migrations of all modules. */
  readonly install?: (call: Call) => Promise<void>;
  /**
   * Initial rows for contributions of other modules to this one; written at their first contribution, after the rows of all
   * modules.
   */
  readonly installContributed?: (contributions: Contributions) => readonly ContributedRows[];
  /** Fields for the extension attributes of types; contributions load and save their values. */
  readonly extends?: X;
  /** The services that the module offers as `call.services`, by name: functions that make them, called once at start. */
  readonly services?: { readonly [K in keyof Services]?: (platform: ServiceDependencies) => Services[K] };
  /** The configuration paths that the module reads, with their defaults and validation. */
  readonly configuration?: DeclaredConfiguration;
  /** Texts of the module by language, in addition to those of its email templates. */
  readonly texts?: ModuleTexts;
  /** Texts of this module and of others in further languages, or with other words. */
  readonly translations?: Translations;
  /** Adds commands to the program `souk`. */
  readonly commands?: AddCommands;
  /** The group of these commands; default: `added`. */
  readonly commandGroup?: CommandGroup;
  /** Background workers of each server; started once it listens. */
  readonly workers?: readonly ((platform: Platform) => Worker)[];
  /** The module's metrics at `/metrics`. */
  readonly metrics?: InstallationMetrics;
  /** Pages of the server outside of the interface. */
  readonly faces?: readonly Face[];
  /** Guards, which may reject permitted calls. */
  readonly guards?: readonly ((platform: Platform) => Guard)[];
  /** Provides values that the server sets in calls, such as the id of the caller's cart. */
  readonly forced?: Partial<ForcedValues>;
  /** Provides the websites and store views; exactly one module does. */
  readonly scopes?: (services: Services) => StoreScopes;
  /** Provides the types of custom attributes for decoding. */
  readonly attributeType?: (services: Services) => DecodeContext['attributeType'];
  /** Throws when contributions of modules do not fit together; the server then does not start. */
  readonly checkContributions?: (contributions: Contributions, composition: Composition) => void;
  /** Contributions to other modules, by contribution point. */
  readonly contributes?: { readonly [K in keyof ContributionPoints]?: readonly ContributionPoints[K][] };
}

/** The modules that run together. */
export interface Composition {
  readonly registry: Registry;
  /** The permissions of all modules by id. */
  readonly permissions: ReadonlyMap<string, AclResource>;
}

/** A background worker of a server. */
export interface Worker {
  /** Completes the work in progress, then ends. */
  stop(): Promise<void>;
}

/** Passed to modules that make services. */
export interface ServiceDependencies {
  /** Services of earlier modules, filled in as modules start; read at call time. */
  readonly services: Services;
  /** The files that all machines share. */
  readonly files: Files;
  /** Folder for files of this machine; contains the key of stored secrets. */
  readonly varFolder: string;
  /** The setting SOUK_SECRET_KEY; undefined: the key is stored in `varFolder`. */
  readonly secretKey: string | undefined;
  /** The permissions of all modules by id, each after its parent. */
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
