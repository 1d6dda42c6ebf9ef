import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { listItems } from './kernel/configuration.ts';
import type { Settings } from './kernel/platform.ts';
import { serversOf } from './storage/postgres-address.ts';

/** One setting of the process; README.md's table is checked against this list by a test. */
interface SettingRow {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** Every environment variable that Souk reads. */
export const settingRows: readonly SettingRow[] = [
  { name: 'PORT', fallback: '8080', meaning: 'TCP port; 0 takes a free one' },
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'address to listen on' },
  {
    name: 'DATABASE_URL',
    fallback: 'sqlite:<SOUK_VAR>/souk.db',
    meaning: '`sqlite:<file>` or `postgres://user:password@host/database`; several hosts: `docs/deploy.md`',
  },
  {
    name: 'DATABASE_READ_URL',
    fallback: '',
    meaning: '`postgres://…` of replicas that answer reads, separated by commas; empty: none',
  },
  {
    name: 'SOUK_READ_WAIT',
    fallback: '100',
    meaning:
      'milliseconds that a read waits for a replica to show what its caller has written; then the primary answers',
  },
  {
    name: 'SOUK_READ_LAG',
    fallback: '10',
    meaning: 'seconds that a replica may be behind; one that is further behind is not read from',
  },
  { name: 'AMQP_URL', fallback: '', meaning: '`amqp://…` for RabbitMQ; empty: the database is the message broker' },
  {
    name: 'SOUK_AMQP_PREFIX',
    fallback: '',
    meaning: 'what the names of its queues begin with (`shop1.`), where several installations share a RabbitMQ',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning: '`smtp://user:password@host:587` for mail; empty: files in `<SOUK_VAR>/mail`',
  },
  { name: 'SOUK_VAR', fallback: 'var', meaning: 'folder of all written data: database, media, keys' },
  {
    name: 'SOUK_MEDIA_URL',
    fallback: '',
    meaning:
      '`s3://bucket/prefix?region=…&endpoint=…` for pictures and files in an object store; empty: they lie in SOUK_VAR',
  },
  { name: 'SOUK_BASE_URL', fallback: 'http://<HOST>:<PORT>', meaning: 'public base URL, as clients see it' },
  { name: 'SOUK_ADMIN_USER', fallback: 'admin', meaning: 'name of the first admin user, made on first start' },
  { name: 'SOUK_ADMIN_PASSWORD', fallback: '', meaning: 'its password; empty: one is generated and printed once' },
  {
    name: 'SOUK_EDITION',
    fallback: 'commercial',
    meaning: '`commercial` (operation status routes, commercial modules) or `open`',
  },
  { name: 'SOUK_RELEASE', fallback: '2.4.8', meaning: 'release of the interface to speak' },
  {
    name: 'SOUK_STOREFRONT_PACKAGE',
    fallback: '2.4.9',
    meaning: 'release of the storefront compatibility package: from 2.4.8 on with its own GraphQL operations',
  },
  {
    name: 'SOUK_SECRET_KEY',
    fallback: '',
    meaning: 'key that encrypts stored secrets; empty: one is kept in SOUK_VAR',
  },
  { name: 'SOUK_MAX_BODY', fallback: '33554432', meaning: 'largest request body in bytes' },
  {
    name: 'SOUK_MAX_PUBLIC_BODY',
    fallback: '1048576',
    meaning: 'largest request body of guests and customers in bytes, except for files of custom options',
  },
  { name: 'SOUK_HEADERS_TIMEOUT', fallback: '60', meaning: 'seconds for the head of a request to arrive' },
  { name: 'SOUK_REQUEST_TIMEOUT', fallback: '300', meaning: 'seconds for a whole request to arrive' },
  {
    name: 'SOUK_CALL_TIMEOUT',
    fallback: '300',
    meaning: 'seconds that a call may take to be answered; what it wrote is undone then; 0: no end',
  },
  {
    name: 'SOUK_STATEMENT_TIMEOUT',
    fallback: '60',
    meaning: 'seconds that a statement may take on PostgreSQL, not counting waits for locks',
  },
  {
    name: 'SOUK_START_WAIT',
    fallback: '60',
    meaning:
      'seconds that a server or consumer that starts waits for a database that is away or fails, and a consumer for its shop; 0: not at all',
  },
  {
    name: 'SOUK_POOLER_STATEMENTS',
    fallback: '0',
    meaning: '1: PgBouncer before PostgreSQL keeps prepared statements (1.21 on, `max_prepared_statements`)',
  },
  {
    name: 'SOUK_DATABASE_TIMEOUT',
    fallback: '5',
    meaning: 'seconds within which calls are answered by 503 when PostgreSQL does not answer at all',
  },
  {
    name: 'SOUK_DATABASE_CONNECTIONS',
    fallback: '20',
    meaning: 'most connections to PostgreSQL of one process, half of them for transactions, half for reading',
  },
  {
    name: 'SOUK_CACHE_POLL',
    fallback: '250',
    meaning:
      'milliseconds between two looks for changes of other processes, for background work; 0: none (`docs/design/caches.md`)',
  },
  {
    name: 'SOUK_READY_TIMEOUT',
    fallback: '2',
    meaning: 'seconds that `/health/ready` waits for the database',
  },
  {
    name: 'SOUK_SHUTDOWN_GRACE',
    fallback: '2',
    meaning: 'seconds after SIGTERM in which `/health/ready` says 503 and new connections are still served',
  },
  {
    name: 'SOUK_TRUSTED_PROXIES',
    fallback: '',
    meaning: 'addresses and networks (`10.0.0.0/8,::1`) whose `X-Forwarded-*` are believed; empty: none',
  },
  {
    name: 'SOUK_CORS_ORIGINS',
    fallback: '',
    meaning: 'origins whose pages may call (`https://shop.example`), `*` for all; empty: none',
  },
  { name: 'SOUK_CORS_CREDENTIALS', fallback: '0', meaning: '1: pages of these origins may send cookies' },
  {
    name: 'SOUK_HSTS',
    fallback: '0',
    meaning:
      'seconds that browsers keep to HTTPS after an answer over HTTPS (`Strict-Transport-Security`); 0: not said',
  },
  {
    name: 'SOUK_DEVELOPER_MODE',
    fallback: '0',
    meaning: '1: errors carry causes and traces, and `/graphql/explorer` is there',
  },
  { name: 'SOUK_CONSOLE', fallback: '1', meaning: '0: the console at `/console` is not served' },
  { name: 'SOUK_CONTROL', fallback: '0', meaning: '1: the control plane for integration tests is served under `/_/`' },
  { name: 'SOUK_CONTROL_TOKEN', fallback: '', meaning: 'bearer token that lets other machines drive it; empty: none' },
  { name: 'SOUK_METRICS_TOKEN', fallback: '', meaning: 'bearer token that `/metrics` asks for; empty: none' },
  {
    name: 'MARKETPLACE_SANDBOX_PORT',
    fallback: '0',
    meaning: 'TCP port of the package-submission interface, to try it out (`docs/marketplace.md`); 0: off',
  },
  { name: 'MARKETPLACE_PRODUCTION_PORT', fallback: '0', meaning: 'TCP port of the same in earnest; 0: off' },
  {
    name: 'MARKETPLACE_TOKEN_LIFETIME',
    fallback: '360',
    meaning: 'seconds that a session token of the package-submission interface is good for',
  },
  {
    name: 'SOUK_LOG',
    fallback: 'info',
    meaning: 'log level: fatal, error, warn, info, debug, trace, silent; a terminal gets `warn` unless this is set',
  },
];

