import { setTexts, type Texts } from './text.ts';

/** The languages of the console by their codes, with their own names. */
export const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const;

/** The code of a language. */
export type Language = (typeof languages)[number][0];

/** Where the browser stores the chosen language. */
const CHOICE = 'souk-console-language';

/** Loads the texts of a language; English stands in the code. */
const loads: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => ({}),
  de: async () => (await import('./de/texts.ts')).german,
};

/** The choice of the user, else the first of the browser's languages that the console has. */
const wantedLanguage: Language | undefined =
  languageOf(storedChoice()) ?? navigator.languages.map(languageOf).find(Boolean);

/** The language of the page: `wantedLanguage`, else English. */
export const language: Language = wantedLanguage ?? 'en';

/** The locale of dates and numbers: that of the browser in the language of the page, such as `de-AT`, else the language. */
export const locale: string = navigator.languages.find((one) => languageOf(one) === language) ?? language;

/** The locale of pages that modules add: that of the page, or the browser's own language where the console does not have it. */
export const moduleLocale: string = wantedLanguage ? locale : navigator.language;

/** Loads the texts of the page's language, and names it in the document. Without its texts, the page is English. */
export async function loadLanguage(): Promise<void> {
  document.documentElement.lang = language;
  const texts = await loads[language]().catch(() => ({}));
  setTexts(texts, locale);
}

/** Stores the choice of a language and loads the page again in it. */
export function chooseLanguage(chosen: string): void {
  localStorage.setItem(CHOICE, chosen);
  location.reload();
}

function storedChoice(): string | undefined {
  try {
    return localStorage.getItem(CHOICE) ?? undefined;
  } catch {
    return undefined;
  }
}

function languageOf(tag: string | undefined): Language | undefined {
  return languages.find(([code]) => tag?.toLowerCase().split('-')[0] === code)?.[0];
}
