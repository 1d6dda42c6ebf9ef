import { configurationErrors } from '../../platform/configuration/errors.ts';
import {
  setConfiguration,
  unsetConfiguration,
  type ConfigurationScope,
} from '../../platform/configuration/settings.ts';
import type { Call } from '../../kernel/call.ts';
import { isRecord } from '../../kernel/fields.ts';

/** Settings of a request: values by path, null to reset to the inherited value, and their scope. */
export interface SentSettings {
  readonly settings: Readonly<Record<string, string | null>>;
  readonly scope?: ConfigurationScope['scope'];
  readonly scope_code?: string;
}

/** Whether a request body has the shape of settings; paths and scopes are checked when they are written. */
export function isSentSettings(body: unknown): body is SentSettings {
  if (!isRecord(body)) return false;
  const { settings, scope, scope_code: code } = body;
  if (typeof settings !== 'object' || settings === null) return false;
  const isText = (value: unknown): boolean => typeof value === 'string';
  const values: unknown[] = Object.values(settings);
  return (
    !Array.isArray(settings) &&
    values.every((value) => value === null || isText(value)) &&
    [scope, code].every((value) => value === undefined || isText(value))
  );
}

/** Writes settings, effective at once in the processes of this machine: all of them or, where one is refused, none. */
export async function writeSettings(call: Call, { settings, scope, scope_code: code }: SentSettings): Promise<void> {
  const place: ConfigurationScope = { scope: scope ?? 'default', code };
  const { paths } = call.services.configuration;
  await call.transaction(async (inside) => {
    for (const [path, value] of Object.entries(settings)) {
      if (value === null) await unsetConfiguration(inside, path, place);
      else if (paths.has(path)) await setConfiguration(inside, path, value, place);
      else throw configurationErrors.unknownPath([path]);
    }
  });
}