/** The address of the database of a data folder, unless DATABASE_URL names another. */
export function defaultDatabase(varFolder: string): string {
  return `sqlite:${varFolder}/souk.db`;
}

/** Reads the settings from environment variables; throws with a sentence a person understands. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const value = (name: string): string => env[name] || settingRows.find((row) => row.name === name)!.fallback;
  // Absolute, since files are served from it.
  const varFolder = resolve(value('SOUK_VAR'));
  const edition = oneOf('SOUK_EDITION', value('SOUK_EDITION'), ['commercial', 'open']);
  const release = (name: string): string => {
    if (/^2\.[34]\.\d+$/.test(value(name))) return value(name);
    throw new Error(`${name} is "${value(name)}": use a release such as 2.4.8`);
  };
  const seconds = (name: string, min: number): number => wholeNumber(name, value(name), min, 86_400);
  const databaseUrl = env.DATABASE_URL || defaultDatabase(varFolder);
  if (!/^(sqlite:.|postgres(ql)?:\/\/)/.test(databaseUrl)) {
    throw new Error('DATABASE_URL has to start with sqlite: or postgres://');
  }
  const replicas = readReplicas(databaseUrl, env.DATABASE_READ_URL ?? '', {
    wait: wholeNumber('SOUK_READ_WAIT', value('SOUK_READ_WAIT'), 0, 60_000),
    mostLag: wholeNumber('SOUK_READ_LAG', value('SOUK_READ_LAG'), 1, 300) * 1000,
  });
  checkAddress('DATABASE_URL', databaseUrl);
  checkUrl('AMQP_URL', env.AMQP_URL, 'amqp', 'amqps');
  checkUrl('SMTP_URL', env.SMTP_URL, 'smtp', 'smtps');
  checkUrl('SOUK_BASE_URL', env.SOUK_BASE_URL, 'http', 'https');
  const flag = (name: string): boolean => oneOf(name, value(name), ['0', '1']) === '1';
  const port = (name: string): number => wholeNumber(name, value(name), 0, 65_535);
  const ports = {
    PORT: port('PORT'),
    MARKETPLACE_SANDBOX_PORT: port('MARKETPLACE_SANDBOX_PORT'),
    MARKETPLACE_PRODUCTION_PORT: port('MARKETPLACE_PRODUCTION_PORT'),
  };
  checkDistinct(ports);
  return {
    host: value('HOST'),
    port: ports.PORT,
    databaseUrl,
    replicas,
    amqpUrl: env.AMQP_URL || undefined,
    amqpPrefix: queuePrefix(env.SOUK_AMQP_PREFIX),
    smtpUrl: env.SMTP_URL || undefined,
    keepsStatements: flag('SOUK_POOLER_STATEMENTS'),
    objectStore: readObjectStore(env.SOUK_MEDIA_URL),
    varFolder,
    edition,
    release: release('SOUK_RELEASE'),
    storefrontPackage: release('SOUK_STOREFRONT_PACKAGE'),
    adminUser: value('SOUK_ADMIN_USER'),
    adminPassword: env.SOUK_ADMIN_PASSWORD || undefined,
    baseUrl: env.SOUK_BASE_URL?.replace(/\/+$/, '') || undefined,
    secretKey: env.SOUK_SECRET_KEY || undefined,
    maxBodyBytes: wholeNumber('SOUK_MAX_BODY', value('SOUK_MAX_BODY'), 1024, 2 ** 31),
    maxPublicBodyBytes: wholeNumber('SOUK_MAX_PUBLIC_BODY', value('SOUK_MAX_PUBLIC_BODY'), 1024, 2 ** 31),
    headersTimeout: seconds('SOUK_HEADERS_TIMEOUT', 1),
    requestTimeout: seconds('SOUK_REQUEST_TIMEOUT', 1),
    callTimeout: seconds('SOUK_CALL_TIMEOUT', 0),
    statementTimeout: seconds('SOUK_STATEMENT_TIMEOUT', 1),
    startWait: seconds('SOUK_START_WAIT', 0),
    databaseTimeout: seconds('SOUK_DATABASE_TIMEOUT', 1),
    databaseConnections: wholeNumber('SOUK_DATABASE_CONNECTIONS', value('SOUK_DATABASE_CONNECTIONS'), 2, 1000),
    cachePoll: wholeNumber('SOUK_CACHE_POLL', value('SOUK_CACHE_POLL'), 0, 60_000),
    readyTimeout: seconds('SOUK_READY_TIMEOUT', 1),
    shutdownGrace: seconds('SOUK_SHUTDOWN_GRACE', 0),
    trustedProxies: networks('SOUK_TRUSTED_PROXIES', value('SOUK_TRUSTED_PROXIES')),
    cors: readCors(value('SOUK_CORS_ORIGINS'), flag('SOUK_CORS_CREDENTIALS')),
    hstsSeconds: wholeNumber('SOUK_HSTS', value('SOUK_HSTS'), 0, 2 ** 31),
    developerMode: flag('SOUK_DEVELOPER_MODE'),
    console: flag('SOUK_CONSOLE'),
    controlPlane: flag('SOUK_CONTROL'),
    controlToken: value('SOUK_CONTROL_TOKEN'),
    metricsToken: value('SOUK_METRICS_TOKEN'),
    marketplacePorts: { sandbox: ports.MARKETPLACE_SANDBOX_PORT, production: ports.MARKETPLACE_PRODUCTION_PORT },
    marketplaceTokenLifetime: seconds('MARKETPLACE_TOKEN_LIFETIME', 1),
    logLevel: oneOf('SOUK_LOG', value('SOUK_LOG'), logLevels),
  };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function oneOf<const T extends string>(name: string, text: string, values: readonly T[]): T {
  if ((values as readonly string[]).includes(text)) return text as T;
  throw new Error(`${name} is "${text}": use ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`);
}

/** Refuses a port that two settings name; 0 is none. */
function checkDistinct(ports: Readonly<Record<string, number>>): void {
  const names = new Map<number, string>();
  for (const [name, port] of Object.entries(ports)) {
    const other = names.get(port);
    if (port !== 0 && other) throw new Error(`${name} and ${other} are both ${port}: use two ports`);
    names.set(port, name);
  }
}

