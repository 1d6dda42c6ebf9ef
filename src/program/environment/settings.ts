import type { Settings } from '../../kernel/platform.ts';
import { tracingVariables } from './tracing-variables.ts';
import type { Variable } from './variable.ts';
import { ownVariables as variables } from './variables.ts';

type Values<V> = { readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never };
type OwnValues = Values<typeof variables>;

/** The address of the database of a data folder, unless DATABASE_URL names another. */
export function defaultDatabase(varFolder: string): string {
  return `sqlite:${varFolder}/souk.db`;
}

/** Reads the settings of the process from environment variables; throws with a sentence for people. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const {
    replicaUrls,
    replicaWait,
    replicaLag,
    corsOrigins,
    corsCredentials,
    marketplaceSandboxPort,
    marketplaceProductionPort,
    ...values
  } = readVariables(env, variables);
  checkDistinct({
    [variables.port.name]: values.port,
    [variables.metricsPort.name]: values.metricsPort,
    [variables.marketplaceSandboxPort.name]: marketplaceSandboxPort,
    [variables.marketplaceProductionPort.name]: marketplaceProductionPort,
  });
  const databaseUrl = values.databaseUrl ?? defaultDatabase(values.varFolder);
  return {
    ...values,
    databaseUrl,
    replicas: replicasOf(databaseUrl, replicaUrls, { wait: replicaWait, mostLag: replicaLag * 1000 }),
    cors: corsOf(corsOrigins, corsCredentials),
    marketplacePorts: { sandbox: marketplaceSandboxPort, production: marketplaceProductionPort },
    tracing: tracingOf(env),
  };
}

/** The values of all variables. Defaults that name other variables are left to `readSettings`. */
function readVariables<V extends object>(env: NodeJS.ProcessEnv, table: V): Values<V> {
  const read = ({ name, type, default: byDefault }: Variable<unknown>): unknown =>
    type(env[name] || (byDefault.includes('<') ? '' : byDefault), name);
  return Object.fromEntries(Object.entries(table).map(([key, one]) => [key, read(one)])) as Values<V>;
}

/** Refuses a port that two variables name; 0 is none. */
function checkDistinct(ports: Readonly<Record<string, number>>): void {
  const names = new Map<number, string>();
  for (const [name, port] of Object.entries(ports)) {
    const other = names.get(port);
    if (port !== 0 && other) throw new Error(`${name} and ${other} are both ${port}: use two ports`);
    names.set(port, name);
  }
}

function replicasOf(
  databaseUrl: string,
  urls: readonly string[],
  options: { readonly wait: number; readonly mostLag: number },
): Settings['replicas'] {
  if (urls.length === 0) return undefined;
  if (databaseUrl.startsWith('sqlite:')) {
    throw new Error(`${variables.replicaUrls.name} needs a ${variables.databaseUrl.name} of PostgreSQL`);
  }
  return { urls, ...options };
}

function corsOf(origins: OwnValues['corsOrigins'], credentials: boolean): Settings['cors'] {
  if (origins === '*' && credentials) {
    const { corsOrigins, corsCredentials } = variables;
    throw new Error(`${corsOrigins.name} is "*", which ${corsCredentials.name} forbids: name the origins`);
  }
  return origins.length === 0 ? undefined : { origins, credentials };
}

/** Settings of traces; undefined: nothing is traced, and the other variables are not read, which may be those of another program. */
function tracingOf(env: NodeJS.ProcessEnv): Settings['tracing'] {
  const { otlpEndpoint, otlpTracesEndpoint } = tracingVariables;
  if (!env[otlpEndpoint.name] && !env[otlpTracesEndpoint.name]) return undefined;
  const values = readVariables(env, tracingVariables);
  const url = values.otlpTracesEndpoint ?? (values.otlpEndpoint && `${values.otlpEndpoint}/v1/traces`);
  if (!url || values.isTracingDisabled) return undefined;
  const [, prefix, name] = /^(parentbased_)?(.*)$/.exec(values.tracesSampler) ?? [];
  const { resourceAttributes } = values;
  return {
    url,
    headers: { ...values.otlpHeaders, ...values.otlpTracesHeaders },
    format: values.otlpProtocol === 'http/json' ? 'json' : 'protobuf',
    timeout: values.otlpTimeout,
    delay: values.traceDelay,
    maxWaiting: values.traceQueue,
    resource: {
      ...resourceAttributes,
      'service.name': values.serviceName || resourceAttributes['service.name'] || 'souk',
    },
    sampler: {
      isParentBased: prefix !== undefined,
      ratio: name === 'traceidratio' ? values.tracesSamplerArgument : name === 'always_on' ? 1 : 0,
    },
  };
}
