/** Texts of a language by key. Placeholders are names in braces: `Welcome to {store}`. */
export type TextsByKey = Readonly<Record<string, string>>;

/** Texts of a module by language (`en`, `de`, `de_AT`), by key; English has every key. */
export type ModuleTexts = Readonly<Record<string, TextsByKey>>;

/** Texts that a module adds to its own and to those of others: by language, by module (`Magento_Sales`), by key. */
export type Translations = Readonly<Record<string, Readonly<Record<string, TextsByKey>>>>;

/** The texts of all modules, with the translations that modules add. */
export interface TextCatalog {
  /** The texts of a module in a locale such as `de_AT`: those of the locale, else of its language, else English ones. */
  of(texts: ModuleTexts, locale: string): TextsByKey;
  /** As `of`, for all texts of a module by its name. */
  ofModule(name: string, locale: string): TextsByKey;
}

/** Fills the placeholders of a text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (whole, name: string) => values[name] ?? whole);
}

const placeholder = /\{(\w+)\}/g;

/** The names of the placeholders in a text; undefined for a text with another brace. */
export function placeholdersOf(text: string): readonly string[] | undefined {
  if (/[{}]/.test(text.replace(placeholder, ''))) return undefined;
  return [...text.matchAll(placeholder)].flatMap(([, name]) => name ?? []);
}

/** The languages whose texts a locale takes, the most general first: `zh`, `zh_Hans`, `zh_Hans_CN`. */
export function languagesOf(locale: string): readonly string[] {
  const parts = locale.split('_');
  return parts.map((_, i) => parts.slice(0, i + 1).join('_'));
}

/** Whether a text names a language or a locale. */
export function isLanguage(text: string): boolean {
  return /^[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_[A-Z]{2})?$/.test(text);
}
