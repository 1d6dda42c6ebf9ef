import type { Settings } from '../../kernel/platform.ts';
import { variables, type Variable } from './variables.ts';

type Values = { readonly [K in keyof typeof variables]: (typeof variables)[K] extends Variable<infer T> ? T : never };

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
  } = readVariables(env);
  checkDistinct({
    [variables.port.name]: values.port,
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
  };
}

/** The values of all variables. Defaults that name other variables are left to `readSettings`. */
function readVariables(env: NodeJS.ProcessEnv): Values {
  const read = ({ name, type, default: byDefault }: Variable<unknown>): unknown =>
    type(env[name] || (byDefault.includes('<') ? '' : byDefault), name);
  return Object.fromEntries(Object.entries(variables).map(([key, one]) => [key, read(one)])) as Values;
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

function corsOf(origins: Values['corsOrigins'], credentials: boolean): Settings['cors'] {
  if (origins === '*' && credentials) {
    const { corsOrigins, corsCredentials } = variables;
    throw new Error(`${corsOrigins.name} is "*", which ${corsCredentials.name} forbids: name the origins`);
  }
  return origins.length === 0 ? undefined : { origins, credentials };
}
