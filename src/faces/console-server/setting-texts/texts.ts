import type { ConfigurationPath } from '../../../kernel/configuration.ts';

/** The texts of settings in a language other than English. */
export interface SettingTexts {
  /** Descriptions, units, names of choices and of scopes, by their English text. */
  readonly texts: Readonly<Record<string, string>>;
  /** The values that a setting takes, such as `a whole number from 0`; undefined where there is no translation. */
  readonly expected: (english: string) => string | undefined;
}

/** The texts of a setting in a language; those that it has. */
interface SettingInLanguage {
  readonly description: string | undefined;
  readonly unit: string | undefined;
  readonly expected: string | undefined;
  readonly choices: { value: string; name: string }[] | undefined;
}

/** English: the texts stand in the declarations. */
const english: SettingTexts = { texts: {}, expected: () => undefined };

/** The other languages by their codes. Their texts are loaded when the first page asks for them. */
const loads: ReadonlyMap<string, () => Promise<SettingTexts>> = new Map([
  ['de', async () => (await import('./german.ts')).germanSettings],
]);

/** The texts of a language by its code; those of English for an unknown one. */
export async function loadSettingTexts(language: string): Promise<SettingTexts> {
  return (await loads.get(language)?.()) ?? english;
}

/** A description, unit or name in the language of the texts; in English where they do not have it, as for other modules. */
export function translateText({ texts }: SettingTexts, text: string): string {
  return Object.hasOwn(texts, text) ? (texts[text] ?? text) : text;
}

/** The texts of a setting in the language of the texts. */
export function translateSetting(
  texts: SettingTexts,
  { description, unit, takes }: ConfigurationPath,
): SettingInLanguage {
  const translated = (text: string | undefined) => (text === undefined ? undefined : translateText(texts, text));
  return {
    description: translated(description),
    unit: translated(unit),
    expected: takes && (texts.expected(takes.expected) ?? takes.expected),
    choices: takes?.choices?.map(({ value, name }) => ({ value, name: translateText(texts, name) })),
  };
}
