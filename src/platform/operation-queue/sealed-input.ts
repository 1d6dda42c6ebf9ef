import { parseJson } from '../../kernel/json-text.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { conceal, reveal, type FoundSecret } from '../../kernel/secrets.ts';
import { operationErrors } from './errors.ts';

/** The arguments of an operation as they are stored. */
interface SealedInput {
  /** JSON with masks in place of secrets. */
  readonly json: string;
  /** The secrets, encrypted with the key of the installation; null where there are none. */
  readonly secrets: string | null;
}

/** The operation that a secret is encrypted for: it cannot be decrypted for another one. */
function purposeOf(uuid: string, key: number): string {
  return `operation ${uuid} ${key}`;
}

/** Takes the secrets out of the arguments of operation `key` in bulk `uuid`, and encrypts them. */
export function sealInput(
  { services }: Pick<Platform, 'services'>,
  { route }: Pick<RegisteredRoute, 'route'>,
  input: Readonly<Record<string, unknown>>,
  { uuid, key }: { readonly uuid: string; readonly key: number },
): SealedInput {
  const { open, secrets } = conceal(route.input, input);
  const sealed =
    secrets.length > 0 ? services.access.secrets.encrypt(JSON.stringify(secrets), purposeOf(uuid, key)) : null;
  return { json: JSON.stringify(open), secrets: sealed };
}

/** Arguments for a handler, with their secrets. */
interface OpenedInput {
  readonly input: Record<string, unknown>;
  readonly secrets: readonly FoundSecret[];
}

/** The arguments that `sealInput` was given. Throws when they were encrypted with another key. */
export function openInput(
  { services }: Pick<Platform, 'services'>,
  operation: { readonly input: string; readonly secrets: string | null; readonly key: number },
  uuid: string,
): OpenedInput {
  const open = parseJson<Record<string, unknown>>(operation.input);
  if (!operation.secrets) return { input: open, secrets: [] };
  const secrets = readSecrets(services, operation.secrets, purposeOf(uuid, operation.key));
  return { input: reveal({ open, secrets }), secrets };
}

function readSecrets(services: Platform['services'], sealed: string, purpose: string): FoundSecret[] {
  try {
    return parseJson<FoundSecret[]>(services.access.secrets.decrypt(sealed, purpose));
  } catch (cause) {
    throw operationErrors.sealed(undefined, { cause });
  }
}
