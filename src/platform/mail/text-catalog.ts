import type { ModuleManifest } from '../../kernel/module.ts';
import {
  isLanguage,
  languagesOf,
  placeholdersOf,
  type ModuleTexts,
  type TextCatalog,
  type TextsByKey,
  type Translations,
} from '../../kernel/texts.ts';
import { interfaceName } from '../../kernel/vendor.ts';

/** The placeholder of each email, in addition to those of its English text. */
const STORE = 'store';

/**
 * Collects the texts of modules: those of their manifests and of their email templates, and the translations that modules add. Throws a
 * sentence when a module translates an unknown text, or a text has other placeholders than the English one.
 */
export function collectTexts(modules: readonly ModuleManifest[]): TextCatalog {
  const owned = new Map(modules.map((one) => [interfaceName(one.name), textsOf(one)]));
  for (const [name, all] of owned) for (const texts of all) checkTexts(name, texts);
  for (const { name, translations = {} } of modules) checkTranslations(interfaceName(name), translations, owned);
  /** The texts of a module, and after them those that modules add. */
  const sources = new Map<ModuleTexts, readonly ModuleTexts[]>();
  for (const [name, all] of owned) {
    const added = modules.flatMap(({ translations }) => (translations ? [textsFor(name, translations)] : []));
    for (const texts of all) sources.set(texts, [texts, ...added]);
  }
  const catalog: TextCatalog = {
    of(texts, locale) {
      const all = sources.get(texts) ?? [texts];
      return merged(['en', ...languagesOf(locale)].flatMap((language) => all.map((one) => one[language] ?? {})));
    },
    ofModule: (name, locale) =>
      merged((owned.get(interfaceName(name)) ?? []).map((texts) => catalog.of(texts, locale))),
  };
  return catalog;
}

function merged(parts: readonly TextsByKey[]): TextsByKey {
  return parts.reduce<Record<string, string>>((all, one) => Object.assign(all, one), {});
}

function textsFor(module: string, translations: Translations): ModuleTexts {
  return Object.fromEntries(Object.entries(translations).map(([language, all]) => [language, all[module] ?? {}]));
}

/** The texts of a module: of its manifest, and of its email templates. */
function textsOf({ texts, contributes }: ModuleManifest): readonly ModuleTexts[] {
  const ofMails = (contributes?.mailTemplates ?? []).map((template) => template.texts);
  return [...new Set([...(texts ? [texts] : []), ...ofMails])];
}

function checkTexts(module: string, texts: ModuleTexts): void {
  const { en = {} } = texts;
  for (const [language, words] of Object.entries(texts)) {
    checkLanguage(`the module ${module} has texts`, language);
    for (const [key, text] of Object.entries(words)) {
      const place = `the text ${key} of the module ${module} in ${language}`;
      const english = en[key];
      if (english === undefined) throw new Error(`${place} has no English text`);
      checkText(place, text, english);
    }
  }
}

function checkTranslations(
  module: string,
  translations: Translations,
  owned: ReadonlyMap<string, readonly ModuleTexts[]>,
): void {
  for (const [language, byModule] of Object.entries(translations)) {
    checkLanguage(`the module ${module} has translations`, language);
    for (const [owner, words] of Object.entries(byModule)) {
      const all = owned.get(owner);
      if (!all) throw new Error(`the module ${module} translates texts of ${owner}, which is no module of this shop`);
      const english = merged(all.map(({ en = {} }) => en));
      for (const [key, text] of Object.entries(words)) {
        const original = english[key];
        if (original === undefined) throw new Error(unknownText(module, owner, key, Object.keys(english)));
        checkText(`the module ${module}: the text ${key} of ${owner} in ${language}`, text, original);
      }
    }
  }
}

function unknownText(module: string, owner: string, key: string, known: readonly string[]): string {
  const [group] = key.split('.');
  const beside = known.filter((one) => one.split('.')[0] === group);
  const hint = known.length === 0 ? '' : `; there are: ${(beside.length > 0 ? beside : known).join(', ')}`;
  return `the module ${module} translates the text ${key} of ${owner}, which has no such text${hint}`;
}

function checkLanguage(subject: string, language: string): void {
  if (!isLanguage(language)) throw new Error(`${subject} in "${language}": use a language such as de or de_DE`);
}

function checkText(place: string, text: unknown, english: string): void {
  if (typeof text !== 'string') throw new Error(`${place} is not a text`);
  const names = placeholdersOf(text);
  if (!names) throw new Error(`${place} has a brace without a placeholder: "${text}"`);
  const known = placeholdersOf(english) ?? [];
  const unknown = names.find((name) => name !== STORE && !known.includes(name));
  if (unknown === undefined) return;
  const hint = known.length > 0 ? `it has ${known.map((name) => `{${name}}`).join(', ')}` : 'it has none';
  throw new Error(`${place} has the placeholder {${unknown}}, which the English text has not; ${hint}`);
}
