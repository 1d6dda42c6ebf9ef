import type { Logger } from 'pino';
import type { Call, Caller, Clock, ConfigurationReader, Scope, Services } from './call.ts';
import type { SharedCaches } from './caches.ts';
import type { DecodeContext } from './decode.ts';
import type { ObjectStoreAddress } from './files.ts';
import type { Edition, Registry } from './registry.ts';
import type { StoreScopes } from './scopes.ts';

/** Settings of the process, from the environment; see README.md for the table. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** `sqlite:<file>` or `postgres://…` */
  readonly databaseUrl: string;
  /** The replicas of the database; undefined: there are none. Milliseconds that a read waits for one, and that it may lag behind. */
  readonly replicas: { readonly urls: readonly string[]; readonly wait: number; readonly mostLag: number } | undefined;
  /** `amqp://…`; undefined: the database is the broker. */
  readonly amqpUrl: string | undefined;
  /** What the names of this installation's queues begin with; undefined: nothing. */
  readonly amqpPrefix: string | undefined;
  /** `smtp://…` or `smtps://…`; undefined: mails are written to files in the var folder. */
  readonly smtpUrl: string | undefined;
  /** Whether a pooler before PostgreSQL keeps statements that are prepared by name. */
  readonly keepsStatements: boolean;
  /** The object store of pictures and files; undefined: they lie in the var folder. */
  readonly objectStore: ObjectStoreAddress | undefined;
  /** Folder of everything that is written: database, media, mail. */
  readonly varFolder: string;
  readonly edition: Edition;
  readonly release: string;
  /** Release of the storefront compatibility package, such as `2.4.9`. */
  readonly storefrontPackage: string;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  /** Public base URL without a trailing slash; undefined: taken from host and port. */
  readonly baseUrl: string | undefined;
  /** Key that encrypts stored secrets; undefined: one is kept in the var folder. */
  readonly secretKey: string | undefined;
  /** Largest request body in bytes. */
  readonly maxBodyBytes: number;
  /** Largest body of guests and customers in bytes, where no files are taken. */
  readonly maxPublicBodyBytes: number;
  /** Seconds for the head of a request to arrive. */
  readonly headersTimeout: number;
  /** Seconds for a whole request to arrive. */
  readonly requestTimeout: number;
  /** Seconds that a call may take; 0: no end. */
  readonly callTimeout: number;
  /** Seconds that a statement may take on PostgreSQL, waiting for locks aside. */
  readonly statementTimeout: number;
  /** Seconds that a starting process waits for its database. */
  readonly startWait: number;
  /** Seconds within which a PostgreSQL server that does not answer at all is noticed. */
  readonly databaseTimeout: number;
  /** Greatest number of connections of this process to PostgreSQL. */
  readonly databaseConnections: number;
  /** Milliseconds between two looks for changes of other processes, for work in the background; 0: none. */
  readonly cachePoll: number;
  /** Seconds that the question whether the server is ready waits for the database. */
  readonly readyTimeout: number;
  /** Seconds from the signal to end to the end of listening. */
  readonly shutdownGrace: number;
  /** Addresses and networks whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  /** Other origins whose pages may call; undefined: none. */
  readonly cors: { readonly origins: '*' | readonly string[]; readonly credentials: boolean } | undefined;
  /** `max-age` of Strict-Transport-Security; 0: the header is not sent. */
  readonly hstsSeconds: number;
  /** Whether errors carry a trace. */
  readonly developerMode: boolean;
  /** Whether the console is served. */
  readonly console: boolean;
  /** Whether the control plane under `/_/` is served. */
  readonly controlPlane: boolean;
  /** What callers of the control plane from elsewhere have to bring; empty: there are none. */
  readonly controlToken: string;
  /** What callers of `/metrics` have to bring; empty: nothing. */
  readonly metricsToken: string;
  /** Ports of the package-submission interface, by environment; 0: it is not served. */
  readonly marketplacePorts: { readonly sandbox: number; readonly production: number };
  /** Seconds that a session token of the package-submission interface is good for. */
  readonly marketplaceTokenLifetime: number;
  readonly logLevel: string;
}

/** The running platform, as those who serve it (web API, consumer, reference, commands) see it. */
export interface Platform {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly services: Services;
  readonly caches: SharedCaches;
  readonly config: ConfigurationReader;
  readonly clock: Clock;
  readonly log: Logger;
  /**
   * The context for a call of `caller` in `scope`, outside a transaction. `readsOnly`: it changes nothing and decides on no
   * change, so that replicas of the database may answer it.
   */
  newCall(caller: Caller, scope: Scope, options?: { readonly readsOnly?: boolean }): Call;
  readonly scopes: StoreScopes;
  /** What bodies are decoded by. */
  readonly decoding: DecodeContext;
}