/** Refuses what is no URL of one of the schemes; it is not shown, since it may hold a password. */
function checkUrl(name: string, text: string | undefined, ...schemes: readonly string[]): void {
  if (!text || (URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)))) return;
  throw new Error(`${name} has to start with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
}

/** Refuses an address of PostgreSQL that cannot be read; that of a file is another matter. */
function checkAddress(name: string, url: string): void {
  if (url.startsWith('sqlite:')) return;
  try {
    serversOf(url);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

/** `s3://bucket/prefix?region=…&endpoint=…` */
function readObjectStore(text: string | undefined): Settings['objectStore'] {
  if (!text) return undefined;
  const wrong = (why: string): Error =>
    new Error(
      `SOUK_MEDIA_URL ${why}: use s3://bucket/prefix?region=eu-central-1, with &endpoint=https://… where it is not Amazon's`,
    );
  const url = /^s3:\/\/[a-z0-9]/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.port) throw wrong('is no address of a bucket');
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'region' && key !== 'endpoint');
  if (unknown) throw wrong(`has "${unknown}"`);
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const isHttp = endpoint === undefined || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol));
  if (!isHttp) throw wrong('has an endpoint that is no address');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint,
  };
}

function readReplicas(
  databaseUrl: string,
  text: string,
  options: { readonly wait: number; readonly mostLag: number },
): Settings['replicas'] {
  const urls = listItems(text);
  if (urls.length === 0) return undefined;
  if (databaseUrl.startsWith('sqlite:')) throw new Error('DATABASE_READ_URL needs a DATABASE_URL of PostgreSQL');
  for (const url of urls) checkAddress('DATABASE_READ_URL', url);
  return { urls, ...options };
}

