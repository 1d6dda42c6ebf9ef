import type { Call } from '../../kernel/call.ts';
import { readRule, valuesAtPath } from '../../platform/change-log/rules.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { readMethod } from './methods.ts';
import type { SelectedField } from './payload.ts';
import type { WebhookRow } from './tables.ts';

/** Credentials that an access token for a hook is fetched with. */
export interface HookCredentials {
  readonly client_id: string;
  readonly client_secret: string;
  readonly org_id: string;
  readonly environment: string;
}

/** The encrypted part of a hook. */
export interface HookSecrets {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly oauth: HookCredentials | null;
}

/** A hook with decoded settings. Times in milliseconds, `ttl` in seconds. */
export interface Hook extends HookSecrets {
  /** For logs: `<batch>/<name>`. */
  readonly title: string;
  readonly url: string;
  readonly httpMethod: string;
  readonly priority: number;
  readonly isRequired: boolean;
  readonly softTimeout: number;
  readonly timeout: number;
  readonly ttl: number;
  readonly fallback: string;
  readonly fields: readonly SelectedField[];
  /** Whether its secrets cannot be read, because they were stored under another key. */
  readonly isSealed: boolean;
  /** Whether its rules match the value of the method. */
  applies(offered: unknown): boolean;
}

/** Hooks that are called concurrently. */
export type Batch = readonly Hook[];

/** The batches of a method, one after another. */
export interface MethodHooks {
  readonly method: string;
  readonly before: readonly Batch[];
  readonly after: readonly Batch[];
}

/** All hooks, and the key that requests to them are signed with. */
export interface Hooks {
  readonly byMethod: ReadonlyMap<string, MethodHooks>;
  /** PEM; undefined: requests are not signed. */
  readonly privateKey: string | undefined;
}

/** Reads all hooks, for the cache. Hooks of a missing module are skipped. */
export async function loadHooks(call: Call): Promise<Hooks> {
  const rows = await call.db
    .selectFrom('webhook')
    .selectAll()
    .orderBy('batch_order')
    .orderBy('batch_name')
    .orderBy('priority')
    .orderBy('hook_name')
    .execute();
  const found = rows.flatMap((row) => {
    const at = readMethod(call.platform.routes, row.webhook_method, row.webhook_type);
    return at ? [{ at, batch: `${row.batch_order} ${row.batch_name}`, hook: openHook(call, row) }] : [];
  });
  const byMethod = Map.groupBy(found, ({ at }) => at.name);
  const key = await call.db.selectFrom('webhook_key').select('private_key').executeTakeFirst();
  return {
    byMethod: new Map(
      [...byMethod].map(([method, hooks]) => [
        method,
        {
          method,
          before: batchesOf(hooks.filter(({ at }) => at.isBefore)),
          after: batchesOf(hooks.filter(({ at }) => !at.isBefore)),
        },
      ]),
    ),
    privateKey: key && call.services.access.secrets.decrypt(key.private_key, KEY_PURPOSE),
  };
}

/** Encryption purpose of the signing key. */
export const KEY_PURPOSE = 'webhook key';

function batchesOf(hooks: readonly { readonly batch: string; readonly hook: Hook }[]): Batch[] {
  return [...Map.groupBy(hooks, ({ batch }) => batch).values()].map((ones) => ones.map(({ hook }) => hook));
}

function openHook(call: Call, row: WebhookRow): Hook {
  const rules = parseJson(row.rules).map(readRule);
  const secrets = tryToOpen(call, row);
  return {
    ...(secrets ?? { headers: [], oauth: null }),
    isSealed: secrets === undefined,
    title: `${row.batch_name}/${row.hook_name}`,
    url: row.url,
    httpMethod: row.method || 'POST',
    priority: row.priority,
    isRequired: row.required === 1,
    softTimeout: row.soft_timeout,
    timeout: row.timeout,
    ttl: row.ttl,
    fallback: row.fallback_error_message,
    fields: parseJson(row.fields),
    applies: (offered) =>
      rules.every((test) => test({ valuesOf: (field) => valuesAtPath(offered, field), hasChanged: () => false })),
  };
}

/** A server with another key must start nevertheless. */
function tryToOpen(call: Call, row: WebhookRow): HookSecrets | undefined {
  try {
    return openSecrets(call, row);
  } catch {
    return undefined;
  }
}

type HookKey = Pick<WebhookRow, 'webhook_method' | 'webhook_type' | 'batch_name' | 'hook_name'>;

/** Encrypts the secrets of a hook for the database. */
export function sealSecrets({ services }: Pick<Call, 'services'>, key: HookKey, secrets: HookSecrets): string {
  return services.access.secrets.encrypt(JSON.stringify(secrets), purposeOf(key));
}

/** Decrypts the secrets from `sealSecrets`. Throws for those encrypted with another key. */
export function openSecrets(
  { services }: Pick<Call, 'services'>,
  row: HookKey & Pick<WebhookRow, 'sealed'>,
): HookSecrets {
  return JSON.parse(services.access.secrets.decrypt(row.sealed, purposeOf(row))) as HookSecrets;
}

const purposeOf = (key: HookKey): string =>
  ['webhook', key.webhook_method, key.webhook_type, key.batch_name, key.hook_name].join(' ');
