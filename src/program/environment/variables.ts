import * as t from './types.ts';

/** An environment variable that Souk reads. */
export interface Variable<T> {
  readonly name: string;
  readonly type: t.VariableType<T>;
  /** The text that holds where the variable is not set, or is empty; in angle brackets: other variables. */
  readonly default: string;
  readonly description: string;
}

const variable = <T>(name: string, type: t.VariableType<T>, byDefault: string, description: string): Variable<T> => ({
  name,
  type,
  default: byDefault,
  description,
});

/** Every environment variable that Souk reads; `souk environment` prints them as docs/environment.md. */
export const variables = {
  port: variable('PORT', t.port, '8080', 'TCP port; 0 takes a free one'),
  host: variable('HOST', t.text, '127.0.0.1', 'address to listen on'),
  databaseUrl: variable(
    'DATABASE_URL',
    t.databaseUrl,
    'sqlite:<SOUK_VAR>/souk.db',
    '`sqlite:<file>` or `postgres://user:password@host/database`; several hosts: `docs/databases.md`',
  ),
  replicaUrls: variable(
    'DATABASE_READ_URL',
    t.databaseUrls,
    '',
    '`postgres://…` of replicas that answer reads, separated by commas; empty: none',
  ),
  replicaWait: variable(
    'SOUK_READ_WAIT',
    t.wholeNumber(0, 60_000),
    '100',
    "milliseconds that a read waits for a replica to have its caller's own changes; then the primary answers",
  ),
  replicaLag: variable(
    'SOUK_READ_LAG',
    t.wholeNumber(1, 300),
    '10',
    'seconds that a replica may be behind; reads skip one that is further behind',
  ),
  amqpUrl: variable(
    'AMQP_URL',
    t.url('amqp', 'amqps'),
    '',
    '`amqp://…` for RabbitMQ; empty: the database is the message broker',
  ),
  amqpPrefix: variable(
    'SOUK_AMQP_PREFIX',
    t.queuePrefix,
    '',
    'prefix of the queue names (`shop1.`), where several installations share a RabbitMQ',
  ),
  smtpUrl: variable(
    'SMTP_URL',
    t.url('smtp', 'smtps'),
    '',
    '`smtp://user:password@host:587` for mail; empty: files in `<SOUK_VAR>/mail`',
  ),
  varFolder: variable('SOUK_VAR', t.folder, 'var', 'folder of all written data: database, media, keys'),
  configurationFile: variable(
    'SOUK_CONFIG',
    t.text,
    '',
    'configuration file with added modules and settings; empty: `souk.config.ts`, `.mjs` or `.js` beside SOUK_VAR',
  ),
  modules: variable('SOUK_MODULES', t.names, '', 'npm packages of added modules, separated by commas'),
  objectStore: variable(
    'SOUK_MEDIA_URL',
    t.objectStore,
    '',
    '`s3://bucket/prefix?region=…&endpoint=…` for pictures and files in an object store; empty: in SOUK_VAR',
  ),
  mediaCacheBytes: variable(
    'SOUK_MEDIA_CACHE',
    t.wholeNumber(0, 2 ** 50),
    '1000000000',
    'largest size of the pictures that are made of others (`?width=…`), in bytes; 0: none are made',
  ),
  mediaMaxAge: variable(
    'SOUK_MEDIA_MAX_AGE',
    t.wholeNumber(0, 31_536_000),
    '86400',
    'seconds that browsers and CDNs may store files under `/media` without asking again',
  ),
  baseUrl: variable('SOUK_BASE_URL', t.publicUrl, 'http://<HOST>:<PORT>', 'public base URL, as clients see it'),
  adminUser: variable('SOUK_ADMIN_USER', t.text, 'admin', 'name of the first admin user, created at the first start'),
  adminPassword: variable(
    'SOUK_ADMIN_PASSWORD',
    t.optionalText,
    '',
    'password of the first admin user; empty: one is generated and printed once',
  ),
  edition: variable(
    'SOUK_EDITION',
    t.oneOf('commercial', 'open'),
    'commercial',
    '`commercial` (operation status routes, commercial modules) or `open`',
  ),
  release: variable('SOUK_RELEASE', t.release, '2.4.8', 'release of the interface to speak'),
  storefrontPackage: variable(
    'SOUK_STOREFRONT_PACKAGE',
    t.release,
    '2.4.9',
    'release of the storefront compatibility package: from 2.4.8 on with its own GraphQL operations',
  ),
  secretKey: variable(
    'SOUK_SECRET_KEY',
    t.optionalText,
    '',
    'key that encrypts stored secrets; empty: a generated one in SOUK_VAR',
  ),
  maxBodyBytes: variable('SOUK_MAX_BODY', t.wholeNumber(1024, 2 ** 31), '33554432', 'largest request body in bytes'),
  maxPublicBodyBytes: variable(
    'SOUK_MAX_PUBLIC_BODY',
    t.wholeNumber(1024, 2 ** 31),
    '1048576',
    'largest request body of guests and customers in bytes, except for files of custom options',
  ),
  headersTimeout: variable('SOUK_HEADERS_TIMEOUT', t.seconds(1), '60', 'seconds for the head of a request to arrive'),
  requestTimeout: variable('SOUK_REQUEST_TIMEOUT', t.seconds(1), '300', 'seconds for a whole request to arrive'),
  callTimeout: variable(
    'SOUK_CALL_TIMEOUT',
    t.seconds(0),
    '300',
    'seconds after which a call is ended and its changes are undone; 0: no limit',
  ),
  statementTimeout: variable(
    'SOUK_STATEMENT_TIMEOUT',
    t.seconds(1),
    '60',
    'seconds that a statement may take on PostgreSQL, not counting waits for locks',
  ),
  startWait: variable(
    'SOUK_START_WAIT',
    t.seconds(0),
    '60',
    'seconds that a starting server or consumer waits for a database that cannot be reached, and a consumer for its shop; 0: not at all',
  ),
  keepsStatements: variable(
    'SOUK_POOLER_STATEMENTS',
    t.flag,
    '0',
    '1: PgBouncer before PostgreSQL keeps prepared statements (1.21 on, `max_prepared_statements`)',
  ),
  databaseTimeout: variable(
    'SOUK_DATABASE_TIMEOUT',
    t.seconds(1),
    '5',
    'seconds within which calls are answered by 503 when PostgreSQL does not answer at all',
  ),
  databaseConnections: variable(
    'SOUK_DATABASE_CONNECTIONS',
    t.wholeNumber(2, 1000),
    '20',
    'limit of connections to PostgreSQL of one process, half of them for transactions, half for reading',
  ),
  cachePoll: variable(
    'SOUK_CACHE_POLL',
    t.wholeNumber(0, 60_000),
    '250',
    'milliseconds between two checks for changes of other processes, for background work; 0: none (`docs/design/caches.md`)',
  ),
  readyTimeout: variable(
    'SOUK_READY_TIMEOUT',
    t.seconds(1),
    '2',
    'seconds that `/health/ready` waits for the database',
  ),
  shutdownGrace: variable(
    'SOUK_SHUTDOWN_GRACE',
    t.seconds(0),
    '2',
    'seconds after SIGTERM in which `/health/ready` says 503 and new connections are still served',
  ),
  trustedProxies: variable(
    'SOUK_TRUSTED_PROXIES',
    t.networks,
    '',
    'addresses and networks (`10.0.0.0/8,::1`) whose `X-Forwarded-*` headers are trusted; empty: none',
  ),
  corsOrigins: variable(
    'SOUK_CORS_ORIGINS',
    t.origins,
    '',
    'origins whose pages may call (`https://shop.example`), `*` for all; empty: none',
  ),
  corsCredentials: variable('SOUK_CORS_CREDENTIALS', t.flag, '0', '1: pages of these origins may send cookies'),
  hstsSeconds: variable(
    'SOUK_HSTS',
    t.wholeNumber(0, 2 ** 31),
    '0',
    'seconds of `Strict-Transport-Security` on responses over HTTPS; 0: the header is not sent',
  ),
  developerMode: variable(
    'SOUK_DEVELOPER_MODE',
    t.flag,
    '0',
    '1: errors carry causes and traces, and `/graphql/explorer` is served',
  ),
  console: variable('SOUK_CONSOLE', t.flag, '1', '0: the console at `/console` is not served'),
  controlPlane: variable(
    'SOUK_CONTROL',
    t.flag,
    '0',
    '1: the control plane for integration tests is served under `/_/`',
  ),
  controlToken: variable(
    'SOUK_CONTROL_TOKEN',
    t.text,
    '',
    'bearer token with which other machines may call the control plane; empty: none may',
  ),
  metricsToken: variable('SOUK_METRICS_TOKEN', t.text, '', 'bearer token that `/metrics` requires; empty: none'),
  metricsPort: variable(
    'SOUK_METRICS_PORT',
    t.port,
    '0',
    'TCP port that serves `/metrics` in place of PORT, so that PORT can be public; 0: PORT serves it',
  ),
  marketplaceSandboxPort: variable(
    'MARKETPLACE_SANDBOX_PORT',
    t.port,
    '0',
    'TCP port of the package-submission interface for tests (`docs/marketplace.md`); 0: off',
  ),
  marketplaceProductionPort: variable(
    'MARKETPLACE_PRODUCTION_PORT',
    t.port,
    '0',
    'TCP port of the package-submission interface; 0: off',
  ),
  marketplaceTokenLifetime: variable(
    'MARKETPLACE_TOKEN_LIFETIME',
    t.seconds(1),
    '360',
    'lifetime of a session token of the package-submission interface, in seconds',
  ),
  logLevel: variable(
    'SOUK_LOG',
    t.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'log level: fatal, error, warn, info, debug, trace, silent; a terminal gets `warn` unless this is set',
  ),
};
