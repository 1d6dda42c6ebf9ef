import type { Logger } from 'pino';
import type { Call, Caller, Clock, ConfigurationReader, Scope, Services } from './call.ts';
import type { SharedCaches } from './caches.ts';
import type { DecodeContext } from './decode.ts';
import type { ObjectStoreAddress } from './files.ts';
import type { Edition, Registry } from './registry.ts';
import type { StoreScopes } from './scopes.ts';
import type { TextCatalog } from './texts.ts';
import type { Tracing } from './tracing.ts';

/** Settings of the process, from the environment; docs/environment.md has the table. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** `sqlite:<file>` or `postgres://…` */
  readonly databaseUrl: string;
  /**
   * The replicas of the database; undefined: none. `wait`: longest wait of a read for a replica; `mostLag`: largest lag of a
   * replica; both in milliseconds.
   */
  readonly replicas: { readonly urls: readonly string[]; readonly wait: number; readonly mostLag: number } | undefined;
  /** `amqp://…`; undefined: the database is the broker. */
  readonly amqpUrl: string | undefined;
  /** Prefix of this installation's queue names; undefined: none. */
  readonly amqpPrefix: string | undefined;
  /** `smtp://…` or `smtps://…`; undefined: emails are written to files in the var folder. */
  readonly smtpUrl: string | undefined;
  /** Whether a pooler in front of PostgreSQL supports named prepared statements. */
  readonly keepsStatements: boolean;
  /** The object store of images and files; undefined: they are in the var folder. */
  readonly objectStore: ObjectStoreAddress | undefined;
  /** Maximum size of the pictures that are made of others, in bytes; 0: none are made. */
  readonly mediaCacheBytes: number;
  /** Seconds that HTTP caches may store a file. */
  readonly mediaMaxAge: number;
  /** Folder for all written files: database, media, emails. */
  readonly varFolder: string;
  readonly edition: Edition;
  readonly release: string;
  /** Release of the storefront compatibility package, such as `2.4.9`. */
  readonly storefrontPackage: string;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  /** Public base URL without a trailing slash; undefined: derived from host and port. */
  readonly baseUrl: string | undefined;
  /** Key that encrypts stored secrets; undefined: stored in the var folder. */
  readonly secretKey: string | undefined;
  /** Maximum size of a request body, in bytes. */
  readonly maxBodyBytes: number;
  /** Maximum size of a request body of guests and customers, in bytes, except for file uploads. */
  readonly maxPublicBodyBytes: number;
  /** Timeout for the headers of a request, in seconds. */
  readonly headersTimeout: number;
  /** Timeout for a whole request, in seconds. */
  readonly requestTimeout: number;
  /** Deadline of a call, in seconds; 0: none. */
  readonly callTimeout: number;
  /** Timeout of a statement on PostgreSQL, in seconds, without waits for locks. */
  readonly statementTimeout: number;
  /** Maximum wait of a starting process for its database, in seconds. */
  readonly startWait: number;
  /** Seconds after which an unresponsive PostgreSQL server is detected. */
  readonly databaseTimeout: number;
  /** Maximum number of connections of this process to PostgreSQL. */
  readonly databaseConnections: number;
  /** Milliseconds between two checks for changes of other processes, for background work; 0: none. */
  readonly cachePoll: number;
  /** Timeout of the readiness check for the database, in seconds. */
  readonly readyTimeout: number;
  /** Seconds from the shutdown signal to the end of listening. */
  readonly shutdownGrace: number;
  /** Addresses and networks of proxies with trusted `X-Forwarded-*` headers. */
  readonly trustedProxies: readonly string[];
  /** Other origins that may call from browsers; undefined: none. */
  readonly cors: { readonly origins: '*' | readonly string[]; readonly credentials: boolean } | undefined;
  /** `max-age` of Strict-Transport-Security; 0: the header is not sent. */
  readonly hstsSeconds: number;
  /** Whether errors include a stack trace. */
  readonly developerMode: boolean;
  /** Whether the console is served. */
  readonly console: boolean;
  /** Whether the control plane under `/_/` is served. */
  readonly controlPlane: boolean;
  /** Token for callers of the control plane from other machines; empty: they are rejected. */
  readonly controlToken: string;
  /** Token for callers of `/metrics`; empty: none is needed. */
  readonly metricsToken: string;
  /** Port of `/metrics`, which the shop's port does not serve then; 0: the shop's port. */
  readonly metricsPort: number;
  /** Ports of the package-submission interface, by environment; 0: off. */
  readonly marketplacePorts: { readonly sandbox: number; readonly production: number };
  /** Lifetime of a session token of the package-submission interface, in seconds. */
  readonly marketplaceTokenLifetime: number;
  readonly logLevel: string;
  /** Where spans are sent; undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
}

/** Settings of traces. */
export interface TracingSettings {
  /** Address that takes spans by OTLP over HTTP. */
  readonly url: string;
  /** Headers of requests to it, such as its key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly format: 'protobuf' | 'json';
  /** Timeout of a request to it, in milliseconds. */
  readonly timeout: number;
  /** Milliseconds that spans wait for others. */
  readonly delay: number;
  /** Limit of spans that wait to be sent. */
  readonly maxWaiting: number;
  /** Attributes of the program, with the name of the service. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: SamplerSetting;
}

/** Which traces are sampled. */
export interface SamplerSetting {
  /** Whether the caller's decision holds, where there is one. */
  readonly isParentBased: boolean;
  /** Share of the other traces that are sampled, from 0 to 1. */
  readonly ratio: number;
}

/** The running platform, for its servers, consumers and commands. */
export interface Platform {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly services: Services;
  readonly caches: SharedCaches;
  readonly config: ConfigurationReader;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * The context for a call of `caller` in `scope`, outside a transaction. `readsOnly`: it writes nothing and no write depends
   * on it, so replicas of the database may serve it.
   */
  newCall(caller: Caller, scope: Scope, options?: { readonly readsOnly?: boolean }): Call;
  readonly scopes: StoreScopes;
  readonly texts: TextCatalog;
  /** The context of decoding request bodies. */
  readonly decoding: DecodeContext;
  /** Undefined: nothing is traced. */
  readonly tracing: Tracing | undefined;
}
