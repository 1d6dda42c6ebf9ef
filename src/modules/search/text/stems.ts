import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { isOneOf } from '../../../kernel/narrow.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import { RecentMap } from '../../../storage/recent-map.ts';
import { irregularForms, nounsInIng } from './irregular.ts';
import { polish } from './polish.ts';

/** Languages whose words are stemmed, by ISO 639-1 code. */
export type Language = 'da' | 'de' | 'en' | 'es' | 'fi' | 'fr' | 'it' | 'nl' | 'no' | 'pl' | 'pt' | 'sv';

type Stemmer = (word: string) => string;

/**
 * The Snowball algorithms expect accented letters and leave some plurals apart. Words arrive without accents (see words.ts), so
 * each language adds the rules that its shops need before and after the algorithm.
 */
const stemmers: Readonly<Record<Language, Stemmer>> = {
  da: (word) => scandinavian(danish(word)),
  de: (word) => german(withoutUmlauts(word)),
  en: (word) => englishStem(word),
  es: (word) => spanish(word).replace(/c$/, 'z'),
  // The last vowel, double consonants and the grades of consonants change within a word: kenkä, kengät.
  fi: (word) =>
    finnish(word)
      .replace(/(.{2})[aeiouy]$/, '$1')
      .replace(/([bcdfgklmnprst])\1$/, '$1')
      .replace(/ng$/, 'nk')
      .replace(/([aeiouylr])d$/, '$1t'),
  fr: (word) => french(word.replace(/(ou|eu)x$/, '$1')).replace(/(.{3})e+$/, '$1'),
  // arancia, arance; giacca, giacche.
  it: (word) => italian(word).replace(/([cg])h$/, '$1'),
  nl: (word) => dutchStem(word),
  no: (word) => scandinavian(norwegian(word)),
  pl: polish,
  pt: (word) => portuguese(portugueseSingular(word)),
  sv: swedish,
};

function englishStem(word: string): string {
  const noun = word
    .replace(/(shel|scar|wol|lea|loa|hal|cal)ves$/, '$1f')
    .replace(/(kni|wi)ves$/, '$1fe')
    .replace(/s$/, '');
  if (noun.endsWith('f') || noun.endsWith('fe')) return english(noun);
  return nounsInIng.has(noun) ? noun : english(word);
}

/** Umlauts that are written with two letters: stuehle. */
function withoutUmlauts(word: string): string {
  return word.replace(/aeu/g, 'au').replace(/(^|[^aeiouq])([aou])e(?=[^aeiou])/g, '$1$2');
}

/** huer, hue. */
function scandinavian(stem: string): string {
  return stem.replace(/([aiouy])er?$/, '$1').replace(/([bdfgklmnprst])\1$/, '$1');
}

/** jas, jassen; glas, glazen; laars, laarzen. */
function dutchStem(word: string): string {
  // Snowball takes the s of short words for a plural.
  const isShort = /^[^aeiouy]*[aeiouy]{1,2}[^aeiouy]*s$/.test(word);
  const stem = isShort ? word : dutch(word);
  return stem
    .replace(/z$/, 's')
    .replace(/v$/, 'f')
    .replace(/([bcdfgklmnprst])\1$/, '$1')
    .replace(/([aeou])\1(?=[^aeiouy]+$)/, '$1');
}

/** calções, calção; lençóis, lençol; homens, homem. */
function portugueseSingular(word: string): string {
  return word
    .replace(/(oes|aes)$/, 'ao')
    .replace(/([aeo])is$/, '$1l')
    .replace(/ns$/, 'm');
}

const isLanguage = isOneOf(keysOf(stemmers));
const languageNames: Readonly<Record<string, Language>> = { nb: 'no', nn: 'no' };

/** The language of a locale such as `de_AT`; undefined for one without a stemmer. */
export function languageOf(locale: string): Language | undefined {
  const [code = ''] = locale.split('_');
  const language = languageNames[code] ?? code;
  return isLanguage(language) ? language : undefined;
}

/** Number of stems of a language that a process caches. Texts of one shop repeat their words. */
const MAX_CACHED = 10_000;
const cached = new Map<Language, RecentMap<string>>();

/** The stem of a word without accents; the word itself for short words and those with digits. */
export function stemOf(word: string, language: Language): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let stems = cached.get(language);
  if (!stems) cached.set(language, (stems = new RecentMap(MAX_CACHED)));
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmers[language](irregularForms[language]?.get(word) ?? word) || word;
    stems.set(word, stem);
  }
  return stem;
}