/** The start of names of queues: without what RabbitMQ keeps for itself (`amq.`). */
function queuePrefix(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^(?!amq\.)[\w.:-]{1,100}$/.test(text)) {
    throw new Error(`SOUK_AMQP_PREFIX is "${text}": use letters, digits, dots, colons, dashes and underscores`);
  }
  return text;
}

/** Addresses and networks by prefix length. */
function networks(name: string, text: string): string[] {
  const list = listItems(text);
  for (const item of list) {
    const [address = '', bits, ...more] = item.split('/');
    const version = isIP(address);
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    if (version === 0 || !fits || more.length > 0) {
      throw new Error(`${name} has "${item}": use addresses such as 10.0.0.1 or networks such as 10.0.0.0/8`);
    }
  }
  return list;
}

function readCors(text: string, credentials: boolean): Settings['cors'] {
  const origins = listItems(text);
  if (origins.length === 0) return undefined;
  if (origins.includes('*')) {
    if (credentials) throw new Error('SOUK_CORS_ORIGINS is "*", which SOUK_CORS_CREDENTIALS forbids: name the origins');
    return { origins: '*', credentials };
  }
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(`SOUK_CORS_ORIGINS has "${origin}": use origins such as https://shop.example`);
    }
  }
  return { origins, credentials };
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < min || number > max) {
    throw new Error(`${name} is "${text}": use a whole number from ${min} to ${max}`);
  }
  return number;
}
