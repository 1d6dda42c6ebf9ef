import type { Call, SettingScope } from './call.ts';
import { shopLocale } from './shop-settings.ts';
import { fillText, type ModuleTexts } from './texts.ts';

/** A text of a module in the language of a store view (default: that of the call), its placeholders filled in; the key of an unknown text. */
export function translate(
  call: Call,
  texts: ModuleTexts,
  key: string,
  values: Readonly<Record<string, string>> = {},
  scope: SettingScope = call.scope,
): string {
  const words = call.platform.texts.of(texts, call.config.of(shopLocale, scope));
  return fillText(words[key] ?? key, values);
}
