import type { ConfigurationReader } from '../../src/kernel/call.ts';
import { readSetting } from '../../src/kernel/settings.ts';

/** A reader of settings whose texts `textOf` returns; undefined: none is stored. */
export function readerOf(textOf: (path: string) => string | undefined): ConfigurationReader {
  return {
    of: (setting) => readSetting(setting, textOf(setting.path)),
    textOf: (setting) => textOf(setting.path),
  };
}
