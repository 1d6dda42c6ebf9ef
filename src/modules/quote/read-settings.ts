import type { Call } from '../../kernel/call.ts';
import type { Setting } from '../../kernel/settings.ts';

/** Reads a setting in one store view. */
export type ReadSetting = <T>(setting: Setting<T>) => T;

/** A function that reads settings in the call's store view. */
export function readSettings({ config, scope: { storeId } }: Call): ReadSetting {
  return (setting) => config.of(setting, { storeId });
}
